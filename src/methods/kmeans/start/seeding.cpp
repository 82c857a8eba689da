#include "methods/kmeans/start/seeding.hpp"

#include <mvlink/error.hpp>

#include "kernels/label_sums.hpp"
#include "kernels/nearest.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <unordered_set>
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
        rows.resize(static_cast<std::size_t>(n));
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

class PlusPlus {
public:
    PlusPlus(const Features& X, std::vector<Index> rows, Context& context)
        : X_(X),
          rows_(std::move(rows)),
          closest_(rows_.size(), std::numeric_limits<double>::infinity()),
          running_(rows_.size()),
          context_(context) {}

    void see(const Matrix& centroids) {
        for (const auto& centroid : centroids.rowwise()) {
            lower(to_centres(centroid), 0);
        }
    }

    Vector first(Random& random) const {
        return kernels::row_of(X_, rows_[static_cast<std::size_t>(random.below(size()))]);
    }

    /// The best of a few candidates, which then counts as chosen.
    Vector next(Index k, Random& random) {
        std::partial_sum(closest_.begin(), closest_.end(), running_.begin());
        const auto trials = 2 + static_cast<Index>(std::log(static_cast<double>(k)));
        Matrix candidates(trials, column_count(X_));
        for (Index t = 0; t < trials; ++t) {
            candidates.row(t) =
                kernels::row_of(X_, rows_[static_cast<std::size_t>(draw(running_, random))]).transpose();
        }
        const Matrix distance = to_centres(candidates);
        Index best = 0;
        double least = std::numeric_limits<double>::infinity();
        for (Index t = 0; t < trials; ++t) {
            double potential = 0;
            for (Index i = 0; i < size(); ++i) {
                potential += std::min(closest_[static_cast<std::size_t>(i)], distance(i, t));
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
            double& closest = closest_[static_cast<std::size_t>(i)];
            closest = std::min(closest, distance(i, centre));
        }
    }

    const Features& X_;
    std::vector<Index> rows_;
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
        centroids.row(h) = kernels::row_of(X, rows[static_cast<std::size_t>(h - chosen)]).transpose();
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
