#include "methods/alternatives/proclus_steps.hpp"

#include "kernels/label_sums.hpp"
#include "kernels/nearest.hpp"
#include "methods/alternatives/several_clusterings.hpp"
#include "runtime/parallel.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace mvlink {
inline namespace v1 {
namespace alternatives {
namespace {

constexpr Index kGrain = 256;
constexpr double kFar = std::numeric_limits<double>::infinity();

std::size_t at(Index i) {
    return static_cast<std::size_t>(i);
}

/// Sums of |x - m_i| by medoid, over rows that choose(row, i) takes, divided by their number.
template <class Choose>
Matrix mean_differences(const Matrix& rows, const Matrix& medoids, Context& context, Choose&& choose) {
    const auto add = [&](kernels::LabelSums& part, Index begin, Index end) {
        for (Index row = begin; row < end; ++row) {
            for (Index i = 0; i < medoids.rows(); ++i) {
                if (!choose(row, i)) continue;
                part.sums.row(i) += (rows.row(row) - medoids.row(i)).cwiseAbs();
                ++part.counts[at(i)];
            }
        }
    };
    const auto bytes = static_cast<std::size_t>(medoids.size()) * sizeof(double);
    kernels::LabelSums found =
        ordered_sum(context, rows.rows(), kernels::LabelSums(medoids.rows(), medoids.cols()), bytes, add,
                    [](kernels::LabelSums& total, const kernels::LabelSums& part) { kernels::add(total, part); });
    for (Index i = 0; i < medoids.rows(); ++i) {
        if (found.counts[at(i)] > 0) found.sums.row(i) /= static_cast<double>(found.counts[at(i)]);
    }
    return std::move(found.sums);
}

/// Z_ij: how many deviations column j is narrower or wider than the columns of cluster i are on average.
Matrix standardized(const Matrix& spread) {
    Matrix Z = spread.colwise() - spread.rowwise().mean();
    const Index d = spread.cols();
    for (Index i = 0; i < Z.rows(); ++i) {
        const double deviation = d > 1 ? std::sqrt(Z.row(i).squaredNorm() / static_cast<double>(d - 1)) : 0;
        if (deviation > 0) {
            Z.row(i) /= deviation;
        } else {
            Z.row(i).setZero();
        }
    }
    return Z;
}

}  // namespace

double segmental_distance(const double* x, const double* y, std::span<const Index> columns) {
    double sum = 0;
    for (const Index j : columns) {
        sum += std::abs(x[j] - y[j]);
    }
    return sum / static_cast<double>(columns.size());
}

std::vector<Index> candidate_medoids(const Matrix& rows, Index sampled, Index wanted, Random& random) {
    std::vector<Index> sample = random.permutation(rows.rows());
    sample.resize(at(std::min(sampled, rows.rows())));
    std::vector<double> distance(sample.size(), kFar);
    std::vector<Index> chosen;
    std::size_t next = 0;  // the sample is in random order
    while (static_cast<Index>(chosen.size()) < wanted && distance[next] > 0) {
        chosen.push_back(sample[next]);
        for (std::size_t s = 0; s < sample.size(); ++s) {
            const double to_new = (rows.row(sample[s]) - rows.row(chosen.back())).squaredNorm();
            distance[s] = std::min(distance[s], to_new);
        }
        next = static_cast<std::size_t>(std::max_element(distance.begin(), distance.end()) - distance.begin());
    }
    return chosen;
}

Matrix spread_in_localities(const Matrix& rows, const Matrix& medoids, Context& context) {
    const Index k = medoids.rows();
    std::vector<double> reach(at(k), kFar);  // squared
    for (Index i = 0; i < k; ++i) {
        for (Index j = 0; j < k; ++j) {
            if (j != i) reach[at(i)] = std::min(reach[at(i)], (medoids.row(i) - medoids.row(j)).squaredNorm());
        }
    }
    return mean_differences(rows, medoids, context, [&](Index row, Index i) {
        return (rows.row(row) - medoids.row(i)).squaredNorm() <= reach[at(i)];
    });
}

Matrix spread_in_clusters(const Matrix& rows, const Matrix& medoids, std::span<const std::int32_t> labels,
                          Context& context) {
    return mean_differences(rows, medoids, context, [&](Index row, Index i) { return labels[at(row)] == i; });
}

ClusterColumns choose_columns(const Matrix& spread, Index total) {
    const Index d = spread.cols();
    const Matrix Z = standardized(spread);
    ClusterColumns columns(at(Z.rows()));
    std::vector<std::pair<double, Index>> rest;  // Z_ij, i d + j
    for (Index i = 0; i < Z.rows(); ++i) {
        std::vector<Index> order(at(d));
        std::iota(order.begin(), order.end(), Index{0});
        std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return Z(i, a) < Z(i, b); });
        const Index first = std::min<Index>(2, d);
        columns[at(i)].assign(order.begin(), order.begin() + first);
        total -= first;
        for (Index place = first; place < d; ++place) {
            rest.emplace_back(Z(i, order[at(place)]), i * d + order[at(place)]);
        }
    }
    std::sort(rest.begin(), rest.end());
    rest.resize(std::min(rest.size(), at(std::max<Index>(total, 0))));
    for (const auto& [z, place] : rest) {
        columns[at(place / d)].push_back(place % d);
    }
    for (auto& list : columns) {
        std::sort(list.begin(), list.end());
    }
    return columns;
}

