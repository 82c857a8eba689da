#include "constraints/components.hpp"

#include "data/union_find.hpp"

#include <algorithm>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace constraints {
namespace {

/// Where the items of each part begin, from their counts.
std::vector<Index> offsets_of(const std::vector<Index>& counts) {
    std::vector<Index> offsets{0};
    offsets.reserve(counts.size() + 1);
    for (const Index count : counts) {
        offsets.push_back(offsets.back() + count);
    }
    return offsets;
}

Index position(const std::vector<Index>& nodes, Index node) {
    const auto found = std::lower_bound(nodes.begin(), nodes.end(), node);
    return found != nodes.end() && *found == node ? found - nodes.begin() : -1;
}

}  // namespace

Components::Components(std::span<const Pair> pairs) {
    nodes_.reserve(2 * pairs.size());
    for (const Pair& pair : pairs) {
        nodes_.push_back(pair.a);
        nodes_.push_back(pair.b);
    }
    std::sort(nodes_.begin(), nodes_.end());
    nodes_.erase(std::unique(nodes_.begin(), nodes_.end()), nodes_.end());
    join(pairs);
    find_cannot_linked(pairs);
}

Index Components::of(Index node) const noexcept {
    const Index at = position(nodes_, node);
    return at < 0 ? -1 : component_of_[at];
}

void Components::join(std::span<const Pair> pairs) {
    const auto n = static_cast<Index>(nodes_.size());
    UnionFind sets(n);
    for (const Pair& pair : pairs) {
        if (pair.link == Link::must && !pair.soft) sets.join(position(nodes_, pair.a), position(nodes_, pair.b));
    }
    // A set is represented by its smallest node, which comes first, so numbering in this loop keeps the order.
    component_of_.assign(nodes_.size(), -1);
    std::vector<Index> sizes;
    for (Index i = 0; i < n; ++i) {
        const Index root = sets.find(i);
        if (root == i) {
            component_of_[i] = static_cast<Index>(sizes.size());
            sizes.push_back(0);
        }
        const Index component = component_of_[root];
        component_of_[i] = component;
        ++sizes[component];
    }
    member_offsets_ = offsets_of(sizes);
    members_.resize(nodes_.size());
    std::vector<Index> next(member_offsets_.begin(), member_offsets_.end() - 1);
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
        members_[next[component_of_[i]]++] = nodes_[i];
    }
}

void Components::find_cannot_linked(std::span<const Pair> pairs) {
    std::vector<std::pair<Index, Index>> edges;
    for (const Pair& pair : pairs) {
        if (pair.link != Link::cannot || pair.soft) continue;
        const Index a = of(pair.a);
        const Index b = of(pair.b);
        if (a == b) {
            conflicts_.push_back(pair);
            continue;
        }
        edges.emplace_back(a, b);
        edges.emplace_back(b, a);
    }
    std::sort(edges.begin(), edges.end());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    std::vector<Index> degrees(count(), 0);
    cannot_linked_.reserve(edges.size());
    for (const auto& [component, other] : edges) {
        ++degrees[component];
        cannot_linked_.push_back(other);
    }
    cannot_linked_offsets_ = offsets_of(degrees);
}

}  // namespace constraints
}  // namespace v1
}  // namespace mvlink
