#pragma once

#include "methods/kmeans/pck/few_costs.hpp"
#include "methods/kmeans/pck/near_ties.hpp"
#include "methods/kmeans/problem/constraint_index.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {

/// The two constraint sums of Eq. (1), over the closure or over the given pairs alone. The closure is never
/// expanded: what implied pairs cost follows from how many members of a component are in each cluster; given pairs of
/// other weights are corrected one by one.
///
/// Rows are addressed by their position in components.nodes(). Rows labelled -1 cost nothing.
class Penalties {
public:
    Penalties(const constraints::Components& components, std::span<const constraints::Pair> given, Index k,
              bool closure, double constraint_weight);

    /// Takes the labels of the constrained rows, by position.
    void start(std::span<const std::int32_t> labels);
    [[nodiscard]] std::int32_t label(Index position) const { return labels_[position]; }
    /// To another cluster, or to -1: to none.
    void move(Index position, std::int32_t to);

    /// Adds to costs[h] what the row would pay in cluster h, the other labels as they are.
    void add_costs(Index position, std::span<double> costs) const;

    /// The same for few constraints; false: there are too many, use add_costs.
    [[nodiscard]] bool find_costs(Index position, FewCosts& costs) const;
    [[nodiscard]] const NearTies& near() const { return near_; }

    /// What all violated constraints cost together.
    [[nodiscard]] double total() const;

private:
    [[nodiscard]] bool counted(Index component) const { return count_at_[component] >= 0; }
    [[nodiscard]] const Index* counts(Index component) const { return counts_.data() + count_at_[component]; }
    [[nodiscard]] double closure_total() const;
    [[nodiscard]] double near_total() const;
    [[nodiscard]] double split_pairs(Index component, std::span<const double> by_cluster) const;
    [[nodiscard]] double shared_pairs(Index component, std::span<const double> by_cluster) const;
    double add_own_component(Index position, std::span<double> costs) const;
    void add_component(Index component, double weight, std::span<double> by_cluster) const;

    ConstraintIndex index_;
    NearTies near_;
    Index k_;
    std::vector<std::int32_t> labels_;  // by position
    // Members per cluster, only for components of at least k rows: smaller ones are counted on the way, in no more than
    // k steps, and all tables together have no more entries than there are rows.
    std::vector<Index> count_at_, counts_;
};

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
