#include "constraints/safe_joins.hpp"

#include "data/union_find.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <unordered_set>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace constraints {
namespace {

/// Groups of nodes that know which groups they must not join. The smaller set of foes moves, so that all joins together
/// cost O(pairs log pairs).
class WaryGroups {
public:
    explicit WaryGroups(Index nodes)
        : sets_(nodes), tags_(static_cast<std::size_t>(nodes)), foes_(static_cast<std::size_t>(nodes)) {
        std::iota(tags_.begin(), tags_.end(), Index{0});
    }

    void keep_apart(Index a, Index b) {
        if (tag(a) == tag(b)) return;
        foes(tag(a)).insert(tag(b));
        foes(tag(b)).insert(tag(a));
    }
    void join(Index a, Index b) {
        Index kept = tag(a), gone = tag(b);
        if (!sets_.join(a, b)) return;
        if (foes(kept).size() < foes(gone).size()) std::swap(kept, gone);
        for (const Index foe : foes(gone)) {
            foes(foe).erase(gone);
            foes(foe).insert(kept);
            foes(kept).insert(foe);
        }
        foes(gone).clear();
        tag(a) = kept;
    }
    [[nodiscard]] bool may_join(Index a, Index b) { return !foes(tag(a)).contains(tag(b)); }

private:
    using Foes = std::unordered_set<Index>;
    /// What foes call the group of a node.
    Index& tag(Index node) { return tags_[sets_.find(node)]; }
    Foes& foes(Index tag) { return foes_[tag]; }

    UnionFind sets_;
    std::vector<Index> tags_;  // by the node that represents a group
    std::vector<Foes> foes_;   // by tag
};

std::vector<Index> nodes_of(std::span<const Pair> pairs) {
    std::vector<Index> nodes;
    for (const Pair& pair : pairs) {
        nodes.push_back(pair.a);
        nodes.push_back(pair.b);
    }
    std::sort(nodes.begin(), nodes.end());
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    return nodes;
}

std::vector<std::size_t> soft_musts_by_weight(std::span<const Pair> pairs) {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        if (pairs[i].soft && pairs[i].link == Link::must) order.push_back(i);
    }
    std::sort(order.begin(), order.end(), [&](std::size_t x, std::size_t y) {
        return std::tuple(-pairs[x].weight, pairs[x].a, pairs[x].b, x) <
               std::tuple(-pairs[y].weight, pairs[y].a, pairs[y].b, y);
    });
    return order;
}

}  // namespace

std::vector<Pair> with_safe_joins(std::span<const Pair> pairs) {
    std::vector<Pair> joined(pairs.begin(), pairs.end());
    const std::vector<Index> nodes = nodes_of(pairs);
    const auto place = [&](Index node) { return std::lower_bound(nodes.begin(), nodes.end(), node) - nodes.begin(); };
    WaryGroups groups(static_cast<Index>(nodes.size()));
    for (const Pair& pair : pairs) {
        if (pair.link == Link::must && !pair.soft) groups.join(place(pair.a), place(pair.b));
    }
    for (const Pair& pair : pairs) {
        if (pair.link == Link::cannot) groups.keep_apart(place(pair.a), place(pair.b));
    }
    for (const std::size_t i : soft_musts_by_weight(pairs)) {
        const Index a = place(pairs[i].a), b = place(pairs[i].b);
        if (!groups.may_join(a, b)) continue;
        groups.join(a, b);
        joined[i].soft = false;
    }
    return joined;
}

}  // namespace constraints
}  // namespace v1
}  // namespace mvlink
