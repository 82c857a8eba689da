#pragma once

#include <mvlink/context.hpp>
#include <mvlink/dataset.hpp>

#include "kernels/matrix.hpp"
#include "methods/common/calibration.hpp"
#include "methods/kmeans/problem/constrained_view.hpp"

#include <cstdint>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {

/// Centroids, and the labels that go with them; empty: not known.
struct Unguided {
    Matrix centroids;
    std::vector<std::int32_t> labels;
};

/// K-Means with its default options: what the data say before anybody judged.
Unguided cluster_unguided(const Dataset& data, int n_clusters, Context& context);

/// Where K-Means without constraints ends that begins at these centroids.
Matrix settled_without_constraints(const Dataset& data, const Matrix& centroids, Context& context);

/// Rows, evenly spread, on which means over all rows are estimated.
std::vector<Index> sample_of_rows(Index rows);

/// The judgements, by position of their rows; what nobody judged is left out.
std::vector<Judged> judged_pairs(const ConstrainedView& problem);

/// caution() by squared distances from these centroids.
double caution_of(const View& view, const Matrix& centroids, Context& context);

/// Calibration by squared distances from these centroids, which were found without the judgements.
Calibration calibrate_distances(const ConstrainedView& problem, const Matrix& centroids, Context& context);
/// Its evidence alone.
double evidence_of_distances(const ConstrainedView& problem, const Matrix& centroids, Context& context);

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
