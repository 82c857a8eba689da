#include "methods/kmeans/answer/family_result.hpp"

#include "methods/kmeans/answer/centroid_model.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {
namespace {

std::vector<Index> sizes_of(const std::vector<std::int32_t>& labels, Index k) {
    std::vector<Index> sizes(static_cast<std::size_t>(k), 0);
    for (const std::int32_t label : labels) {
        ++sizes[static_cast<std::size_t>(label)];
    }
    return sizes;
}

/// Advice about clusters without rows, and about one with nearly all of them.
void warn_of_sizes(const View& view, const std::vector<Index>& sizes, Result& result) {
    constexpr double kNearlyAll = 0.95;
    if (const Index empty = std::count(sizes.begin(), sizes.end(), 0); empty > 0) {
        result.warnings.push_back(
            {"empty-clusters",
             fmt::format("{} of {} clusters are empty: fewer groups than asked for were found", empty, sizes.size()),
             static_cast<double>(empty)});
        return;
    }
    const double share =
        static_cast<double>(*std::max_element(sizes.begin(), sizes.end())) / static_cast<double>(view.rows());
    if (sizes.size() < 2 || share <= kNearlyAll) return;
    Warning warning{"one-large-cluster",
                    fmt::format("one cluster holds {:.1f} % of the rows, the others are a few that lie apart{}",
                                100 * share, view.is_sparse() ? ": sparse rows differ most in their length" : ""),
                    share};
    if (view.is_sparse()) warning.advice.push_back({"prep", "tfidf,l2"});  // makes counts of words comparable
    result.warnings.push_back(std::move(warning));
}

}  // namespace

bool has_settled(const std::vector<double>& objective, double tol) {
    if (objective.size() < 2) return false;
    const double last = objective.back();
    return std::abs(objective[objective.size() - 2] - last) <= tol * std::abs(last);
}

bool is_lower(double objective, double than) {
    constexpr double kRounding = 1e-12;
    return objective < than - kRounding * std::abs(than);
}

Result family_result(const std::string& method, std::vector<OptionText> options, const View& view, Trial trial,
                     Context& context) {
    const Index k = trial.state.centroids.rows();
    Result result;
    result.method = method;
    result.options = options;
    result.seed = context.seed();
    result.iterations = static_cast<int>(trial.objective.size());
    result.objective = std::move(trial.objective);
    result.stop_reason = trial.stop_reason;
    result.model = centroid_model(method, std::move(options), view, trial.state.centroids);
    warn_of_sizes(view, sizes_of(trial.state.labels, k), result);
    if (trial.stop_reason == StopReason::max_iter) {
        result.warnings.push_back(
            {"not-converged", fmt::format("stopped after {} rounds, still moving; raise max_iter", result.iterations),
             static_cast<double>(result.iterations)});
    }
    trial.confidence.resize(trial.state.labels.size());
    result.partitions.push_back(
        {Scope::view, view.name(), static_cast<int>(k), std::move(trial.state.labels), std::move(trial.confidence)});
    return result;
}

Matrix centroids_of(const Result& result) {
    const NamedArray& array = result.model.array("centroids");
    return Eigen::Map<const Matrix>(array.values.data(), array.rows, array.cols);
}

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
