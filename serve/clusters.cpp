#include "serve/clusters.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <set>
#include <vector>

namespace mvlink::serve {
namespace {

constexpr std::size_t kProfile = 6;  // features that mark a cluster
constexpr std::size_t kListed = 6;   // typical rows, and rows in doubt
constexpr std::size_t kMerges = 8;   // suggestions
constexpr int kMostDescribed = 200;  // clusters, the largest

/// Means of the clusters in standard deviations from the mean of all rows.
struct Centres {
    Index columns = 0;
    std::vector<double> values;  ///< [cluster x column], relative to 0
    std::vector<Index> size;
    std::vector<double> spread;  ///< root mean square distance of the rows from their centre

    [[nodiscard]] const double* of(int cluster) const { return values.data() + cluster * columns; }
};

/// The squared distance of a standardized row from a centre. A sparse row costs its stored entries only: `base` is the
/// distance of a row that stores nothing.
double squared_distance(const View& view, const ViewFacts& facts, Index row, const double* centre, double base) {
    double distance = base;
    each_entry(view, row, [&](Index column, double value) {
        const double there = standardized(facts, column, value) - centre[column];
        const double absent = standardized(facts, column, 0) - centre[column];
        distance += there * there - absent * absent;
    });
    return std::max(0.0, distance);
}

double base_distance(const ViewFacts& facts, const double* centre, Index columns) {
    double base = 0;
    for (Index column = 0; column < columns; ++column) {
        const double absent = standardized(facts, column, 0) - centre[column];
        base += absent * absent;
    }
    return base;
}

Centres centres_of(const View& view, const ViewFacts& facts, const Partition& partition) {
    Centres centres{view.cols(), std::vector<double>(partition.n_clusters * view.cols(), 0.0),
                    std::vector<Index>(partition.n_clusters, 0), std::vector<double>(partition.n_clusters, 0.0)};
    for (Index row = 0; row < view.rows(); ++row) {
        const std::int32_t label = partition.labels[row];
        if (label < 0) continue;
        ++centres.size[label];
        double* sum = centres.values.data() + label * view.cols();
        each_entry(view, row, [&](Index column, double value) { sum[column] += value; });
    }
    for (int cluster = 0; cluster < partition.n_clusters; ++cluster) {
        double* centre = centres.values.data() + cluster * view.cols();
        const auto size = static_cast<double>(std::max<Index>(1, centres.size[cluster]));
        for (Index column = 0; column < view.cols(); ++column) {
            centre[column] = standardized(facts, column, centre[column] / size);
        }
    }
    return centres;
}

/// Distances of all rows from the centres of their clusters; fills in the spreads.
std::vector<double> own_distances(const View& view, const ViewFacts& facts, const Partition& partition,
                                  Centres& centres) {
    std::vector<double> bases;
    for (int cluster = 0; cluster < partition.n_clusters; ++cluster) {
        bases.push_back(base_distance(facts, centres.of(cluster), centres.columns));
    }
    std::vector<double> distances(view.rows(), 0.0);
    for (Index row = 0; row < view.rows(); ++row) {
        const std::int32_t label = partition.labels[row];
        if (label < 0) continue;
        distances[row] = squared_distance(view, facts, row, centres.of(label), bases[label]);
        centres.spread[label] += distances[row];
    }
    for (int cluster = 0; cluster < partition.n_clusters; ++cluster) {
        if (centres.size[cluster] > 0) {
            centres.spread[cluster] = std::sqrt(centres.spread[cluster] / static_cast<double>(centres.size[cluster]));
        }
    }
    return distances;
}

nlohmann::json profile_of(const View& view, const Centres& centres, int cluster) {
    std::vector<Index> columns(view.cols());
    std::iota(columns.begin(), columns.end(), Index{0});
    const double* centre = centres.of(cluster);
    const std::size_t count = std::min(columns.size(), kProfile);
    std::partial_sort(columns.begin(), columns.begin() + static_cast<std::ptrdiff_t>(count), columns.end(),
                      [&](Index x, Index y) {
                          const double a = std::abs(centre[x]), b = std::abs(centre[y]);
                          return a != b ? a > b : x < y;
                      });
    nlohmann::json profile = nlohmann::json::array();
    for (std::size_t i = 0; i < count; ++i) {
        profile.push_back({{"name", column_title(view, columns[i])}, {"value", centre[columns[i]]}});
    }
    return profile;
}

/// The first rows in an order, as references.
template <class Less>
nlohmann::json first_rows(std::vector<Index> rows, int view, const Items& items, const Partition& partition,
                          Less less) {
    const std::size_t count = std::min(rows.size(), kListed);
    std::partial_sort(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(count), rows.end(),
                      [&](Index x, Index y) {
                          if (less(x, y) || less(y, x)) return less(x, y);
                          return x < y;
                      });
    nlohmann::json out = nlohmann::json::array();
    for (std::size_t i = 0; i < count; ++i) {
        nlohmann::json reference = items.reference({view, rows[i]});
        if (!partition.confidence.empty()) reference["confidence"] = partition.confidence[rows[i]];
        out.push_back(std::move(reference));
    }
    return out;
}

/// Clusters that an answer keeps apart.
std::set<std::pair<int, int>> known_apart(int view, const Partition& partition,
                                          std::span<const Constraint> constraints) {
    std::set<std::pair<int, int>> apart;
    for (const Constraint& constraint : constraints) {
        if (constraint.link != Link::cannot || constraint.a.view != view || constraint.b.view != view) continue;
        const int x = partition.labels[constraint.a.row], y = partition.labels[constraint.b.row];
        apart.emplace(std::min(x, y), std::max(x, y));
    }
    return apart;
}

/// Pairs of clusters whose centres lie close together compared with their spreads.
nlohmann::json likely_merges(const Centres& centres, const std::set<std::pair<int, int>>& apart,
                             const std::vector<int>& clusters) {
    struct Candidate {
        int x, y;
        double ratio;
    };
    std::vector<Candidate> candidates;
    for (std::size_t i = 0; i < clusters.size(); ++i) {
        for (std::size_t j = i + 1; j < clusters.size(); ++j) {
            const int x = std::min(clusters[i], clusters[j]), y = std::max(clusters[i], clusters[j]);
            if (apart.contains({x, y})) continue;
            double squared = 0;
            for (Index column = 0; column < centres.columns; ++column) {
                const double gap = centres.of(x)[column] - centres.of(y)[column];
                squared += gap * gap;
            }
            const double spread = centres.spread[x] + centres.spread[y];
            candidates.push_back({x, y, spread > 0 ? std::sqrt(squared) / spread : std::sqrt(squared)});
        }
    }
    std::sort(candidates.begin(), candidates.end(), [](const Candidate& p, const Candidate& q) {
        return p.ratio != q.ratio ? p.ratio < q.ratio : std::pair(p.x, p.y) < std::pair(q.x, q.y);
    });
    nlohmann::json out = nlohmann::json::array();
    for (std::size_t i = 0; i < std::min(candidates.size(), kMerges); ++i) {
        out.push_back({{"a", candidates[i].x}, {"b", candidates[i].y}, {"gap", candidates[i].ratio}});
    }
    return out;
}

std::vector<int> largest_clusters(const Centres& centres) {
    std::vector<int> clusters;
    for (int cluster = 0; cluster < static_cast<int>(centres.size.size()); ++cluster) {
        if (centres.size[cluster] > 0) clusters.push_back(cluster);
    }
    std::stable_sort(clusters.begin(), clusters.end(), [&](int x, int y) { return centres.size[x] > centres.size[y]; });
    if (static_cast<int>(clusters.size()) > kMostDescribed) clusters.resize(kMostDescribed);
    std::sort(clusters.begin(), clusters.end());  // by number, which stays as sizes change
    return clusters;
}

}  // namespace

nlohmann::json describe_clusters(const Dataset& data, int view, const Partition& partition,
                                 std::span<const Constraint> constraints, const Items& items) {
    const View& table = data.view(view);
    Centres centres = centres_of(table, items.facts(view), partition);
    const std::vector<double> distance = own_distances(table, items.facts(view), partition, centres);
    std::vector<std::vector<Index>> rows(partition.n_clusters);
    for (Index row = 0; row < table.rows(); ++row) {
        if (partition.labels[row] >= 0) rows[partition.labels[row]].push_back(row);
    }
    const auto closer = [&](Index x, Index y) { return distance[x] < distance[y]; };
    const auto doubtful = [&](Index x, Index y) { return partition.confidence[x] < partition.confidence[y]; };
    const auto farther = [&](Index x, Index y) { return distance[x] > distance[y]; };

    const std::vector<int> described = largest_clusters(centres);
    nlohmann::json clusters = nlohmann::json::array();
    for (const int cluster : described) {
        nlohmann::json entry = {{"number", cluster}, {"size", centres.size[cluster]}};
        entry["profile"] = profile_of(table, centres, cluster);
        entry["typical"] = first_rows(rows[cluster], view, items, partition, closer);
        entry["doubtful"] = partition.confidence.empty() ? first_rows(rows[cluster], view, items, partition, farther)
                                                         : first_rows(rows[cluster], view, items, partition, doubtful);
        clusters.push_back(std::move(entry));
    }
    const auto count = std::count_if(centres.size.begin(), centres.size.end(), [](Index size) { return size > 0; });
    return {{"clusters", std::move(clusters)},
            {"count", count},
            {"merges", likely_merges(centres, known_apart(view, partition, constraints), described)}};
}

}  // namespace mvlink::serve
