#pragma once

#include <mvlink/dataset.hpp>
#include <mvlink/result.hpp>

#include "kernels/matrix.hpp"
#include "methods/kmeans/constrained_view.hpp"

#include <vector>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {

/// Counts, over the runs of a method, how often each given constraint ended violated.
class ViolationCounts {
public:
    explicit ViolationCounts(const ConstrainedView& problem) : problem_(problem), violated_(problem.pairs.size(), 0) {}
    void add(const std::vector<std::int32_t>& labels);
    [[nodiscard]] double share(std::size_t pair) const {
        return runs_ == 0 ? 0 : static_cast<double>(violated_[pair]) / static_cast<double>(runs_);
    }

private:
    const ConstrainedView& problem_;
    std::vector<Index> violated_;
    Index runs_ = 0;
};

/// Constraints that look wrong: those that the final centroids and metrics contradict, by how much. `costs` are those
/// of the constrained rows before constraints, by position. A must-link is strained by what its rows would save if each
/// took its cheapest cluster instead of the cheapest common one; a cannot-link by what they would save if both took
/// the cheapest cluster.
std::vector<Suspect> find_suspects(const Dataset& data, const ConstrainedView& problem, const Matrix& costs,
                                   const ViolationCounts& violations);

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
