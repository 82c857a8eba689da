#include "questions/skeleton_tree.hpp"

#include "data/union_find.hpp"
#include "kernels/neighbours.hpp"
#include "questions/ward_tree.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

namespace mvlink {
inline namespace v1 {
namespace questions {
namespace {

constexpr Index kExactUpTo = 5000;  // beyond, comparing all pairs would take most of the start

/// The nearest other one of every listed item of one space, as places in the list.
kernels::Neighbours nearest_in(const Cloud& cloud, std::span<const std::int32_t> items, Context& context) {
    const Index cols = cloud.spaces[cloud.space[items.front()]].cols;
    std::vector<double> values;
    values.reserve(items.size() * static_cast<std::size_t>(cols));
    for (const std::int32_t item : items) {
        const auto point = cloud.point(item);
        values.insert(values.end(), point.begin(), point.end());
    }
    const Index n = static_cast<Index>(items.size());
    kernels::NeighbourRequest request;
    request.k = 1;
    request.search = n > kExactUpTo ? kernels::NeighbourSearch::approximate : kernels::NeighbourSearch::exact;
    return kernels::nearest_neighbours(DenseRows<double>{values.data(), n, cols, cols, 1}, request, context);
}

struct Edge {
    double length;
    Index from, to;  // places
};

/// The forest of the links that close no cycle, shortest first: an approximate search may close some.
std::vector<Edge> forest_of(const kernels::Neighbours& nearest) {
    std::vector<Edge> edges;
    for (Index place = 0; place < nearest.rows; ++place)
        edges.push_back({nearest.distance[place], place, nearest.index[place]});
    std::sort(edges.begin(), edges.end(),
              [](const Edge& x, const Edge& y) { return std::tie(x.length, x.from) < std::tie(y.length, y.from); });
    UnionFind groups(nearest.rows);
    std::vector<Edge> forest;
    for (const Edge& edge : edges) {
        if (groups.join(edge.from, edge.to)) forest.push_back(edge);
    }
    return forest;
}

/// The representative of every group: of the ends of its shortest link, which point at each other, the one that more
/// links point to.
std::vector<Index> representatives(const std::vector<Edge>& forest, const kernels::Neighbours& nearest) {
    std::vector<Index> incoming(nearest.rows, 0);
    for (Index place = 0; place < nearest.rows; ++place)
        ++incoming[nearest.index[place]];
    UnionFind groups(nearest.rows);
    for (const Edge& edge : forest)
        groups.join(edge.from, edge.to);
    std::vector<Index> representative(nearest.rows, -1);
    std::vector<Index> list;
    for (const Edge& edge : forest) {  // shortest first
        Index& of_group = representative[groups.find(edge.from)];
        if (of_group >= 0) continue;
        const Index low = std::min(edge.from, edge.to);
        const Index high = std::max(edge.from, edge.to);
        of_group = incoming[high] > incoming[low] ? high : low;
        list.push_back(of_group);
    }
    std::sort(list.begin(), list.end());
    return list;
}

/// Links of places, both ways.
std::vector<std::vector<std::pair<Index, double>>> both_ways(const std::vector<Edge>& forest, Index n) {
    std::vector<std::vector<std::pair<Index, double>>> near(static_cast<std::size_t>(n));
    for (const Edge& edge : forest) {
        near[edge.from].emplace_back(edge.to, std::sqrt(edge.length));
        near[edge.to].emplace_back(edge.from, std::sqrt(edge.length));
    }
    return near;
}

/// Turns the links of every group towards its representative.
void point_at(const std::vector<Index>& representatives, const std::vector<Edge>& forest,
              std::span<const std::int32_t> items, SkeletonTree& tree) {
    const auto near = both_ways(forest, static_cast<Index>(items.size()));
    std::vector<std::pair<Index, Index>> open;  // place, where it came from
    for (const Index representative : representatives)
        open.emplace_back(representative, -1);
    while (!open.empty()) {
        const auto [place, from] = open.back();
        open.pop_back();
        for (const auto& [next, length] : near[place]) {
            if (next == from) continue;
            tree.parent[items[next]] = items[place];
            tree.length[items[next]] = length;
            open.emplace_back(next, place);
        }
    }
}

std::vector<Bundle> single_items(const Cloud& cloud, std::span<const std::int32_t> items) {
    std::vector<Bundle> bundles;
    for (const std::int32_t item : items) {
        const auto point = cloud.point(item);
        bundles.push_back({item, 1, {point.begin(), point.end()}});
    }
    return bundles;
}

/// The groups of a forest with their representatives, in the order of these.
std::vector<Bundle> groups_of(const std::vector<Bundle>& bundles, const std::vector<Edge>& forest,
                              const std::vector<Index>& representatives) {
    UnionFind groups(static_cast<Index>(bundles.size()));
    for (const Edge& edge : forest)
        groups.join(edge.from, edge.to);
    std::vector<Index> number(bundles.size(), -1);
    std::vector<Bundle> found;
    for (const Index place : representatives) {
        number[groups.find(place)] = static_cast<Index>(found.size());
        found.push_back({bundles[place].representative, 0, std::vector<double>(bundles[place].mean.size(), 0.0)});
    }
    for (std::size_t place = 0; place < bundles.size(); ++place) {
        Bundle& group = found[number[groups.find(static_cast<Index>(place))]];
        group.size += bundles[place].size;
        for (std::size_t col = 0; col < group.mean.size(); ++col)
            group.mean[col] += bundles[place].size * bundles[place].mean[col];
    }
    for (Bundle& group : found) {
        for (double& value : group.mean)
            value /= group.size;
    }
    return found;
}

/// Links the items of one cluster and space; returns the top.
std::int32_t link_cluster(const Cloud& cloud, std::vector<std::int32_t> items, std::size_t ward_up_to, Context& context,
                          SkeletonTree& tree) {
    std::vector<Bundle> bundles = single_items(cloud, items);
    while (items.size() > ward_up_to) {
        const kernels::Neighbours nearest = nearest_in(cloud, items, context);
        const std::vector<Edge> forest = forest_of(nearest);
        const std::vector<Index> chosen = representatives(forest, nearest);
        point_at(chosen, forest, items, tree);
        bundles = groups_of(bundles, forest, chosen);
        items.clear();
        for (const Bundle& bundle : bundles)
            items.push_back(bundle.representative);
    }
    return link_by_ward(cloud, std::move(bundles), tree);
}

void order_top_down(SkeletonTree& tree) {
    const Index n = static_cast<Index>(tree.parent.size());
    std::vector<std::int32_t> offset(n + 1, 0);
    for (const std::int32_t parent : tree.parent) {
        if (parent >= 0) ++offset[parent + 1];
    }
    std::partial_sum(offset.begin(), offset.end(), offset.begin());
    std::vector<std::int32_t> children(n);
    std::vector<std::int32_t> next = offset;
    for (Index item = 0; item < n; ++item) {
        if (tree.parent[item] >= 0) children[next[tree.parent[item]]++] = static_cast<std::int32_t>(item);
    }
    for (Index item = 0; item < n; ++item) {
        if (tree.parent[item] < 0) tree.top_down.push_back(static_cast<std::int32_t>(item));
    }
    for (std::size_t i = 0; i < tree.top_down.size(); ++i) {
        const std::int32_t item = tree.top_down[i];
        tree.top_down.insert(tree.top_down.end(), children.begin() + offset[item], children.begin() + offset[item + 1]);
    }
}

/// The parts of a cluster in every space.
std::vector<std::vector<std::int32_t>> parts_of(const Cloud& cloud, const std::vector<std::int32_t>& members) {
    std::vector<std::vector<std::int32_t>> parts(cloud.spaces.size());
    for (const std::int32_t item : members)
        parts[cloud.space[item]].push_back(item);
    std::erase_if(parts, [](const auto& part) { return part.empty(); });
    return parts;
}

}  // namespace

SkeletonTree make_skeleton(const Cloud& cloud, std::span<const std::int32_t> labels, int n_clusters, Context& context) {
    return make_skeleton(cloud, labels, n_clusters, kWardUpTo, context);
}

SkeletonTree make_skeleton(const Cloud& cloud, std::span<const std::int32_t> labels, int n_clusters,
                           std::size_t ward_up_to, Context& context) {
    const std::size_t n = labels.size();
    SkeletonTree tree{
        std::vector<std::int32_t>(n, -1), std::vector<double>(n, 0.0), {}, std::vector<std::int32_t>(n_clusters, -1)};
    std::vector<std::vector<std::int32_t>> members(static_cast<std::size_t>(n_clusters));
    for (std::size_t item = 0; item < n; ++item)
        members[labels[item]].push_back(static_cast<std::int32_t>(item));
    for (int cluster = 0; cluster < n_clusters; ++cluster) {
        for (auto& part : parts_of(cloud, members[cluster])) {
            const std::int32_t top = link_cluster(cloud, std::move(part), ward_up_to, context, tree);
            if (tree.top[cluster] < 0) {
                tree.top[cluster] = top;
            } else {  // nothing but the start says that parts in different spaces belong together
                tree.parent[top] = tree.top[cluster];
            }
        }
    }
    order_top_down(tree);
    return tree;
}

}  // namespace questions
}  // namespace v1
}  // namespace mvlink
