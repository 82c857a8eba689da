#include "methods/kmeans/problem/unguided.hpp"

#include <mvlink/kmeans.hpp>

#include "kernels/nearest.hpp"
#include "methods/common/arrays.hpp"
#include "methods/kmeans/answer/family_result.hpp"

#include <algorithm>
#include <span>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {
namespace {

Matrix distances_of(const View& view, std::span<const Index> rows, const Matrix& centroids, Context& context) {
    Matrix distances(static_cast<Index>(rows.size()), centroids.rows());
    kernels::distances(view.features(), rows, centroids, distances, context);
    return distances;
}

}  // namespace

Unguided cluster_unguided(const Dataset& data, int n_clusters, Context& context) {
    const Result result = kmeans(data, {.n_clusters = n_clusters}, context);
    return {centroids_of(result), result.partitions.front().labels};
}

Matrix settled_without_constraints(const Dataset& data, const Matrix& centroids, Context& context) {
    Start start;
    start.centroids = to_array("centroids", centroids);
    return centroids_of(kmeans(data, {.n_clusters = static_cast<int>(centroids.rows())}, context, start));
}

std::vector<Index> sample_of_rows(Index rows) {
    constexpr Index kMost = 10'000;
    const Index count = std::min(rows, kMost);
    std::vector<Index> sample;
    sample.reserve(count);
    for (Index i = 0; i < count; ++i) {
        sample.push_back(i * rows / count);
    }
    return sample;
}

std::vector<Judged> judged_pairs(const ConstrainedView& problem) {
    std::vector<Judged> judged;
    judged.reserve(problem.pairs.size());
    for (const constraints::Pair& pair : problem.pairs) {
        if (pair.soft) continue;
        judged.push_back({problem.position_of(pair.a), problem.position_of(pair.b), pair.link == Link::must});
    }
    return judged;
}

double caution_of(const View& view, const Matrix& centroids, Context& context) {
    return caution(distances_of(view, sample_of_rows(view.rows()), centroids, context));
}

Calibration calibrate_distances(const ConstrainedView& problem, const Matrix& centroids, Context& context) {
    const Matrix costs = distances_of(problem.view, problem.components.nodes(), centroids, context);
    const Matrix sample = distances_of(problem.view, sample_of_rows(problem.view.rows()), centroids, context);
    return calibrate(costs, judged_pairs(problem), mean_gap(sample));
}

double evidence_of_distances(const ConstrainedView& problem, const Matrix& centroids, Context& context) {
    const Matrix costs = distances_of(problem.view, problem.components.nodes(), centroids, context);
    const Matrix sample = distances_of(problem.view, sample_of_rows(problem.view.rows()), centroids, context);
    return evidence(costs, judged_pairs(problem), mean_gap(sample));
}

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
