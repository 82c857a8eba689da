#include "methods/smvc/rounds.hpp"

#include <mvlink/error.hpp>

#include "methods/smvc/bound.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace smvc_method {
namespace {

/// Rounds in which clusters form before dimensions may leave for the background: at a poor start none explains a
/// dimension better than one normal distribution does, and dimensions that all leave at once never come back.
constexpr int kFormation = 5;

/// The change of the last round is below tol, or below what the sums of the bound can show.
bool has_settled(const std::vector<double>& objective, double tol) {
    constexpr double kRounding = 1e-11;
    if (objective.size() < 2) return false;
    const double last = objective.back();
    return std::abs(last - objective[objective.size() - 2]) < std::max(tol, kRounding * std::abs(last));
}

void require_finite(double bound, int round) {
    if (std::isfinite(bound)) return;
    throw Error(ErrorCode::numerical, fmt::format("smvc: the bound is not finite after round {}", round));
}

}  // namespace

double Schedule::strength(int t) const {
    if (t >= warm_up + ramp) return 1;
    return ramp == 0 ? 0 : std::max(0.0, static_cast<double>(t - warm_up) / ramp);
}

int Schedule::short_run() const {
    constexpr int kSettling = 5;
    return std::min(max_iter, warm_up + ramp + kSettling);
}

void advance(const Problem& problem, const Schedule& schedule, int limit, Trial& trial, Context& context) {
    State& state = trial.state;
    while (trial.rounds() < limit) {
        const int t = trial.rounds();
        const double strength = schedule.strength(t);
        update_constraints(problem, strength, state, context);       // Eq. (10)
        update_dimensions(problem, t >= kFormation, state);          // Eq. (11)
        update_responsibilities(problem, strength, state, context);  // Eq. (12)
        update_weights(problem, strength, state);                    // Eq. (13)
        update_components(problem, state);                           // Eq. (14)
        trial.objective.push_back(bound(problem, strength, state, context).total());
        require_finite(trial.objective.back(), t + 1);

        const bool full = t > kFormation && (!schedule.linked || t > schedule.warm_up + schedule.ramp);
        if (full && has_settled(trial.objective, schedule.tol)) {
            trial.stop_reason = StopReason::converged;
            return;
        }
        if (context.cancelled({t + 1, schedule.max_iter, trial.objective.back()})) {
            trial.stop_reason = StopReason::cancelled;
            return;
        }
    }
}

Trial best_of_starts(const Problem& problem, const Schedule& schedule, const SmvcOptions& options, Starts& starts,
                     PhaseTimer& timer, Context& context) {
    const auto higher = [](const Trial& a, const Trial& b) { return a.objective.back() > b.objective.back(); };
    std::vector<Trial> trials;
    for (int restart = 0; restart < options.n_init; ++restart) {
        Trial trial;
        timer.time("start", [&] {
            trial.state = started(problem, starts.labels(problem.form, restart, options.n_init), context);
        });
        timer.time("rounds", [&] { advance(problem, schedule, schedule.short_run(), trial, context); });
        const bool cancelled = trial.cancelled();
        // A start that was cut short has links of less weight: its bound compares with none.
        if (!cancelled || trials.empty()) trials.push_back(std::move(trial));
        std::stable_sort(trials.begin(), trials.end(), higher);
        if (static_cast<int>(trials.size()) > options.n_finish) trials.pop_back();
        if (cancelled) {
            trials.front().stop_reason = StopReason::cancelled;
            return std::move(trials.front());
        }
    }
    for (Trial& trial : trials) {
        if (trial.stop_reason == StopReason::converged) continue;
        timer.time("finish", [&] { advance(problem, schedule, schedule.max_iter, trial, context); });
        if (trial.cancelled()) {
            return std::move(trial);
        }
    }
    return std::move(*std::min_element(trials.begin(), trials.end(), higher));
}

}  // namespace smvc_method
}  // namespace v1
}  // namespace mvlink
