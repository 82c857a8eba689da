#include "methods/kmeans/penalties.hpp"

#include <algorithm>
#include <numeric>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {
namespace {

Index position_of(std::span<const Index> nodes, Index node) {
    return std::lower_bound(nodes.begin(), nodes.end(), node) - nodes.begin();
}

template <class T>
std::span<const T> slice(const std::vector<T>& items, const std::vector<Index>& offsets, Index part) {
    const auto at = static_cast<std::size_t>(part);
    return std::span<const T>(items).subspan(static_cast<std::size_t>(offsets[at]),
                                             static_cast<std::size_t>(offsets[at + 1] - offsets[at]));
}

}  // namespace

Penalties::Penalties(const constraints::Components& components, std::span<const constraints::Pair> given, Index k,
                     bool closure, double constraint_weight)
    : components_(components),
      k_(k),
      closure_(closure),
      weight_(constraint_weight),
      component_of_(components.nodes().size()),
      member_offsets_{0},
      labels_(components.nodes().size(), -1) {
    Index tables = 0;
    for (Index c = 0; c < components.count(); ++c) {
        for (const Index node : components.members(c)) {
            members_.push_back(position_of(components.nodes(), node));
            component_of_[static_cast<std::size_t>(members_.back())] = c;
        }
        member_offsets_.push_back(static_cast<Index>(members_.size()));
        count_at_.push_back(components.size(c) >= k ? k * tables++ : -1);
    }
    counts_.assign(static_cast<std::size_t>(k * tables), 0);
    collect_ties(given);
}

/// With the closure, a given pair costs its component's share of 1 already; a cannot-link inside a component has no
/// share.
void Penalties::collect_ties(std::span<const constraints::Pair> given) {
    struct Directed {
        Index from;
        Tie tie;
    };
    std::vector<Directed> all;
    for (const constraints::Pair& pair : given) {
        const Index a = position_of(components_.nodes(), pair.a);
        const Index b = position_of(components_.nodes(), pair.b);
        const bool must = pair.link == Link::must;
        const bool inside = component_of_[static_cast<std::size_t>(a)] == component_of_[static_cast<std::size_t>(b)];
        const double share = closure_ && (must || !inside) ? 1 : 0;
        if (pair.weight == share) continue;
        all.push_back({a, {b, weight_ * (pair.weight - share), must}});
        all.push_back({b, {a, weight_ * (pair.weight - share), must}});
    }
    std::stable_sort(all.begin(), all.end(), [](const Directed& x, const Directed& y) { return x.from < y.from; });
    tie_offsets_.assign(components_.nodes().size() + 1, 0);
    for (const Directed& directed : all) {
        ++tie_offsets_[static_cast<std::size_t>(directed.from) + 1];
        ties_.push_back(directed.tie);
    }
    std::partial_sum(tie_offsets_.begin(), tie_offsets_.end(), tie_offsets_.begin());
}

std::span<const Penalties::Tie> Penalties::ties(Index position) const {
    return slice(ties_, tie_offsets_, position);
}

std::span<const Index> Penalties::positions(Index component) const {
    return slice(members_, member_offsets_, component);
}

void Penalties::start(std::span<const std::int32_t> labels) {
    labels_.assign(labels.begin(), labels.end());
    std::fill(counts_.begin(), counts_.end(), 0);
    for (Index c = 0; c < components_.count(); ++c) {
        if (!counted(c)) continue;
        for (const Index i : positions(c)) {
            const std::int32_t h = label(i);
            if (h >= 0) ++counts_[static_cast<std::size_t>(count_at_[static_cast<std::size_t>(c)] + h)];
        }
    }
}

void Penalties::move(Index position, std::int32_t to) {
    std::int32_t& label = labels_[static_cast<std::size_t>(position)];
    const Index table = count_at_[static_cast<std::size_t>(component_of_[static_cast<std::size_t>(position)])];
    if (table >= 0) {
        if (label >= 0) --counts_[static_cast<std::size_t>(table + label)];
        ++counts_[static_cast<std::size_t>(table + to)];
    }
    label = to;
}

/// by_cluster[h] += weight for every member of the component in cluster h.
void Penalties::add_component(Index component, double weight, std::span<double> by_cluster) const {
    if (counted(component)) {
        for (Index h = 0; h < k_; ++h) {
            by_cluster[static_cast<std::size_t>(h)] += weight * static_cast<double>(counts(component)[h]);
        }
        return;
    }
    for (const Index i : positions(component)) {
        if (label(i) >= 0) by_cluster[static_cast<std::size_t>(label(i))] += weight;
    }
}

/// Must-links inside the row's component: paid for every other member that is not in h. Returns what is paid in every
/// cluster.
double Penalties::add_own_component(Index position, std::span<double> costs) const {
    const Index own = component_of_[static_cast<std::size_t>(position)];
    if (components_.size(own) < 2) return 0;
    double assigned = 0;
    if (counted(own)) {
        assigned = static_cast<double>(std::accumulate(counts(own), counts(own) + k_, Index{0}));
    } else {
        for (const Index i : positions(own)) {
            assigned += label(i) >= 0 ? 1 : 0;
        }
    }
    add_component(own, -weight_, costs);
    if (label(position) < 0) return weight_ * assigned;
    costs[static_cast<std::size_t>(label(position))] += weight_;  // the row is not its own partner
    return weight_ * (assigned - 1);
}

void Penalties::add_costs(Index position, std::span<double> costs) const {
    double everywhere = 0;
    if (closure_) {
        everywhere += add_own_component(position, costs);
        for (const Index foe : components_.foes(component_of_[static_cast<std::size_t>(position)])) {
            add_component(foe, weight_, costs);
        }
    }
    for (const Tie& tie : ties(position)) {
        const std::int32_t other = label(tie.other);
        if (other < 0) continue;
        everywhere += tie.must ? tie.weight : 0;
        costs[static_cast<std::size_t>(other)] += tie.must ? -tie.weight : tie.weight;
    }
    for (double& cost : costs) {
        cost += everywhere;
    }
}

double Penalties::closure_total() const {
    double pairs = 0;
    std::vector<double> own(static_cast<std::size_t>(k_), 0.0);  // members of the present component by cluster
    for (Index c = 0; c < components_.count(); ++c) {
        add_component(c, 1, own);
        pairs += split_pairs(c, own);
        for (const Index foe : components_.foes(c)) {
            if (foe > c) pairs += shared_pairs(foe, own);
        }
        add_component(c, -1, own);
    }
    return weight_ * pairs;
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
        for (const Index i : positions(component)) {
            if (label(i) < 0) continue;
            assigned += 1;
            together += by_cluster[static_cast<std::size_t>(label(i))];
        }
    }
    return (assigned * assigned - together) / 2;
}

/// Pairs of a member of the component and one that is counted in by_cluster, in the same cluster.
double Penalties::shared_pairs(Index component, std::span<const double> by_cluster) const {
    double pairs = 0;
    if (counted(component)) {
        for (Index h = 0; h < k_; ++h) {
            pairs += by_cluster[static_cast<std::size_t>(h)] * static_cast<double>(counts(component)[h]);
        }
        return pairs;
    }
    for (const Index i : positions(component)) {
        if (label(i) >= 0) pairs += by_cluster[static_cast<std::size_t>(label(i))];
    }
    return pairs;
}

double Penalties::total() const {
    double sum = closure_ ? closure_total() : 0;
    for (Index i = 0; i < static_cast<Index>(labels_.size()); ++i) {
        for (const Tie& tie : ties(i)) {
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
