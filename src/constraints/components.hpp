#pragma once

#include <mvlink/constraint.hpp>
#include <mvlink/matrix.hpp>

#include <span>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace constraints {

/// A constraint between two nodes: rows of one view, or instances counted through all views.
struct Pair {
    Index a = 0;
    Index b = 0;
    Link link = Link::must;
    double weight = 1;
    bool soft = false;  ///< costs its weight, but nothing follows from it
};

/// The closure of a set of constraints as an index that is never expanded: which nodes must-links join, and which of
/// these components a cannot-link separates. Every pair inside a component is an implied must-link, every pair
/// between two cannot-linked components an implied cannot-link. A soft pair neither joins nor separates; its nodes are
/// held. Only nodes with a constraint are held, so the cost is linear in what was given.
class Components {
public:
    explicit Components(std::span<const Pair> pairs);

    /// Nodes with at least one constraint, increasing.
    [[nodiscard]] std::span<const Index> nodes() const noexcept { return nodes_; }
    /// The component of a node, or -1 if it has no constraint. Components are numbered by their smallest node.
    [[nodiscard]] Index of(Index node) const noexcept;
    [[nodiscard]] Index count() const noexcept { return static_cast<Index>(member_offsets_.size()) - 1; }
    /// Of a node with cannot-links only: 1.
    [[nodiscard]] Index size(Index component) const noexcept { return static_cast<Index>(members(component).size()); }
    /// Its nodes, increasing.
    [[nodiscard]] std::span<const Index> members(Index component) const noexcept {
        return slice(members_, member_offsets_, component);
    }
    /// The components that a consistent cannot-link joins to it, increasing.
    [[nodiscard]] std::span<const Index> cannot_linked(Index component) const noexcept {
        return slice(cannot_linked_, cannot_linked_offsets_, component);
    }
    /// Cannot-links inside a component: nothing follows from them.
    [[nodiscard]] std::span<const Pair> conflicts() const noexcept { return conflicts_; }

private:
    void join(std::span<const Pair> pairs);
    void find_cannot_linked(std::span<const Pair> pairs);
    static std::span<const Index> slice(const std::vector<Index>& items, const std::vector<Index>& offsets,
                                        Index part) {
        const auto at = static_cast<std::size_t>(part);
        return std::span(items).subspan(offsets[at], static_cast<std::size_t>(offsets[at + 1] - offsets[at]));
    }

    std::vector<Index> nodes_;
    std::vector<Index> component_of_;  // by position in nodes_
    std::vector<Index> members_, member_offsets_;
    std::vector<Index> cannot_linked_, cannot_linked_offsets_;
    std::vector<Pair> conflicts_;
};

}  // namespace constraints
}  // namespace v1
}  // namespace mvlink
