#include "methods/kmeans/metric/penalties.hpp"

#include "runtime/parallel.hpp"

#include <algorithm>
#include <numeric>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {
namespace {

/// A group costs k vectors per component, and saves the distances to its members. From k members on, all vectors
/// together are no larger than the constrained rows; those of sparse views are long beside a row, so they must save
/// more.
Index least_grouped(const View& view, Index k) {
    constexpr Index kSparseMembers = 64;
    const bool sparse = std::visit([]<class Rows>(const Rows&) { return Rows::kSparse; }, view.features());
    return sparse ? std::max(k, kSparseMembers) : k;
}

bool all_the_same(const Metrics& metrics, const std::vector<double>& squared_spreads) {
    for (std::size_t m = 1; m < metrics.size(); ++m) {
        const bool same = metrics[m].weights == metrics[0].weights && metrics[m].factor == metrics[0].factor;
        if (!same || squared_spreads[m] != squared_spreads[0]) return false;
    }
    return true;
}

}  // namespace

MetricPenalties::MetricPenalties(const ConstrainedView& problem, Index k, bool closure, ConstraintWeights weights)
    : index_(problem.components, problem.pairs, closure, weights),
      space_(make_row_space(problem)),
      k_(k),
      least_grouped_(least_grouped(problem.view, k)) {}

void MetricPenalties::reserve_groups() {
    const Index a_component = several() ? 2 * k_ : k_;
    Index groups = 0;
    group_at_.clear();
    for (Index c = 0; c < index_.count(); ++c) {
        const bool large = index_.closure() && static_cast<Index>(index_.members(c).size()) >= least_grouped_;
        group_at_.push_back(large ? groups : -1);
        groups += large ? a_component : 0;
    }
    groups_.resize(groups);
    vectors_.resize(groups, space_->width());
}

void MetricPenalties::start(const Metrics& metrics, std::vector<double> squared_spreads,
                            std::vector<std::int32_t> labels, Context& context) {
    // Clusters that share a metric pay one distance per pair of rows instead of one per cluster.
    const std::size_t n_metrics = all_the_same(metrics, squared_spreads) ? 1 : metrics.size();
    space_->use(std::span(metrics).first(n_metrics), context);
    squared_spreads_ = std::move(squared_spreads);
    labels_ = std::move(labels);
    if (n_metrics_ != n_metrics) {
        n_metrics_ = n_metrics;
        reserve_groups();
    }
    for (std::size_t g = 0; g < groups_.size(); ++g) {
        groups_[g] = {0, vectors_.data() + static_cast<Index>(g) * vectors_.cols(), 0};
    }
    vectors_.setZero();
    parallel_for(context, index_.count(), 1, [&](Index begin, Index end) {
        for (Index c = begin; c < end; ++c) {
            if (grouped(c)) fill_groups(c);
        }
    });
}

void MetricPenalties::fill_groups(Index component) {
    for (const Index p : index_.members(component)) {
        if (label(p) < 0) continue;
        space_->add(metric(label(p)), p, group(component, label(p)));
        for (Index h = 0; h < k_ && several(); ++h) {
            space_->add(metric(h), p, whole(component, h));
        }
    }
}

void MetricPenalties::move(Index position, std::int32_t to) {
    const std::int32_t from = label(position);
    const Index own = index_.component_of(position);
    labels_[position] = to;
    if (!grouped(own)) return;
    if (from >= 0) space_->remove(metric(from), position, group(own, from));
    space_->add(metric(to), position, group(own, to));
    for (Index h = 0; h < k_ && several() && from < 0; ++h) {
        space_->add(metric(h), position, whole(own, h));
    }
}

double MetricPenalties::must_cost(Index p, Index q, Index g, Index h) const {
    if (!several()) return space_->between(0, p, q);
    return 0.5 * (space_->between(metric(g), p, q) + space_->between(metric(h), p, q));
}

double MetricPenalties::cannot_cost(Index p, Index q, Index h) const {
    return std::max(0.0, squared_spreads_[metric(h)] - space_->between(metric(h), p, q));
}

void MetricPenalties::add_must(Index position, Index other, double weight, std::span<double> costs) const {
    const std::int32_t g = label(other);
    if (g < 0) return;
    const double there = space_->between(metric(g), position, other);
    for (Index h = 0; h < k_; ++h) {
        if (h == g) continue;
        const double f = several() ? 0.5 * (there + space_->between(metric(h), position, other)) : there;
        costs[h] += weight * f;
    }
}

void MetricPenalties::add_cannot(Index position, Index other, double weight, std::span<double> costs) const {
    const std::int32_t h = label(other);
    if (h >= 0) costs[h] += weight * cannot_cost(position, other, h);
}

