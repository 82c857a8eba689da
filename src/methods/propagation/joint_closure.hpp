#pragma once

#include <mvlink/dataset.hpp>

#include "constraints/components.hpp"

#include <map>
#include <span>
#include <utility>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace propagation_steps {

/// The instances of all views as nodes, counted view after view.
class Nodes {
public:
    explicit Nodes(const Dataset& data);

    [[nodiscard]] Index of(InstanceId instance) const { return first(instance.view) + instance.row; }
    [[nodiscard]] InstanceId instance(Index node) const;
    [[nodiscard]] Index first(int view) const { return first_[view]; }
    [[nodiscard]] int views() const { return static_cast<int>(first_.size()) - 1; }

private:
    std::vector<Index> first_;  // and the total
};

/// Which relations count.
struct ClosureRules {
    bool across_views = true;  // the mapping, and constraints between views
    bool closed = true;        // what they imply together
};

/// Steps 1 to 4 of Algorithm 2: constraints and mapping of all views as one graph, the mapping as must-links. Held as
/// components, never expanded.
class JointClosure {
public:
    JointClosure(const Dataset& data, const ClosureRules& rules);

    [[nodiscard]] const ClosureRules& rules() const { return rules_; }
    [[nodiscard]] const Nodes& nodes() const { return nodes_; }
    /// What certain must-links join, and which groups cannot-links keep apart; without the closure, objects alone.
    [[nodiscard]] const constraints::Components& groups() const { return groups_; }
    /// The group of a row that is mapped or constrained, otherwise -1.
    [[nodiscard]] Index group_of(int view, Index row) const { return groups_.of(nodes_.of({view, row})); }
    /// The rows of a group in one view, increasing: R, augmented, relates them to all others of the group.
    [[nodiscard]] std::vector<Index> rows_in(Index group, int view) const;
    /// X-hat of the paper: rows that R relates to rows of other views, increasing.
    [[nodiscard]] std::vector<Index> mapped_rows(int view) const;
    /// The closure holds this constraint between two rows of a view.
    [[nodiscard]] bool follows(int view, Index a, Index b, Link link) const;
    /// What a pair of rows of two cannot-linked groups, or of one group, weighs if it is not given itself: as much as
    /// the lightest of the constraints that it may follow from, but no more than the mapping, which counts 1.
    [[nodiscard]] double implied_weight(Index group, Index other) const;
    /// Some implied pairs weigh less than 1.
    [[nodiscard]] bool has_light_groups() const { return !light_.empty(); }

private:
    JointClosure(const ClosureRules& rules, Nodes nodes, std::span<const constraints::Pair> relations);
    void find_light(std::span<const constraints::Pair> relations);

    ClosureRules rules_;
    Nodes nodes_;
    constraints::Components groups_;
    std::map<std::pair<Index, Index>, double> light_;  // implied weights below 1, by groups, the smaller first
};

/// The mapping as must-links: of each object, its first instance with every other one.
std::vector<constraints::Pair> mapping_pairs(const Dataset& data, const Nodes& nodes);

}  // namespace propagation_steps
}  // namespace v1
}  // namespace mvlink
