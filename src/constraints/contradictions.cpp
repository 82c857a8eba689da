#include <mvlink/contradictions.hpp>

#include "data/union_find.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <unordered_map>

namespace mvlink {
inline namespace v1 {
namespace {

/// The must-links of a dataset as a graph of its objects.
class MustGraph {
public:
    explicit MustGraph(const Dataset& data) : data_(data) {
        for (const Constraint& constraint : data.constraints()) {
            if (!constraint.is_judgement() || constraint.link != Link::must) continue;
            const Index a = object(constraint.a), b = object(constraint.b);
            if (a == b) continue;
            edges_[a].push_back({b, &constraint});
            edges_[b].push_back({a, &constraint});
        }
    }

    [[nodiscard]] Index object(InstanceId instance) const { return data_.objects().of(instance); }

    /// The fewest must-links from one object to another, breadth first; false if nothing joins them.
    bool find_chain(Index from, Index to, std::vector<Constraint>& chain) const {
        std::unordered_map<Index, Step> came_from{{from, {from, nullptr}}};
        std::deque<Index> open{from};
        while (!open.empty() && came_from.count(to) == 0) {
            const Index here = open.front();
            open.pop_front();
            const auto edges = edges_.find(here);
            if (edges == edges_.end()) continue;
            for (const Step& edge : edges->second) {
                if (came_from.try_emplace(edge.object, Step{here, edge.constraint}).second) open.push_back(edge.object);
            }
        }
        if (came_from.count(to) == 0) return false;
        for (Index at = to; at != from; at = came_from.at(at).object)
            chain.push_back(*came_from.at(at).constraint);
        std::reverse(chain.begin(), chain.end());
        return true;
    }

private:
    struct Step {
        Index object;
        const Constraint* constraint;
    };
    const Dataset& data_;
    std::unordered_map<Index, std::vector<Step>> edges_;
};

/// One row of every object.
std::vector<InstanceId> first_rows(const Dataset& data) {
    std::vector<InstanceId> first(data.objects().count(), InstanceId{-1, 0});
    for (int view = 0; view < data.n_views(); ++view) {
        for (Index row = 0; row < data.view(view).rows(); ++row) {
            InstanceId& known = first[data.objects().of({view, row})];
            if (known.view < 0) known = {view, row};
        }
    }
    return first;
}

/// Groups of objects that must-links join, and which of them cannot-links or a rule keep apart.
struct GroupGraph {
    Index groups = 0;
    Index judged = 0;
    std::vector<InstanceId> member;           // one row of every group that has a cannot-link or is under a rule
    std::vector<std::set<Index>> apart_from;  // by position in `member`; what a rule keeps apart is not listed
    std::vector<std::vector<std::int32_t>> rule_groups;  // by position: the groups of the rule that its objects are in
};

GroupGraph group_graph(const Dataset& data) {
    UnionFind joined(data.objects().count());
    std::set<Index> judged;
    for (const Constraint& constraint : data.constraints()) {
        if (!constraint.is_judgement()) continue;
        const Index a = data.objects().of(constraint.a), b = data.objects().of(constraint.b);
        judged.insert({a, b});
        if (constraint.link == Link::must) joined.join(a, b);
    }
    GroupGraph graph;
    graph.judged = static_cast<Index>(judged.size());
    for (Index object = 0; object < data.objects().count(); ++object)
        graph.groups += joined.find(object) == object ? 1 : 0;
    std::unordered_map<Index, Index> place_of;
    const auto place = [&](InstanceId instance) {
        const auto [found, is_new] =
            place_of.try_emplace(joined.find(data.objects().of(instance)), static_cast<Index>(graph.member.size()));
        if (is_new) {
            graph.member.push_back(instance);
            graph.apart_from.emplace_back();
            graph.rule_groups.emplace_back();
        }
        return found->second;
    };
    for (const Constraint& constraint : data.constraints()) {
        if (!constraint.is_judgement() || constraint.link == Link::must) continue;
        const Index a = place(constraint.a), b = place(constraint.b);
        if (a == b) continue;  // a contradiction: it says nothing
        graph.apart_from[a].insert(b);
        graph.apart_from[b].insert(a);
    }
    if (data.group_rule() == nullptr) return graph;
    const std::vector<InstanceId> first = first_rows(data);
    for (Index object = 0; object < data.objects().count(); ++object) {
        const std::int32_t group = data.group_rule()->group[object];
        if (group >= 0) graph.rule_groups[place(first[object])].push_back(group);
    }
    return graph;
}

/// Groups by the number of others they are apart from, most first.
std::vector<Index> by_degree(const GroupGraph& graph) {
    std::vector<Index> order(graph.member.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = static_cast<Index>(i);
    std::stable_sort(order.begin(), order.end(),
                     [&](Index a, Index b) { return graph.apart_from[a].size() > graph.apart_from[b].size(); });
    return order;
}

/// Groups that are pairwise apart, one by one the one with most others; begun at each of the first few.
std::vector<Index> pairwise_apart(const GroupGraph& graph, const std::vector<Index>& order) {
    constexpr std::size_t kMostBeginnings = 50;
    std::vector<Index> best;
    for (std::size_t begin = 0; begin < std::min(order.size(), kMostBeginnings); ++begin) {
        std::vector<Index> chosen{order[begin]};
        for (const Index other : order) {
            const auto is_apart = [&](Index one) { return graph.apart_from[one].count(other) > 0; };
            if (std::all_of(chosen.begin(), chosen.end(), is_apart)) chosen.push_back(other);
        }
        if (chosen.size() > best.size()) best = chosen;
    }
    return best;
}

/// Clusters that a greedy assignment needs.
Index clusters_in_order(const GroupGraph& graph, const std::vector<Index>& order) {
    std::vector<Index> cluster(graph.member.size(), -1);
    std::unordered_map<std::int32_t, std::set<Index>> taken_by_rule;  // by group of the rule
    Index used = 1;
    for (const Index group : order) {
        std::set<Index> taken;
        for (const Index other : graph.apart_from[group])
            taken.insert(cluster[other]);
        const auto is_taken = [&](Index candidate) {
            const auto holds = [&](std::int32_t rule_group) { return taken_by_rule[rule_group].count(candidate) > 0; };
            return taken.count(candidate) > 0 ||
                   std::any_of(graph.rule_groups[group].begin(), graph.rule_groups[group].end(), holds);
        };
        Index free = 0;
        while (is_taken(free))
            ++free;
        cluster[group] = free;
        for (const std::int32_t rule_group : graph.rule_groups[group])
            taken_by_rule[rule_group].insert(free);
        used = std::max(used, free + 1);
    }
    return used;
}

/// Objects of one group of the rule that must-links join: a chain between each and the one before it.
void find_joined_groups(const Dataset& data, const MustGraph& graph, UnionFind& joined, std::size_t most,
                        std::vector<Contradiction>& found) {
    const GroupRule& rule = *data.group_rule();
    const std::vector<InstanceId> first = first_rows(data);
    std::map<std::pair<Index, std::int32_t>, Index> last_of;  // by component and group
    for (Index object = 0; object < data.objects().count() && found.size() < most; ++object) {
        const std::int32_t group = rule.group[object];
        if (group < 0) continue;
        const auto [known, is_new] = last_of.try_emplace({joined.find(object), group}, object);
        if (is_new) continue;
        Contradiction contradiction{
            {first[known->second], first[object], Link::cannot, 1, Origin::implied}, rule.values[group], {}};
        graph.find_chain(known->second, object, contradiction.chain);
        found.push_back(std::move(contradiction));
        known->second = object;
    }
}

/// The rows of the largest group of the rule.
std::vector<InstanceId> largest_rule_group(const Dataset& data) {
    std::vector<InstanceId> rows;
    if (data.group_rule() == nullptr) return rows;
    const LargestGroup largest = largest_group(*data.group_rule());
    const std::vector<InstanceId> first = first_rows(data);
    for (Index object = 0; object < data.objects().count(); ++object) {
        if (largest.group >= 0 && data.group_rule()->group[object] == largest.group) rows.push_back(first[object]);
    }
    return rows;
}

}  // namespace

std::vector<Contradiction> find_contradictions(const Dataset& data, std::size_t most) {
    const MustGraph graph(data);
    UnionFind joined(data.objects().count());
    for (const Constraint& constraint : data.constraints()) {
        if (constraint.is_judgement() && constraint.link == Link::must) {
            joined.join(graph.object(constraint.a), graph.object(constraint.b));
        }
    }
    std::vector<Contradiction> found;
    std::set<std::pair<Index, Index>> seen;
    for (const Constraint& constraint : data.constraints()) {
        if (found.size() == most) break;
        if (!constraint.is_judgement() || constraint.link == Link::must) continue;
        const Index a = graph.object(constraint.a), b = graph.object(constraint.b);
        if (joined.find(a) != joined.find(b) || !seen.insert(std::minmax(a, b)).second) continue;
        Contradiction contradiction{constraint, {}, {}};
        graph.find_chain(a, b, contradiction.chain);
        found.push_back(std::move(contradiction));
    }
    if (data.group_rule() != nullptr) find_joined_groups(data, graph, joined, most, found);
    return found;
}

ClusterBounds cluster_bounds(const Dataset& data) {
    const GroupGraph graph = group_graph(data);
    ClusterBounds bounds;
    bounds.most = graph.groups;
    bounds.judged = graph.judged;
    bounds.objects = data.objects().count();
    const std::vector<Index> order = by_degree(graph);
    for (const Index group : pairwise_apart(graph, order))
        bounds.apart.push_back(graph.member[group]);
    if (auto of_rule = largest_rule_group(data); of_rule.size() > bounds.apart.size())
        bounds.apart = std::move(of_rule);
    bounds.least = std::max<Index>(1, static_cast<Index>(bounds.apart.size()));
    bounds.enough = std::max(bounds.least, clusters_in_order(graph, order));
    return bounds;
}

}  // namespace v1
}  // namespace mvlink
