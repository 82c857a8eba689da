#include "questions/base.hpp"

#include "kernels/neighbours.hpp"
#include "questions/columns.hpp"
#include "questions/doubt_model.hpp"
#include "questions/start_partition.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace mvlink {
inline namespace v1 {
namespace questions {
namespace {

constexpr int kNear = 10;
constexpr double kSharpness = 4;  // of memberships: how fast they fall with the distance from the nearest centroid
constexpr double kInfinity = std::numeric_limits<double>::infinity();

void find_neighbours(Base& base, Context& context) {
    Index least = base.count();
    for (const Space& space : base.cloud.spaces)
        least = std::min(least, static_cast<Index>(space.items.size()));
    base.n_near = static_cast<int>(std::min<Index>(kNear, least - 1));
    if (base.n_near < 1) {
        base.n_near = 0;
        return;
    }
    base.near.resize(base.count() * base.n_near);
    base.near_distance.resize(base.near.size());
    for (const Space& space : base.cloud.spaces) {
        kernels::NeighbourRequest request;
        request.k = base.n_near;
        const auto found = kernels::nearest_neighbours(space.features(), request, context);
        for (Index place = 0; place < found.rows; ++place) {
            for (int j = 0; j < base.n_near; ++j) {
                const Index to = space.items[place] * static_cast<Index>(base.n_near) + j;
                base.near[to] = space.items[found.index[place * base.n_near + j]];
                base.near_distance[to] = std::sqrt(found.distance[place * base.n_near + j]);
            }
        }
    }
}

void find_centroids(Base& base) {
    base.centroids.assign(base.start.n_clusters, {});
    std::vector<double> counts(base.centroids.size(), 0.0);
    for (Index item = 0; item < base.count(); ++item) {
        const std::int32_t cluster = base.start.labels[item];
        if (base.cloud.space[item] != base.cloud.space[base.tree.top[cluster]]) continue;
        const auto point = base.cloud.point(item);
        auto& sum = base.centroids[cluster];
        sum.resize(point.size(), 0.0);
        for (std::size_t col = 0; col < point.size(); ++col)
            sum[col] += point[col];
        counts[cluster] += 1;
    }
    for (std::size_t cluster = 0; cluster < base.centroids.size(); ++cluster) {
        for (double& value : base.centroids[cluster])
            value /= std::max(counts[cluster], 1.0);
    }
}

/// The length of a link among all of its space: 0 for the shortest, 1 for the longest, and stretched at the long end: 1
/// - 1 / n^f of the links are shorter than one of value f.
void rank_lengths(Base& base) {
    for (const Space& space : base.cloud.spaces) {
        std::vector<std::int32_t> linked;
        for (const std::int32_t item : space.items) {
            if (base.tree.parent[item] >= 0) linked.push_back(item);
        }
        std::sort(linked.begin(), linked.end(), [&](std::int32_t x, std::int32_t y) {
            return std::pair(base.tree.length[x], x) < std::pair(base.tree.length[y], y);
        });
        const double n = static_cast<double>(linked.size());
        for (std::size_t rank = 0; rank < linked.size(); ++rank) {
            const double longer = (n - static_cast<double>(rank)) / n;
            base.features[linked[rank]][1] = static_cast<float>(n > 1 ? -std::log(longer) / std::log(n) : 0);
        }
    }
}

/// Distance from the own centroid over that from the nearest other one.
float nearness_to_another(const Base& base, Index item) {
    const int own = base.start.labels[item];
    double other = kInfinity;
    for (int cluster = 0; cluster < base.start.n_clusters; ++cluster) {
        if (cluster != own) other = std::min(other, base.distance_to_centroid(item, cluster));
    }
    const double distance = base.distance_to_centroid(item, own);
    if (!(distance < kInfinity) || !(other < kInfinity)) return 0;
    return static_cast<float>(other > 0 ? std::min(1.0, distance / other) : 1.0);
}

/// Share of the neighbours of an item's subtree that are in other clusters.
void spread_neighbours(Base& base) {
    std::vector<double> outside(base.count(), 0.0);
    std::vector<double> size(outside.size(), 1.0);
    for (Index item = 0; item < base.count(); ++item) {
        for (const std::int32_t near : base.near_of(item))
            outside[item] += base.start.labels[near] != base.start.labels[item] ? 1 : 0;
    }
    for (auto it = base.tree.top_down.rbegin(); it != base.tree.top_down.rend(); ++it) {
        const Index item = *it;
        base.features[item][3] = static_cast<float>(base.n_near > 0 ? outside[item] / (size[item] * base.n_near) : 0.0);
        if (base.tree.parent[item] < 0) continue;
        outside[base.tree.parent[item]] += outside[item];
        size[base.tree.parent[item]] += size[item];
    }
}

void describe_links(Base& base) {
    base.features.assign(base.count(), LinkFeatures{1, 0, 0, 0});
    rank_lengths(base);
    for (Index item = 0; item < base.count(); ++item)
        base.features[item][2] = nearness_to_another(base, item);
    spread_neighbours(base);
    const DoubtModel prior;
    for (const std::int32_t item : base.tree.top_down) {
        if (base.tree.parent[item] >= 0) base.safest_first.push_back(item);
    }
    std::vector<double> doubt(base.count());
    for (Index item = 0; item < base.count(); ++item)
        doubt[item] = prior.p_wrong(base.features[item]);
    std::sort(base.safest_first.begin(), base.safest_first.end(),
              [&](std::int32_t x, std::int32_t y) { return std::pair(doubt[x], x) < std::pair(doubt[y], y); });
}

}  // namespace

double Base::distance_to_centroid(Index item, int cluster) const noexcept {
    if (tree.top[cluster] < 0 || cloud.space[tree.top[cluster]] != cloud.space[item]) return kInfinity;
    return std::sqrt(squared_distance(cloud.point(item), centroids[cluster]));
}

std::vector<double> Base::memberships(Index item) const {
    std::vector<double> distances(start.n_clusters);
    for (int cluster = 0; cluster < start.n_clusters; ++cluster)
        distances[cluster] = distance_to_centroid(item, cluster);
    const double least = *std::min_element(distances.begin(), distances.end());
    double total = 0;
    for (double& value : distances) {
        const double ratio = least > 0 ? value / least : (value > 0 ? kInfinity : 1.0);
        value = std::exp(-kSharpness * (ratio - 1));
        if (!std::isfinite(value)) value = 0;
        total += value;
    }
    for (double& value : distances)
        value /= total > 0 ? total : 1;
    return distances;
}

namespace {

Base make_base(const Items& items, Cloud cloud, Start start, Context& context) {
    Base base{items, std::move(cloud),      std::move(start.partition), {}, 0, {}, {}, {}, {}, {},
              {},    std::move(start.about)};
    base.tree = make_skeleton(base.cloud, base.start.labels, base.start.n_clusters, context);
    find_neighbours(base, context);
    find_centroids(base);
    describe_links(base);
    return base;
}

}  // namespace

std::vector<Base> make_bases(const Problem& problem, const SessionSetup& setup, Context& context) {
    const Items items(problem.data);
    const auto cloud_of = [&](const Dataset& data) {
        return make_cloud(data, items, setup.start.preparation, context);
    };
    Cloud all = cloud_of(problem.data);
    std::vector<Base> bases;
    std::vector<Start> starts = starts_of(problem, setup, items, all, context);
    if (starts.size() == 1) {
        bases.push_back(make_base(items, std::move(all), std::move(starts.front()), context));
        for (const Constraint& constraint : problem.data.constraints())
            if (constraint.is_judgement()) bases.front().given.push_back(constraint);
        return bases;
    }
    // Which of several clusterings a constraint of the dataset is about nobody has said: the method has heard it.
    for (Start& start : starts) {
        Cloud cloud =
            start.columns.empty() ? all : cloud_of(Dataset(only_columns(problem.data.view(0), start.columns)));
        bases.push_back(make_base(items, std::move(cloud), std::move(start), context));
    }
    return bases;
}

}  // namespace questions
}  // namespace v1
}  // namespace mvlink
