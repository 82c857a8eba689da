#include "methods/common/warnings.hpp"

#include <mvlink/constraints.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace {

void warn_of_empty(const Partition& partition, const std::string& where, Result& result) {
    const Index empty = count_empty_clusters(partition);
    if (empty == 0) return;
    warn(result, "empty-clusters",
         fmt::format("{}{} of {} clusters are empty: fewer groups than asked for were found", where, empty,
                     partition.n_clusters),
         static_cast<double>(empty));
}

}  // namespace

void warn(Result& result, std::string code, std::string message, double value, std::vector<OptionText> advice) {
    result.warnings.push_back({std::move(code), std::move(message), value, std::move(advice)});
}

void warn_if_not_converged(Result& result) {
    if (result.stop_reason != StopReason::max_iter) return;
    warn(result, "not-converged", "max_iter was reached before the run converged; raise max_iter", result.iterations);
}

Index count_empty_clusters(const Partition& partition) {
    std::vector<bool> used(partition.n_clusters, false);
    for (const std::int32_t label : partition.labels) {
        used[label] = true;
    }
    return std::count(used.begin(), used.end(), false);
}

void warn_of_empty_clusters(const Partition& partition, Result& result) {
    warn_of_empty(partition, "", result);
}

void warn_of_empty_clusters(Result& result) {
    const auto is_own = [](const Partition& partition) { return partition.scope != Scope::objects; };
    const bool several = std::count_if(result.partitions.begin(), result.partitions.end(), is_own) > 1;
    for (const Partition& partition : result.partitions) {
        if (!is_own(partition)) continue;
        const char* scope = partition.scope == Scope::view ? "view" : "clustering";
        warn_of_empty(partition, several ? fmt::format("{} \"{}\": ", scope, partition.name) : "", result);
    }
}

void warn_of_ignored_constraints(const Dataset& data, Result& result) {
    if (data.constraints().empty()) return;
    const auto count = static_cast<double>(count_judgements(data));
    warn(result, "constraints-ignored",
         fmt::format("{} does not use the constraints, it only counts them ({} given)", result.method, count), count);
}

}  // namespace v1
}  // namespace mvlink
