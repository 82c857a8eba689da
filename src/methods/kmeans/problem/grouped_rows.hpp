#pragma once

#include "methods/kmeans/problem/constrained_view.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {

/// The rows that a group rule keeps apart: groups of at least two rows, of which every cluster may hold one.
class GroupedRows {
public:
    explicit GroupedRows(const ConstrainedView& problem);

    [[nodiscard]] Index count() const { return static_cast<Index>(offsets_.size()) - 1; }
    [[nodiscard]] bool empty() const { return count() == 0; }
    /// Rows of a group, increasing.
    [[nodiscard]] std::span<const Index> members(Index group) const {
        return std::span(members_).subspan(offsets_[group], offsets_[group + 1] - offsets_[group]);
    }
    /// -1: in none.
    [[nodiscard]] Index group_of(Index row) const { return empty() ? -1 : group_of_[row]; }
    /// Whether a row of the group has a constraint too.
    [[nodiscard]] bool is_constrained(Index group) const { return is_constrained_[group] != 0; }

    /// Rows that do not simply take the nearest cluster, since they are in a group or have constraints; increasing.
    [[nodiscard]] const std::vector<Index>& chosen_rows() const { return chosen_rows_; }
    /// Where a chosen row stands among them.
    [[nodiscard]] Index place_of(Index row) const;
    /// The place of a constrained row, by its position in components.nodes().
    [[nodiscard]] Index place_at(Index position) const { return empty() ? position : place_at_[position]; }

private:
    void collect_groups(const GroupRule& rule, const ConstrainedView& problem);
    void collect_chosen_rows(const ConstrainedView& problem);

    std::vector<Index> members_, offsets_{0};
    std::vector<Index> group_of_;               // by row
    std::vector<std::uint8_t> is_constrained_;  // by group
    std::vector<Index> chosen_rows_;
    std::vector<Index> place_at_;  // by position
};

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
