#include "methods/kmeans/pck/penalties.hpp"

#include <algorithm>
#include <numeric>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {
Penalties::Penalties(const constraints::Components& components, std::span<const constraints::Pair> given, Index k,
                     bool closure, double constraint_weight)
    : index_(components, given, closure, constraint_weight),
      near_(index_),
      k_(k),
      labels_(components.nodes().size(), -1) {
    Index tables = 0;
    for (Index c = 0; c < index_.count(); ++c) {
        count_at_.push_back(components.size(c) >= k ? k * tables++ : -1);
    }
    counts_.assign(k * tables, 0);
}

void Penalties::start(std::span<const std::int32_t> labels) {
    labels_.assign(labels.begin(), labels.end());
    std::fill(counts_.begin(), counts_.end(), 0);
    for (Index c = 0; c < index_.count(); ++c) {
        if (!counted(c)) continue;
        for (const Index i : index_.members(c)) {
            const std::int32_t h = label(i);
            if (h >= 0) ++counts_[static_cast<std::size_t>(count_at_[static_cast<std::size_t>(c)] + h)];
        }
    }
}

void Penalties::move(Index position, std::int32_t to) {
    std::int32_t& label = labels_[position];
    const Index table = counts_.empty() ? -1 : count_at_[index_.component_of(position)];
    if (table >= 0) {
        if (label >= 0) --counts_[table + label];
        if (to >= 0) ++counts_[table + to];
    }
    label = to;
}

/// by_cluster[h] += weight for every member of the component in cluster h.
void Penalties::add_component(Index component, double weight, std::span<double> by_cluster) const {
    if (counted(component)) {
        for (Index h = 0; h < k_; ++h) {
            by_cluster[h] += weight * static_cast<double>(counts(component)[h]);
        }
        return;
    }
    for (const Index i : index_.members(component)) {
        if (label(i) >= 0) by_cluster[label(i)] += weight;
    }
}

/// Must-links inside the row's component: penalty for every other member that is not in h. Returns the penalty in every
/// cluster.
double Penalties::add_own_component(Index position, std::span<double> costs) const {
    const Index own = index_.component_of(position);
    if (index_.members(own).size() < 2) return 0;
    double assigned = 0;
    if (counted(own)) {
        assigned = static_cast<double>(std::accumulate(counts(own), counts(own) + k_, Index{0}));
    } else {
        for (const Index i : index_.members(own)) {
            assigned += label(i) >= 0 ? 1 : 0;
        }
    }
    const double weight = index_.must_weight(own);
    add_component(own, -weight, costs);
    if (label(position) < 0) return weight * assigned;
    costs[label(position)] += weight;  // the row is not its own partner
    return weight * (assigned - 1);
}

void Penalties::add_costs(Index position, std::span<double> costs) const {
    double everywhere = 0;
    if (index_.closure()) {
        everywhere += add_own_component(position, costs);
        for (const ConstraintIndex::Separation& other : index_.separations(index_.component_of(position))) {
            add_component(other.component, other.weight, costs);
        }
    }
    for (const ConstraintIndex::Tie& tie : index_.ties(position)) {
        const std::int32_t other = label(tie.other);
        if (other < 0) continue;
        everywhere += tie.must ? tie.weight : 0;
        costs[other] += tie.must ? -tie.weight : tie.weight;
    }
    for (double& cost : costs) {
        cost += everywhere;
    }
}

bool Penalties::find_costs(Index position, FewCosts& costs) const {
    costs.clear();
    if (!near_.complete(position)) return false;
    for (const NearTies::Tie& tie : near_.ties(position)) {
        const std::int32_t other = label(tie.other);
        if (other < 0) continue;
        costs.everywhere += tie.must ? tie.weight : 0;
        costs.add(other, tie.must ? -tie.weight : tie.weight);
    }
    return true;
}

double Penalties::closure_total() const {
    double cost = 0;
    std::vector<double> own(k_, 0.0);  // members of the current component by cluster
    for (Index c = 0; c < index_.count(); ++c) {
        add_component(c, 1, own);
        cost += index_.must_weight(c) * split_pairs(c, own);
        for (const ConstraintIndex::Separation& other : index_.separations(c)) {
            if (other.component > c) cost += other.weight * shared_pairs(other.component, own);
        }
        add_component(c, -1, own);
    }
    return cost;
}

/// Pairs of its members in different clusters: each member sees the others that are not where it is.
double Penalties::split_pairs(Index component, std::span<const double> by_cluster) const {
    double assigned = 0, together = 0;
    if (counted(component)) {
        for (const double inside : by_cluster) {
            assigned += inside;
            together += inside * inside;
        }
    } else {
        for (const Index i : index_.members(component)) {
            if (label(i) < 0) continue;
            assigned += 1;
            together += by_cluster[label(i)];
        }
    }
    return (assigned * assigned - together) / 2;
}

/// Pairs of a member of the component and one that is counted in by_cluster, in the same cluster.
double Penalties::shared_pairs(Index component, std::span<const double> by_cluster) const {
    double pairs = 0;
    if (counted(component)) {
        for (Index h = 0; h < k_; ++h) {
            pairs += by_cluster[h] * static_cast<double>(counts(component)[h]);
        }
        return pairs;
    }
    for (const Index i : index_.members(component)) {
        if (label(i) >= 0) pairs += by_cluster[label(i)];
    }
    return pairs;
}

/// If all constraints are listed.
double Penalties::near_total() const {
    double sum = 0;
    for (Index i = 0; i < static_cast<Index>(labels_.size()); ++i) {
        for (const NearTies::Tie& tie : near_.ties(i)) {
            const bool together = label(i) == label(tie.other);
            const bool assigned = label(i) >= 0 && label(tie.other) >= 0;
            sum += tie.other > i && assigned && together != tie.must ? tie.weight : 0;
        }
    }
    return sum;
}

double Penalties::total() const {
    if (near_.all_complete()) return near_total();
    double sum = index_.closure() ? closure_total() : 0;
    for (Index i = 0; i < static_cast<Index>(labels_.size()); ++i) {
        for (const ConstraintIndex::Tie& tie : index_.ties(i)) {
            const bool together = label(i) == label(tie.other);
            const bool assigned = label(i) >= 0 && label(tie.other) >= 0;
            if (tie.other > i && assigned && together != tie.must) sum += tie.weight;
        }
    }
    return sum;
}

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
