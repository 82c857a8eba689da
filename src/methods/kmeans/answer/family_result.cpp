#include "methods/kmeans/answer/family_result.hpp"

#include <mvlink/error.hpp>

#include "methods/common/arrays.hpp"
#include "methods/common/result_header.hpp"
#include "methods/common/warnings.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {
namespace {

/// Advice about one cluster with nearly all rows.
void warn_of_large_cluster(const View& view, const Partition& partition, Result& result) {
    constexpr double kNearlyAll = 0.95;
    std::vector<Index> sizes(partition.n_clusters, 0);
    for (const std::int32_t label : partition.labels) {
        ++sizes[label];
    }
    const double share =
        static_cast<double>(*std::max_element(sizes.begin(), sizes.end())) / static_cast<double>(view.rows());
    if (sizes.size() < 2 || share <= kNearlyAll) return;
    std::vector<OptionText> advice;
    if (view.is_sparse()) advice.push_back({"prep", "tfidf,l2"});  // makes counts of words comparable
    warn(result, "one-large-cluster",
         fmt::format("one cluster holds {:.1f} % of the rows, the others hold a few distant rows{}", 100 * share,
                     view.is_sparse() ? ": sparse rows differ most in their length" : ""),
         share, std::move(advice));
}

}  // namespace

Result family_result(const std::string& method, std::vector<OptionText> options, const View& view, const Trial& trial,
                     Context& context) {
    if (trial.rounds() == 0) {
        throw Error(ErrorCode::usage, fmt::format("{}: no round was done yet; advance the run first", method));
    }
    Result result = result_header(method, std::move(options), {&view, 1}, context);
    add_course(trial, result);
    result.model.arrays.push_back(to_array("centroids", trial.state.centroids));
    const auto k = static_cast<int>(trial.state.centroids.rows());
    result.partitions.push_back({Scope::view, view.name(), k, trial.state.labels, {}});
    Partition& partition = result.partitions.front();
    partition.confidence.resize(partition.labels.size());
    warn_of_empty_clusters(partition, result);
    if (result.warnings.empty()) warn_of_large_cluster(view, partition, result);
    warn_if_not_converged(result);
    return result;
}

Matrix centroids_of(const Result& result) {
    return to_matrix(result.model.array("centroids"));
}

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
