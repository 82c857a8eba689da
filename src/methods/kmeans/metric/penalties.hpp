#pragma once

#include <mvlink/context.hpp>

#include "methods/kmeans/metric/metric.hpp"
#include "methods/kmeans/metric/row_space.hpp"
#include "methods/kmeans/problem/constrained_view.hpp"
#include "methods/kmeans/problem/constraint_index.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {

/// The two constraint sums of Eq. (6), whose terms are distances: a violated must-link costs Eq. (4), half the squared
/// distance under either cluster's metric, a violated cannot-link Eq. (5), the squared spread less the squared
/// distance.
///
/// The closure is never expanded: the distances from a row to all members of a component in one cluster follow from
/// their number, mean and scatter. Small components are summed member by member. Rows are addressed by position; rows
/// labelled -1 cost nothing.
class MetricPenalties {
public:
    MetricPenalties(const ConstrainedView& problem, Index k, bool closure, ConstraintWeights weights);

    /// Takes metrics, the squared length of each one's farthest pair, and the labels by position.
    void start(const Metrics& metrics, std::vector<double> squared_spreads, std::vector<std::int32_t> labels,
               Context& context);
    [[nodiscard]] std::int32_t label(Index position) const { return labels_[position]; }
    void move(Index position, std::int32_t to);

    /// Adds to costs[h] what the row would pay in cluster h, the other labels as they are.
    void add_costs(Index position, std::span<double> costs) const;

    /// That in one cluster alone.
    [[nodiscard]] double cost_in(Index position, Index cluster) const;

    /// What all violated constraints cost together.
    [[nodiscard]] double total(Context& context) const;

    /// f_M, Eq. (4), of rows p and q in clusters g and h.
    [[nodiscard]] double must_cost(Index p, Index q, Index g, Index h) const;
    /// f_C, Eq. (5), of rows p and q in cluster h; not below 0, even if the farthest pair belongs to an earlier metric.
    [[nodiscard]] double cannot_cost(Index p, Index q, Index h) const;

    [[nodiscard]] const ConstraintIndex& index() const { return index_; }
    [[nodiscard]] std::span<const std::int32_t> labels() const { return labels_; }

private:
    [[nodiscard]] bool several() const { return n_metrics_ > 1; }
    [[nodiscard]] std::size_t metric(Index cluster) const { return metric_of(cluster, n_metrics_); }
    [[nodiscard]] bool grouped(Index component) const { return group_at_[component] >= 0; }
    /// The component's rows in a cluster, under that cluster's metric.
    RowGroup& group(Index component, Index cluster) {
        return groups_[static_cast<std::size_t>(group_at_[static_cast<std::size_t>(component)] + cluster)];
    }
    [[nodiscard]] const RowGroup& group(Index component, Index cluster) const {
        return groups_[static_cast<std::size_t>(group_at_[static_cast<std::size_t>(component)] + cluster)];
    }
    /// All of its assigned rows, under the metric of a cluster; kept if metrics differ.
    RowGroup& whole(Index component, Index cluster) { return group(component, k_ + cluster); }
    [[nodiscard]] const RowGroup& whole(Index component, Index cluster) const { return group(component, k_ + cluster); }

    void reserve_groups();
    void fill_groups(Index component);
    [[nodiscard]] double must_in(Index position, Index other, double weight, Index cluster) const;
    [[nodiscard]] double cannot_in(Index position, Index other, double weight, Index cluster) const;
    [[nodiscard]] double own_component_in(Index position, Index cluster) const;
    [[nodiscard]] double cannot_linked_in(Index position, const ConstraintIndex::Separation& from, Index cluster) const;
    void add_own_component(Index position, std::span<double> costs) const;
    void add_cannot_linked(Index position, const ConstraintIndex::Separation& from, std::span<double> costs) const;
    void add_must(Index position, Index other, double weight, std::span<double> costs) const;
    void add_cannot(Index position, Index other, double weight, std::span<double> costs) const;

    ConstraintIndex index_;
    std::unique_ptr<RowSpace> space_;
    Index k_;
    Index least_grouped_;  // components of fewer rows are summed member by member
    std::size_t n_metrics_ = 0;
    std::vector<double> squared_spreads_;  // one per metric
    std::vector<std::int32_t> labels_;
    std::vector<Index> group_at_;
    std::vector<RowGroup> groups_;
    Matrix vectors_;
};

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
