#include "io/report/scene.hpp"

#include <algorithm>
#include <tuple>

namespace mvlink {
inline namespace v1 {
namespace io::report {
namespace {

/// Truth of objects, in the order of the rows of a view.
std::vector<std::int32_t> spread_over_rows(const Dataset& data, int view, const std::vector<std::int32_t>& labels) {
    std::vector<std::int32_t> spread(static_cast<std::size_t>(data.view(view).rows()));
    for (Index row = 0; row < data.view(view).rows(); ++row) {
        spread[static_cast<std::size_t>(row)] = labels[static_cast<std::size_t>(data.objects().of({view, row}))];
    }
    return spread;
}

/// Truth of the rows of every view, for the objects; unknown where the rows of an object disagree.
std::vector<std::int32_t> gather_from_rows(const Dataset& data, const std::vector<std::int32_t>& labels) {
    constexpr std::int32_t kUnseen = -1, kDisputed = -2;
    std::vector<std::int32_t> gathered(static_cast<std::size_t>(data.objects().count()), kUnseen);
    for (int view = 0; view < data.n_views(); ++view) {
        if (data.view(view).rows() != static_cast<Index>(labels.size())) return {};
        for (Index row = 0; row < data.view(view).rows(); ++row) {
            const std::int32_t label = labels[static_cast<std::size_t>(row)];
            std::int32_t& known = gathered[static_cast<std::size_t>(data.objects().of({view, row}))];
            if (label >= 0) known = known == kUnseen || known == label ? label : kDisputed;
        }
    }
    return gathered;
}

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
        if (slots[static_cast<std::size_t>(cls)] >= 0 || taken[static_cast<std::size_t>(cluster)]) continue;
        slots[static_cast<std::size_t>(cls)] = cluster;
        taken[static_cast<std::size_t>(cluster)] = true;
    }
    int next = static_cast<int>(counts.size());
    for (int& slot : slots) {
        if (slot < 0) slot = next++;
    }
    return slots;
}

}  // namespace

std::vector<std::int32_t> truth_of_partition(const Problem& problem, const Partition& partition, const Truth& truth) {
    const Dataset& data = problem.data;
    const bool of_objects = truth.view.empty() && !problem.object_ids.empty() &&
                            static_cast<Index>(truth.labels.size()) == data.objects().count();
    std::vector<std::int32_t> labels;
    if (partition.scope == Scope::objects) {
        if (truth.view.empty()) labels = of_objects ? truth.labels : gather_from_rows(data, truth.labels);
    } else {
        const std::optional<int> view = partition.scope == Scope::clustering ? 0 : data.find_view(partition.name);
        if (!view || (!truth.view.empty() && truth.view != data.view(*view).name())) return {};
        labels = of_objects ? spread_over_rows(data, *view, truth.labels) : truth.labels;
    }
    return labels.size() == partition.labels.size() ? labels : std::vector<std::int32_t>{};
}

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
    table.counts.assign(static_cast<std::size_t>(partition.n_clusters), std::vector<Index>(n_classes, 0));
    for (std::size_t i = 0; i < true_labels.size(); ++i) {
        if (true_labels[i] < 0) continue;
        ++table.counts[static_cast<std::size_t>(partition.labels[i])][static_cast<std::size_t>(true_labels[i])];
    }
    table.slots = match_classes(table.counts, n_classes);
    return table;
}

}  // namespace io::report
}  // namespace v1
}  // namespace mvlink
