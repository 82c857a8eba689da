#pragma once

#include <mvlink/context.hpp>

#include "kernels/assignment.hpp"
#include "kernels/moved_rows.hpp"
#include "kernels/shortlist.hpp"
#include "methods/kmeans/lloyd/state.hpp"
#include "methods/kmeans/pck/penalties.hpp"
#include "methods/kmeans/problem/grouped_rows.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {

/// Step 2a for groups of rows that a rule keeps apart: the rows of one group take different clusters, those that cost
/// least together. Exact, so the objective never rises.
// Departure: the paper knows pairs only. A rule about n rows would be n^2 cannot-links, and single moves get stuck,
// since two rows can only swap their clusters at once.

/// The groups without constraints, which do not depend on each other. Returns how many labels changed.
Index assign_free_groups(const ConstrainedView& problem, const GroupedRows& groups,
                         std::span<const kernels::Shortlist> lists, State& state, Context& context);

/// A group with constraints, visited as a whole: its rows pay for the constraints to rows outside of it. A constraint
/// inside it costs the same wherever its rows are, since they are apart.
class GroupVisit {
public:
    GroupVisit(const ConstrainedView& problem, const GroupedRows& groups, const Matrix& centroids);

    /// Returns how many labels changed.
    Index assign(Index group, Penalties& penalties, State& state);

private:
    void measure(std::span<const Index> rows, Penalties& penalties, const State& state);

    const ConstrainedView& problem_;
    const GroupedRows& groups_;
    kernels::CentreDistances distance_;
    Index k_;
    kernels::Assignment solver_;
    std::vector<double> costs_;  // rows of the group x k
    std::vector<std::int32_t> present_;
};

/// The most memory that the groups need: distances of one batch of rows.
std::size_t bytes_for_groups(const GroupedRows& groups, Index k);

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
