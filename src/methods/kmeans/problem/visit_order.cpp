#include "methods/kmeans/problem/visit_order.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {

std::vector<Index> visit_order(const ConstrainedView& problem, VisitOrder order, Random& random,
                               const std::function<std::vector<double>()>& nearest_costs) {
    const auto count = problem.components.nodes().size();
    if (order == VisitOrder::random) return random.permutation(static_cast<Index>(count));
    std::vector<Index> positions(count);
    std::iota(positions.begin(), positions.end(), Index{0});
    if (order == VisitOrder::index) return positions;
    const std::vector<Index> degrees = problem.degrees();
    const std::vector<double> costs = nearest_costs();
    const auto key = [&](Index p) { return std::tuple(degrees[p], costs[p]); };
    std::stable_sort(positions.begin(), positions.end(), [&](Index p, Index q) { return key(p) < key(q); });
    return positions;
}

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
