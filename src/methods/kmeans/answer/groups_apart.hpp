#pragma once

#include <mvlink/context.hpp>
#include <mvlink/dataset.hpp>
#include <mvlink/result.hpp>

#include "kernels/matrix.hpp"

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {

/// Rows that a rule keeps apart and that have the same nearest centroid take different clusters: all rows of their
/// group take those whose squared distances add up to the least. A row that does not get its nearest has no confidence.
/// Error{input} if a group has more rows than there are clusters.
void keep_groups_apart(const Dataset& data, const View& view, const Matrix& centroids, Partition& partition,
                       Context& context);

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