/// Must-links inside the row's component: in cluster h, penalty for every other member that is not there. The row
/// itself is at distance 0 and needs no exception.
void MetricPenalties::add_own_component(Index position, std::span<double> costs) const {
    const Index own = index_.component_of(position);
    if (!grouped(own)) {
        for (const Index other : index_.members(own)) {
            if (other != position) add_must(position, other, index_.must_weight(own), costs);
        }
        return;
    }
    std::vector<double> by_cluster(k_);
    for (Index g = 0; g < k_; ++g) {
        by_cluster[g] = space_->to_group(metric(g), position, group(own, g));
    }
    const double all = std::accumulate(by_cluster.begin(), by_cluster.end(), 0.0);
    for (Index h = 0; h < k_; ++h) {
        const double inside = by_cluster[h];
        const double under_own_metrics = all - inside;
        const double under_metric_of_h =
            several() ? space_->to_group(metric(h), position, whole(own, h)) - inside : under_own_metrics;
        costs[h] += index_.must_weight(own) * 0.5 * (under_own_metrics + under_metric_of_h);
    }
}

void MetricPenalties::add_cannot_linked(Index position, const ConstraintIndex::Separation& from,
                                        std::span<double> costs) const {
    const auto& [component, weight] = from;
    if (!grouped(component)) {
        for (const Index other : index_.members(component)) {
            add_cannot(position, other, weight, costs);
        }
        return;
    }
    for (Index h = 0; h < k_; ++h) {
        const RowGroup& inside = group(component, h);
        if (inside.count == 0) continue;
        const double missing = static_cast<double>(inside.count) * squared_spreads_[metric(h)] -
                               space_->to_group(metric(h), position, inside);
        costs[h] += weight * std::max(0.0, missing);
    }
}

void MetricPenalties::add_costs(Index position, std::span<double> costs) const {
    if (index_.closure()) {
        add_own_component(position, costs);
        for (const ConstraintIndex::Separation& other : index_.separations(index_.component_of(position))) {
            add_cannot_linked(position, other, costs);
        }
    }
    for (const ConstraintIndex::Tie& tie : index_.ties(position)) {
        if (tie.must) {
            add_must(position, tie.other, tie.weight, costs);
        } else {
            add_cannot(position, tie.other, tie.weight, costs);
        }
    }
}

double MetricPenalties::must_in(Index position, Index other, double weight, Index cluster) const {
    const std::int32_t g = label(other);
    return g < 0 || g == cluster ? 0 : weight * must_cost(position, other, g, cluster);
}

double MetricPenalties::cannot_in(Index position, Index other, double weight, Index cluster) const {
    return label(other) == cluster ? weight * cannot_cost(position, other, cluster) : 0;
}

double MetricPenalties::own_component_in(Index position, Index cluster) const {
    const Index own = index_.component_of(position);
    double cost = 0;
    if (!grouped(own)) {
        for (const Index other : index_.members(own)) {
            if (other != position) cost += must_in(position, other, index_.must_weight(own), cluster);
        }
        return cost;
    }
    for (Index g = 0; g < k_; ++g) {
        if (g != cluster) cost += space_->to_group(metric(g), position, group(own, g));
    }
    const double inside = several() ? space_->to_group(metric(cluster), position, group(own, cluster)) : 0;
    const double under_own_metric =
        several() ? space_->to_group(metric(cluster), position, whole(own, cluster)) - inside : cost;
    return index_.must_weight(own) * 0.5 * (cost + under_own_metric);
}

double MetricPenalties::cannot_linked_in(Index position, const ConstraintIndex::Separation& from, Index cluster) const {
    const auto& [component, weight] = from;
    double cost = 0;
    if (!grouped(component)) {
        for (const Index other : index_.members(component)) {
            cost += cannot_in(position, other, weight, cluster);
        }
        return cost;
    }
    const RowGroup& inside = group(component, cluster);
    const double missing = static_cast<double>(inside.count) * squared_spreads_[metric(cluster)] -
                           space_->to_group(metric(cluster), position, inside);
    return weight * std::max(0.0, missing);
}

double MetricPenalties::cost_in(Index position, Index cluster) const {
    double cost = 0;
    if (index_.closure()) {
        cost += own_component_in(position, cluster);
        for (const ConstraintIndex::Separation& other : index_.separations(index_.component_of(position))) {
            cost += cannot_linked_in(position, other, cluster);
        }
    }
    for (const ConstraintIndex::Tie& tie : index_.ties(position)) {
        cost += tie.must ? must_in(position, tie.other, tie.weight, cluster)
                         : cannot_in(position, tie.other, tie.weight, cluster);
    }
    return cost;
}

double MetricPenalties::total(Context& context) const {
    const auto paid = [&](Index begin, Index end) {
        double sum = 0;
        for (Index p = begin; p < end; ++p) {
            if (label(p) >= 0) sum += cost_in(p, label(p));
        }
        return sum;
    };
    return ordered_sum(context, index_.size(), paid) / 2;  // every pair was counted at both rows
}

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
