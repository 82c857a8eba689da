#include "methods/common/start_labels.hpp"

#include <mvlink/error.hpp>
#include <mvlink/registry.hpp>

#include <fmt/core.h>

#include <algorithm>

namespace mvlink {
inline namespace v1 {

void require_one_kind(const Start& start) {
    const bool labels = !start.partitions.empty(), model = start.model != nullptr;
    const bool centroids = !start.centroids.values.empty();
    if (static_cast<int>(labels) + static_cast<int>(model) + static_cast<int>(centroids) <= 1) return;
    throw Error(ErrorCode::usage, "warm start: labels, a model and centroids exclude each other; expected one of them");
}

void require_start_labels(std::span<const std::int32_t> labels, const View& view, Index n_clusters) {
    if (static_cast<Index>(labels.size()) != view.rows()) {
        throw Error(ErrorCode::input,
                    fmt::format("warm start: {} labels for the {} rows of view \"{}\"; expected one per row",
                                labels.size(), view.rows(), view.name()));
    }
    const auto bad = std::find_if(labels.begin(), labels.end(),
                                  [&](std::int32_t label) { return label < -1 || label >= n_clusters; });
    if (bad == labels.end()) return;
    throw Error(ErrorCode::input, fmt::format("warm start: row {} has label {}; expected 0 to {}, or -1 for unknown",
                                              bad - labels.begin(), *bad, n_clusters - 1));
}

std::vector<Partition> start_partitions(const Start& start, const Dataset& data, Context& context) {
    if (!start.centroids.values.empty()) {
        throw Error(ErrorCode::usage, "warm start: this method starts from labels or from a model, not from centroids");
    }
    return start.model != nullptr ? predict(*start.model, data, context) : start.partitions;
}

const std::vector<std::int32_t>& start_labels_of_view(const std::vector<Partition>& partitions, const Dataset& data,
                                                      int view, Index n_clusters) {
    const std::string& name = data.view(view).name();
    auto own = std::find_if(partitions.begin(), partitions.end(), [&](const Partition& partition) {
        return partition.scope != Scope::objects && partition.name == name;
    });
    if (own == partitions.end() && partitions.size() == 1 && data.n_views() == 1) own = partitions.begin();
    if (own == partitions.end()) {
        throw Error(ErrorCode::input, fmt::format("warm start: no labels for view \"{}\"", name));
    }
    require_start_labels(own->labels, data.view(view), n_clusters);
    return own->labels;
}

}  // namespace v1
}  // namespace mvlink
