#include "methods/kmeans/problem/constraint_index.hpp"

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

ConstraintIndex::ConstraintIndex(const constraints::Components& components, std::span<const constraints::Pair> given,
                                 bool closure, double constraint_weight)
    : components_(&components),
      closure_(closure),
      weight_(constraint_weight),
      component_of_(components.nodes().size()),
      member_offsets_{0} {
    for (Index c = 0; c < components.count(); ++c) {
        for (const Index node : components.members(c)) {
            members_.push_back(position_of(components.nodes(), node));
            component_of_[static_cast<std::size_t>(members_.back())] = c;
        }
        member_offsets_.push_back(static_cast<Index>(members_.size()));
    }
    collect_ties(given);
}

/// With the closure, a given pair costs its component's share of 1 already; a cannot-link inside a component has no
/// share.
void ConstraintIndex::collect_ties(std::span<const constraints::Pair> given) {
    struct Directed {
        Index from;
        Tie tie;
    };
    std::vector<Directed> all;
    for (const constraints::Pair& pair : given) {
        const Index a = position_of(components_->nodes(), pair.a);
        const Index b = position_of(components_->nodes(), pair.b);
        const bool must = pair.link == Link::must;
        const Index of_a = component_of(a), of_b = component_of(b);
        const bool inside = of_a == of_b;
        const bool follows = closure_ && (must ? inside : std::ranges::binary_search(cannot_linked(of_a), of_b));
        if (pair.soft && follows) continue;  // what is certain is not guessed again
        const double share = follows ? 1 : 0;
        if (pair.weight == share) continue;
        all.push_back({a, {b, weight_ * (pair.weight - share), must, pair.soft}});
        all.push_back({b, {a, weight_ * (pair.weight - share), must, pair.soft}});
    }
    std::stable_sort(all.begin(), all.end(), [](const Directed& x, const Directed& y) { return x.from < y.from; });
    tie_offsets_.assign(components_->nodes().size() + 1, 0);
    for (const Directed& directed : all) {
        ++tie_offsets_[static_cast<std::size_t>(directed.from) + 1];
        ties_.push_back(directed.tie);
    }
    std::partial_sum(tie_offsets_.begin(), tie_offsets_.end(), tie_offsets_.begin());
}

std::span<const ConstraintIndex::Tie> ConstraintIndex::ties(Index position) const {
    return slice(ties_, tie_offsets_, position);
}

std::span<const Index> ConstraintIndex::members(Index component) const {
    return slice(members_, member_offsets_, component);
}

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
