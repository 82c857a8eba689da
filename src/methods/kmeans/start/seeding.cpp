#include "methods/kmeans/start/seeding.hpp"

#include <mvlink/error.hpp>

#include "kernels/label_sums.hpp"
#include "kernels/nearest.hpp"
#include "runtime/file_pages.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <unordered_set>
#include <variant>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {
namespace {

/// Beyond this many rows (or this many per cluster) seeds are drawn from a sample: they need the shape of the data, not
/// every row.
constexpr Index kSeedRows = 65536;
constexpr Index kSeedRowsPerCluster = 64;

/// `count` distinct numbers below n, rising (Floyd's method, then sorted).
std::vector<Index> sample_rows(Index n, Index count, Random& random) {
    std::vector<Index> rows;
    if (count >= n) {
        rows.resize(n);
        std::iota(rows.begin(), rows.end(), Index{0});
        return rows;
    }
    std::unordered_set<Index> taken;
    for (Index last = n - count; last < n; ++last) {
        const Index draw = random.below(last + 1);
        const Index row = taken.insert(draw).second ? draw : last;
        taken.insert(row);
        rows.push_back(row);
    }
    std::sort(rows.begin(), rows.end());
    return rows;
}

/// A position drawn with probability proportional to its weight, from running sums; all zero: any.
Index draw(const std::vector<double>& running, Random& random) {
    const double total = running.back();
    if (!std::isfinite(total)) {
        throw Error(ErrorCode::numerical, "k-means++ start: squared distances overflow; scale the features down");
    }
    if (total <= 0) return random.below(static_cast<Index>(running.size()));
    const auto found = std::upper_bound(running.begin(), running.end(), random.uniform() * total);
    return std::min<Index>(found - running.begin(), static_cast<Index>(running.size()) - 1);
}

/// Some rows of dense features, copied: every centroid that is chosen reads all of them, and the features may be a
/// file.
class CopiedRows {
public:
    /// Features that are sparse, or rows that would take much memory, are left where they are.
    CopiedRows(const Features& X, std::vector<Index> rows, const Context& context) : X_(X), rows_(std::move(rows)) {
        constexpr std::size_t kShareOfMemory = 16;
        std::visit(
            [&]<class Rows>(const Rows& all) {
                if constexpr (!Rows::kSparse) {
                    using T = typename Rows::Scalar;
                    const std::size_t cells = rows_.size() * static_cast<std::size_t>(all.cols);
                    const bool is_part = static_cast<Index>(rows_.size()) < all.rows;
                    if (is_part && cells * sizeof(T) <= context.memory_limit() / kShareOfMemory) copy<T>(all, cells);
                }
            },
            X);
    }

    [[nodiscard]] const Features& features() const { return X_; }
    [[nodiscard]] const std::vector<Index>& rows() const { return rows_; }

private:
    template <class T>
    void copy(const DenseRows<T>& all, std::size_t cells) {
        auto& values = values_.emplace<std::vector<T>>();
        values.reserve(cells);
        constexpr std::size_t kTogether = 4096;  // a page each is little, and many enough to keep a disk busy
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            if (i % kTogether == 0) {
                fetch_rows(all, std::span(rows_).subspan(i, std::min(kTogether, rows_.size() - i)));
            }
            for (Index col = 0; col < all.cols; ++col)
                values.push_back(all.at(rows_[i], col));
        }
        X_ = DenseRows<T>{values.data(), static_cast<Index>(rows_.size()), all.cols, all.cols, 1};
        std::iota(rows_.begin(), rows_.end(), Index{0});
    }

    Features X_;
    std::vector<Index> rows_;
    std::variant<std::vector<double>, std::vector<float>> values_;
};

class PlusPlus {
public:
    PlusPlus(const Features& X, std::vector<Index> rows, Context& context)
        : sample_(X, std::move(rows), context),
          X_(sample_.features()),
          rows_(sample_.rows()),
          closest_(rows_.size(), std::numeric_limits<double>::infinity()),
          running_(rows_.size()),
          context_(context) {}

    void see(const Matrix& centroids) {
        for (const auto& centroid : centroids.rowwise()) {
            lower(to_centres(centroid), 0);
        }
    }

    Vector first(Random& random) const { return kernels::row_of(X_, rows_[random.below(size())]); }

    /// The best of a few candidates, which then counts as chosen.
    Vector next(Index k, Random& random) {
        std::partial_sum(closest_.begin(), closest_.end(), running_.begin());
        const auto trials = 2 + static_cast<Index>(std::log(static_cast<double>(k)));
        Matrix candidates(trials, column_count(X_));
        for (Index t = 0; t < trials; ++t) {
            candidates.row(t) = kernels::row_of(X_, rows_[draw(running_, random)]).transpose();
        }
        const Matrix distance = to_centres(candidates);
        Index best = 0;
        double least = std::numeric_limits<double>::infinity();
        for (Index t = 0; t < trials; ++t) {
            double potential = 0;
            for (Index i = 0; i < size(); ++i) {
                potential += std::min(closest_[i], distance(i, t));
            }
            if (potential < least) {
                least = potential;
                best = t;
            }
        }
        lower(distance, best);
        return candidates.row(best).transpose();
    }

private:
    Index size() const { return static_cast<Index>(rows_.size()); }
    Matrix to_centres(const Matrix& centres) const {
        Matrix distance(size(), centres.rows());
        kernels::distances(X_, rows_, centres, distance, context_);
        return distance;
    }
    void lower(const Matrix& distance, Index centre) {
        for (Index i = 0; i < size(); ++i) {
            double& closest = closest_[i];
            closest = std::min(closest, distance(i, centre));
        }
    }

    CopiedRows sample_;
    const Features& X_;
    const std::vector<Index>& rows_;
    std::vector<double> closest_;  // squared distance of each row to the nearest chosen centroid
    std::vector<double> running_;
    Context& context_;
};

}  // namespace

void fill_by_kmeans_plus_plus(const Features& X, Index chosen, Matrix& centroids, Random random, Context& context) {
    const Index k = centroids.rows();
    if (chosen >= k) return;
    PlusPlus search(X, sample_rows(row_count(X), std::max(kSeedRows, kSeedRowsPerCluster * k), random), context);
    if (chosen == 0) {
        centroids.row(0) = search.first(random).transpose();
        chosen = 1;
    }
    search.see(centroids.topRows(chosen));
    for (Index h = chosen; h < k; ++h) {
        centroids.row(h) = search.next(k, random).transpose();
    }
}

void fill_by_random_rows(const Features& X, Index chosen, Matrix& centroids, Random random) {
    std::vector<Index> rows = sample_rows(row_count(X), centroids.rows() - chosen, random);
    random.shuffle(std::span<Index>(rows));
    for (Index h = chosen; h < centroids.rows(); ++h) {
        centroids.row(h) = kernels::row_of(X, rows[h - chosen]).transpose();
    }
}

void fill_by_perturbation(const Features& X, Index chosen, Matrix& centroids, Random random, Context& context) {
    if (chosen >= centroids.rows()) return;
    const kernels::ColumnMoments moments = kernels::column_moments(X, context);
    for (Index h = chosen; h < centroids.rows(); ++h) {
        for (Index j = 0; j < centroids.cols(); ++j) {
            centroids(h, j) = moments.mean[j] + moments.deviation[j] * random.uniform(-1, 1);
        }
    }
}

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