std::vector<std::int32_t> assign_rows(const Matrix& rows, const Matrix& medoids, const ClusterColumns& columns,
                                      Context& context) {
    std::vector<std::int32_t> labels(at(rows.rows()));
    parallel_for(context, rows.rows(), kGrain, [&](Index begin, Index end) {
        for (Index row = begin; row < end; ++row) {
            double best = kFar;
            for (Index i = 0; i < medoids.rows(); ++i) {
                const double d = segmental_distance(rows.row(row).data(), medoids.row(i).data(), columns[at(i)]);
                if (d >= best) continue;
                best = d;
                labels[at(row)] = static_cast<std::int32_t>(i);
            }
        }
    });
    return labels;
}

double mean_spread(const Matrix& rows, std::span<const std::int32_t> labels, const ClusterColumns& columns,
                   Context& context) {
    const Matrix centroids = label_means(rows, labels, static_cast<Index>(columns.size()), context);
    const double sum = ordered_sum(context, rows.rows(), [&](Index begin, Index end) {
        double part = 0;
        for (Index row = begin; row < end; ++row) {
            const Index i = labels[at(row)];
            part += segmental_distance(rows.row(row).data(), centroids.row(i).data(), columns[at(i)]);
        }
        return part;
    });
    return sum / static_cast<double>(rows.rows());
}

std::vector<double> reaches(const Matrix& medoids, const ClusterColumns& columns) {
    std::vector<double> reach(columns.size(), std::numeric_limits<double>::max());
    for (Index i = 0; i < medoids.rows(); ++i) {
        for (Index j = 0; j < medoids.rows(); ++j) {
            if (j == i) continue;
            const double d = segmental_distance(medoids.row(i).data(), medoids.row(j).data(), columns[at(i)]);
            reach[at(i)] = std::min(reach[at(i)], d);
        }
    }
    return reach;
}

Assignment assign_with_outliers(const Matrix& rows, const Matrix& medoids, const ClusterColumns& columns,
                                std::span<const double> reach, Context& context) {
    Assignment found{assign_rows(rows, medoids, columns, context), std::vector<double>(at(rows.rows())), 0};
    std::vector<std::uint8_t> is_outlier(at(rows.rows()), 0);
    parallel_for(context, rows.rows(), kGrain, [&](Index begin, Index end) {
        for (Index row = begin; row < end; ++row) {
            double best = kFar, second = kFar;
            bool beyond = true;
            for (Index i = 0; i < medoids.rows(); ++i) {
                const double d = segmental_distance(rows.row(row).data(), medoids.row(i).data(), columns[at(i)]);
                beyond = beyond && d > reach[at(i)];
                second = std::min(second, std::max(d, best));
                best = std::min(best, d);
            }
            is_outlier[at(row)] = beyond ? 1 : 0;
            found.confidence[at(row)] = beyond ? 0 : kernels::margin(best, second);
        }
    });
    found.outliers = std::count(is_outlier.begin(), is_outlier.end(), 1);
    return found;
}

}  // namespace alternatives
}  // namespace v1
}  // namespace mvlink
