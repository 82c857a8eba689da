#include "methods/kmeans/problem/constraint_index.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Index position_of(std::span<const Index> nodes, Index node) {
    return std::lower_bound(nodes.begin(), nodes.end(), node) - nodes.begin();
}

template <class T>
std::span<const T> slice(const std::vector<T>& items, const std::vector<Index>& offsets, Index part) {
    const auto at = static_cast<std::size_t>(part);
    return std::span<const T>(items).subspan(offsets[at], static_cast<std::size_t>(offsets[at + 1] - offsets[at]));
}

}  // namespace

ConstraintIndex::ConstraintIndex(const constraints::Components& components, std::span<const constraints::Pair> given,
                                 bool closure, ConstraintWeights weights)
    : components_(&components),
      closure_(closure),
      weights_(weights),
      component_of_(components.nodes().size()),
      member_offsets_{0} {
    for (Index c = 0; c < components.count(); ++c) {
        for (const Index node : components.members(c)) {
            members_.push_back(position_of(components.nodes(), node));
            component_of_[members_.back()] = c;
        }
        member_offsets_.push_back(static_cast<Index>(members_.size()));
    }
    find_lightest(given);
    find_separations(given);
    collect_ties(given);
}

void ConstraintIndex::find_lightest(std::span<const constraints::Pair> given) {
    lightest_.assign(count(), kInfinity);
    for (const constraints::Pair& pair : given) {
        if (pair.link != Link::must || pair.soft) continue;
        double& lightest = lightest_[components_->of(pair.a)];
        lightest = std::min(lightest, pair.weight);
    }
}

void ConstraintIndex::find_separations(std::span<const constraints::Pair> given) {
    separation_offsets_ = {0};
    for (Index c = 0; c < count(); ++c) {
        for (const Index other : components_->cannot_linked(c)) {
            separations_.push_back({other, std::min(lightest_[c], lightest_[other])});
        }
        separation_offsets_.push_back(static_cast<Index>(separations_.size()));
    }
    for (const constraints::Pair& pair : given) {
        const Index a = components_->of(pair.a), b = components_->of(pair.b);
        if (pair.link != Link::cannot || pair.soft || a == b) continue;
        for (Separation* found : {separation(a, b), separation(b, a)}) {
            found->weight = std::min(found->weight, pair.weight);
        }
    }
    for (Separation& each : separations_) {
        each.weight *= weights_.cannot;
    }
    std::replace(lightest_.begin(), lightest_.end(), kInfinity, 1.0);
}

ConstraintIndex::Separation* ConstraintIndex::separation(Index component, Index other) {
    const std::span<Separation> all(separations_.begin() + separation_offsets_[component],
                                    separations_.begin() + separation_offsets_[component + 1]);
    const auto found = std::ranges::lower_bound(all, other, {}, &Separation::component);
    return found != all.end() && found->component == other ? &*found : nullptr;
}

/// What the closure alone makes a pair of rows in these components cost; 0: it does not follow.
double ConstraintIndex::implied_weight(Index a, Index b, bool must) {
    if (!closure_) return 0;
    if (must) return a == b ? must_weight(a) : 0;
    const Separation* const found = a == b ? nullptr : separation(a, b);
    return found == nullptr ? 0 : found->weight;
}

/// With the closure, a given pair costs what is implied for it already.
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
        const double implied = implied_weight(component_of(a), component_of(b), must);
        if (pair.soft && implied > 0) continue;  // what is certain is not guessed again
        const double beyond = weights_.of(pair.link) * pair.weight - implied;
        if (beyond == 0) continue;
        all.push_back({a, {b, beyond, must, pair.soft}});
        all.push_back({b, {a, beyond, must, pair.soft}});
    }
    std::stable_sort(all.begin(), all.end(), [](const Directed& x, const Directed& y) { return x.from < y.from; });
    tie_offsets_.assign(components_->nodes().size() + 1, 0);
    for (const Directed& directed : all) {
        ++tie_offsets_[directed.from + 1];
        ties_.push_back(directed.tie);
    }
    std::partial_sum(tie_offsets_.begin(), tie_offsets_.end(), tie_offsets_.begin());
}

std::span<const ConstraintIndex::Tie> ConstraintIndex::ties(Index position) const {
    return slice(ties_, tie_offsets_, position);
}

std::span<const ConstraintIndex::Separation> ConstraintIndex::separations(Index component) const {
    return slice(separations_, separation_offsets_, component);
}

std::span<const Index> ConstraintIndex::members(Index component) const {
    return slice(members_, member_offsets_, component);
}

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
