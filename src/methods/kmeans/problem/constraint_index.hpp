#pragma once

#include "constraints/components.hpp"

#include <span>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {

/// The constraints by position of the row in components.nodes(): which component it is in, and what given pairs cost
/// beyond the closure.
///
/// With the closure, every pair inside a component and between two cannot-linked ones weighs 1 (times
/// constraint_weight). Ties are the given pairs that weigh something else, with the difference; without the closure,
/// they are all given pairs.
class ConstraintIndex {
public:
    struct Tie {
        Index other;    // position
        double weight;  // what a violation costs beyond the closure's share
        bool must;
        bool soft;
    };

    ConstraintIndex(const constraints::Components& components, std::span<const constraints::Pair> given, bool closure,
                    double constraint_weight);

    [[nodiscard]] Index size() const { return static_cast<Index>(component_of_.size()); }
    [[nodiscard]] Index count() const { return static_cast<Index>(member_offsets_.size()) - 1; }
    [[nodiscard]] bool closure() const { return closure_; }
    [[nodiscard]] double weight() const { return weight_; }
    [[nodiscard]] Index component_of(Index position) const { return component_of_[static_cast<std::size_t>(position)]; }
    /// Positions of the component's rows, rising.
    [[nodiscard]] std::span<const Index> members(Index component) const;
    [[nodiscard]] std::span<const Index> cannot_linked(Index component) const {
        return components_->cannot_linked(component);
    }
    [[nodiscard]] std::span<const Tie> ties(Index position) const;

private:
    void collect_ties(std::span<const constraints::Pair> given);

    const constraints::Components* components_;
    bool closure_;
    double weight_;
    std::vector<Index> component_of_;
    std::vector<Index> members_, member_offsets_;
    std::vector<Tie> ties_;
    std::vector<Index> tie_offsets_;
};

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
