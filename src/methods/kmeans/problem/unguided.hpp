#pragma once

#include <mvlink/context.hpp>
#include <mvlink/dataset.hpp>

#include "kernels/matrix.hpp"
#include "methods/common/calibration.hpp"
#include "methods/kmeans/problem/constrained_view.hpp"

#include <vector>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {

/// The centroids of K-Means with its default options: what the data say before anybody judged.
Matrix unguided_centroids(const Dataset& data, int n_clusters, Context& context);

/// Rows, evenly spread, on which means over all rows are estimated.
std::vector<Index> sample_of_rows(Index rows);

/// The judgements, by position of their rows; what nobody judged is left out.
std::vector<Judged> judged_pairs(const ConstrainedView& problem);

/// Calibration by squared distances from these centroids, which were found without the judgements.
Calibration calibrate_distances(const ConstrainedView& problem, const Matrix& centroids, Context& context);

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
