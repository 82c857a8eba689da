#pragma once

#include <mvlink/dataset.hpp>
#include <mvlink/options.hpp>

#include "constraints/components.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {

/// The only view of the data, with enough rows for so many clusters. Throws Error{usage} or Error{input} otherwise.
const View& view_for_clusters(const Dataset& data, int n_clusters);

/// The view and its constraints as the family sees them: X, M and C of the paper.
struct ConstrainedView {
    explicit ConstrainedView(Dataset data);

    Dataset data;
    View view;
    std::vector<constraints::Pair> pairs;
    constraints::Components components;
    std::optional<constraints::Components> with_soft;  // joined by soft must-links too; none: no pair is soft
    std::vector<std::uint8_t> is_constrained;          // one per row; empty: none is

    [[nodiscard]] bool constrained(Index row) const { return !is_constrained.empty() && is_constrained[row] != 0; }
    /// The groups that start clusters. Soft must-links join rows here, and here alone, where that contradicts nothing.
    [[nodiscard]] const constraints::Components& starting_groups() const { return with_soft ? *with_soft : components; }
    /// `closure` as given, or what auto stands for: yes, unless the constraints contradict each other.
    // Departure: the paper assumes consistent constraints. A contradiction shows that some are wrong, and one wrong
    // must-link joins two groups, whose implied pairs outnumber all that were given.
    [[nodiscard]] bool uses_closure(const OrAuto<bool>& closure) const {
        return closure.is_auto() ? components.conflicts().empty() : *closure.value;
    }
    /// The position of a constrained row in components.nodes().
    [[nodiscard]] Index position_of(Index row) const;
    [[nodiscard]] Index row_at(Index position) const { return components.nodes()[position]; }
    /// Rows without constraints, rising.
    [[nodiscard]] std::vector<Index> free_rows() const;
    /// The number of given constraints of the constrained rows, by position.
    [[nodiscard]] std::vector<Index> degrees() const;
    /// The labels of the constrained rows, by position.
    [[nodiscard]] std::vector<std::int32_t> labels_by_position(const std::vector<std::int32_t>& labels) const;
};

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
