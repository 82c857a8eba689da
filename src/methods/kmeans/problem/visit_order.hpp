#pragma once

#include <mvlink/kmeans.hpp>
#include <mvlink/random.hpp>

#include "methods/kmeans/problem/constrained_view.hpp"

#include <functional>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {

/// The order in which the constrained rows are assigned, as positions (bilenko2004, sec. 3.2). Only greedy calls
/// `nearest_costs`, for the cost of each row in its cheapest cluster.
std::vector<Index> visit_order(const ConstrainedView& problem, VisitOrder order, Random& random,
                               const std::function<std::vector<double>()>& nearest_costs);

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
