#pragma once

#include <mvlink/context.hpp>
#include <mvlink/result.hpp>

#include "methods/common/finite.hpp"

#include <optional>
#include <vector>

namespace mvlink {
inline namespace v1 {

/// How far a run has come. What a method changes in each iteration is stored with it (`struct Trial : Course`), so
/// that a run can be advanced round by round: the next round is number rounds().
struct Course {
    std::vector<double> objective;  // after each round
    StopReason stop_reason = StopReason::max_iter;

    [[nodiscard]] int rounds() const { return static_cast<int>(objective.size()); }
    [[nodiscard]] bool cancelled() const { return stop_reason == StopReason::cancelled; }
};

/// Which rounds a call of run_rounds does.
struct RoundLimits {
    const char* method;  // named in messages
    int max_iter;        // of the whole run, as progress shows it
    int until;           // this call stops when this many rounds are done

    RoundLimits(const char* name, int all) : RoundLimits(name, all, all) {}
    RoundLimits(const char* name, int all, int stop_after) : method(name), max_iter(all), until(stop_after) {}
};

/// The loop of every iterative method: rounds until they settle, reach the limit, or the run is cancelled.
///
/// `round(t)` does round number t (from 0) and returns the objective after it; nothing (std::nullopt) if the round
/// could not be done, and then the one before was the last. `settled(t)` looks at the course after that round. A course
/// that has rounds already continues from there.
template <class Round, class Settled>
void run_rounds(const RoundLimits& limits, Course& course, Context& context, Round&& round, Settled&& settled) {
    while (course.rounds() < limits.until) {
        const int t = course.rounds();
        course.stop_reason = StopReason::max_iter;
        const std::optional<double> objective = round(t);
        if (objective) {
            require_finite(*objective, limits.method, t + 1);
            course.objective.push_back(*objective);
        }
        if (!objective || settled(t)) {
            course.stop_reason = StopReason::converged;
            return;
        }
        if (context.cancelled({t + 1, limits.max_iter, *objective})) {
            course.stop_reason = StopReason::cancelled;
            return;
        }
    }
}

}  // namespace v1
}  // namespace mvlink
