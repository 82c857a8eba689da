#pragma once

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

/// E4SC and E4FC as their definitions say: every cluster is a set, of rows or of (row, dimension), F1 is counted
/// element by element. Slow on purpose. All truths are known.
namespace mvlink::reference {

using MicroObjects = std::set<std::pair<int, int>>;

/// The clusters of one clustering as sets; a row with a negative label is in none, and empty sets are left out.
inline void add_clusters(const std::vector<std::int32_t>& labels, const std::vector<int>& dimensions,
                         std::vector<MicroObjects>& clusters) {
    std::set<std::int32_t> names(labels.begin(), labels.end());
    for (const std::int32_t name : names) {
        MicroObjects cluster;
        for (std::size_t row = 0; row < labels.size(); ++row) {
            if (name < 0 || labels[row] != name) continue;
            for (const int dimension : dimensions)
                cluster.insert({static_cast<int>(row), dimension});
        }
        if (!cluster.empty()) clusters.push_back(cluster);
    }
}

inline double f1(const MicroObjects& a, const MicroObjects& b) {
    double both = 0;
    for (const auto& element : a)
        both += b.count(element) > 0 ? 1 : 0;
    return 2 * both / static_cast<double>(a.size() + b.size());
}

/// Mean over `side` of the best F1 with a cluster of `other`.
inline double mean_of_best(const std::vector<MicroObjects>& side, const std::vector<MicroObjects>& other) {
    double sum = 0;
    for (const MicroObjects& cluster : side) {
        double best = 0;
        for (const MicroObjects& candidate : other)
            best = std::max(best, f1(cluster, candidate));
        sum += best;
    }
    return side.empty() ? 0 : sum / static_cast<double>(side.size());
}

inline double pooled_f1(const std::vector<MicroObjects>& truths, const std::vector<MicroObjects>& found) {
    const double recall = mean_of_best(truths, found), precision = mean_of_best(found, truths);
    return recall + precision == 0 ? 0 : 2 * recall * precision / (recall + precision);
}

}  // namespace mvlink::reference
