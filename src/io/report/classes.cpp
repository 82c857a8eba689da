#include "io/report/scene.hpp"

#include <algorithm>
#include <tuple>

namespace mvlink {
inline namespace v1 {
namespace io::report {
namespace {

/// Pairs the classes with the clusters that hold most of them, the fullest pair first.
std::vector<int> match_classes(const std::vector<std::vector<Index>>& counts, std::size_t n_classes) {
    std::vector<std::tuple<Index, int, int>> cells;
    for (std::size_t cluster = 0; cluster < counts.size(); ++cluster) {
        for (std::size_t cls = 0; cls < n_classes; ++cls) {
            if (counts[cluster][cls] > 0) {
                cells.emplace_back(-counts[cluster][cls], static_cast<int>(cluster), static_cast<int>(cls));
            }
        }
    }
    std::sort(cells.begin(), cells.end());
    std::vector<int> slots(n_classes, -1);
    std::vector<bool> taken(counts.size(), false);
    for (const auto& [size, cluster, cls] : cells) {
        if (slots[cls] >= 0 || taken[cluster]) continue;
        slots[cls] = cluster;
        taken[cluster] = true;
    }
    int next = static_cast<int>(counts.size());
    for (int& slot : slots) {
        if (slot < 0) slot = next++;
    }
    return slots;
}

}  // namespace

ClassTable count_classes(const Partition& partition, std::span<const std::int32_t> true_labels, const Truth& truth) {
    ClassTable table;
    std::int32_t largest = -1;
    for (const std::int32_t label : true_labels) {
        largest = std::max(largest, label);
    }
    const auto n_classes = static_cast<std::size_t>(largest + 1);
    for (std::size_t cls = 0; cls < n_classes; ++cls) {
        table.class_names.push_back(cls < truth.class_names.size() ? truth.class_names[cls] : std::to_string(cls));
    }
    table.counts.assign(partition.n_clusters, std::vector<Index>(n_classes, 0));
    for (std::size_t i = 0; i < true_labels.size(); ++i) {
        if (true_labels[i] < 0) continue;
        ++table.counts[partition.labels[i]][true_labels[i]];
    }
    table.slots = match_classes(table.counts, n_classes);
    return table;
}

}  // namespace io::report
}  // namespace v1
}  // namespace mvlink
