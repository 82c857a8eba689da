#include "methods/registry/possible_start.hpp"

#include <mvlink/error.hpp>

#include "methods/common/model_checks.hpp"
#include "methods/common/start_labels.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

namespace mvlink {
inline namespace v1 {
namespace registry {
namespace {

std::string possible_starts(const Starts& starts) {
    std::vector<std::string_view> kinds;
    if (starts.labels) kinds.emplace_back("labels");
    if (starts.model) kinds.emplace_back("a model");
    if (starts.centroids) kinds.emplace_back("centroids");
    return kinds.empty() ? "no earlier answer: it always starts afresh" : fmt::format("{}", fmt::join(kinds, " or "));
}

void require_kind(bool given, bool possible, const char* kind, const MethodInfo& method) {
    if (!given || possible) return;
    throw Error(ErrorCode::usage, fmt::format("warm start: method {} cannot start from {}; expected {}", method.name,
                                              kind, possible_starts(method.starts)));
}

}  // namespace

void require_possible_start(const MethodInfo& method, const Start& start) {
    const bool labels = !start.partitions.empty(), model = start.model != nullptr;
    const bool centroids = !start.centroids.values.empty();
    require_one_kind(start);
    require_kind(labels, method.starts.labels, "labels", method);
    require_kind(model, method.starts.model, "a model", method);
    require_kind(centroids, method.starts.centroids, "centroids", method);
    if (model) require_sound_model(*start.model);
    if (centroids) require_sound_array(start.centroids, "warm start");
}

}  // namespace registry
}  // namespace v1
}  // namespace mvlink
