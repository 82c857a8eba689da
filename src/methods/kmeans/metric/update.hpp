#pragma once

#include <mvlink/context.hpp>

#include "methods/kmeans/metric/metric.hpp"
#include "methods/kmeans/metric/spreads.hpp"
#include "methods/kmeans/problem/constrained_view.hpp"
#include "methods/kmeans/problem/constraint_index.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {

/// One per metric: the sums in brackets of Eq. (7), or of Eq. (8).
using Scatters = std::vector<Scatter>;

/// The first sum: rr' over the rows of each cluster, r = x - mu_h.
Scatters within_scatter(const Features& X, const Matrix& centroids, std::span<const std::int32_t> labels,
                        MetricForm form, std::size_t n_metrics, Context& context);

/// Adds the second and third sums: vv' / 2 of every violated must-link to both its clusters, v = x_i - x_j, and
/// mm' - vv' of every violated cannot-link, m the farthest pair's vector. Labels are by position; all rows have one.
// Departure: a single metric gets the whole vv' of a must-link; the paper's half is that of two metrics.
void add_constraint_scatter(const ConstrainedView& problem, const ConstraintIndex& index,
                            std::span<const std::int32_t> labels, const Spreads& spreads, MetricForm form,
                            Scatters& scatters, Context& context, bool with_soft = true);

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
