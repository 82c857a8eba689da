#pragma once

#include <mvlink/context.hpp>
#include <mvlink/dataset.hpp>
#include <mvlink/result.hpp>

#include "methods/common/view_results.hpp"
#include "methods/kmeans/lloyd/steps.hpp"

#include <string>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {

/// What one start of a method of the family came to.
struct Trial {
    State state;
    std::vector<double> objective;
    StopReason stop_reason = StopReason::max_iter;
    std::vector<double> confidence = {};  // of the labels, where it is known already
};

/// The last round lowered the objective by no more than this share of it.
bool has_settled(const std::vector<double>& objective, double tol);

/// Lower by more than rounding. Two starts often end in the same partition under other numbers, and the last bits of
/// their objectives differ between dense and sparse rows: they must not decide which one is kept.
bool is_lower(double objective, double than);

/// Runs the starts 0 .. count - 1 one after the other and keeps the lowest objective (tie: the first). A cancelled
/// start ends the series: the best complete one is returned, marked as cancelled.
template <class OneTrial>
auto best_of(int count, OneTrial&& one_trial) {
    auto best = one_trial(0);
    for (int restart = 1; restart < count && best.stop_reason != StopReason::cancelled; ++restart) {
        auto trial = one_trial(restart);
        const bool cancelled = trial.stop_reason == StopReason::cancelled;
        if (is_lower(trial.objective.back(), best.objective.back())) best = std::move(trial);
        if (cancelled) best.stop_reason = StopReason::cancelled;
    }
    return best;
}

/// The result of a trial: labels, centroids as the model, warnings on empty clusters and rounds that ran out. The
/// confidence is that of the trial; where it has none, it is allocated and left to the method.
Result family_result(const std::string& method, std::vector<OptionText> options, const View& view, Trial trial,
                     Context& context);

Matrix centroids_of(const Result& result);

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
