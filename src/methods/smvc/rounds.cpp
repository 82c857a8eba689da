#include "methods/smvc/rounds.hpp"

#include "methods/common/settling.hpp"
#include "methods/smvc/bound.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace smvc_method {
namespace {

/// Rounds in which clusters form before dimensions may leave for the background: at a poor start none explains a
/// dimension better than one normal distribution does, and dimensions that all leave at once never come back.
constexpr int kFormation = 5;

}  // namespace

double Schedule::strength(int t) const {
    if (t >= links_full()) return 1;
    return ramp == 0 ? 0 : std::max(0.0, static_cast<double>(t - warm_up) / ramp);
}

int Schedule::links_full() const {
    return static_cast<int>(std::min<Index>(max_iter, Index{warm_up} + ramp));
}

int Schedule::short_run() const {
    constexpr int kSettling = 5;
    return static_cast<int>(std::min<Index>(max_iter, Index{links_full()} + kSettling));
}

void advance(const Problem& problem, const Schedule& schedule, int limit, Trial& trial, Context& context) {
    State& state = trial.state;
    const auto round = [&](int t) {
        const double strength = schedule.strength(t);
        update_constraints(problem, strength, state, context);       // Eq. (10)
        update_dimensions(problem, t >= kFormation, state);          // Eq. (11)
        update_responsibilities(problem, strength, state, context);  // Eq. (12)
        update_weights(problem, strength, state);                    // Eq. (13)
        update_components(problem, state);                           // Eq. (14)
        return bound(problem, strength, state, context).total();
    };
    const auto settled = [&](int t) {
        const bool full = t > kFormation && (!schedule.linked || t > schedule.links_full());
        return full && has_settled_within(trial.objective, schedule.tol);
    };
    run_rounds({"smvc", schedule.max_iter, limit}, trial, context, round, settled);
}

Trial best_of_starts(const Problem& problem, const Schedule& schedule, const SmvcOptions& options, Starts& starts,
                     PhaseTimer& timer, Context& context) {
    const auto higher = [](const Trial& a, const Trial& b) { return a.objective.back() > b.objective.back(); };
    std::vector<Trial> trials;
    for (int restart = 0; restart < options.n_init; ++restart) {
        const StartScope scope(context, restart, options.n_init);
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
    const PhaseScope scope(context, "finish");
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
