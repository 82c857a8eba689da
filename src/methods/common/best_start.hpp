#pragma once

#include "methods/common/rounds.hpp"

#include <utility>

namespace mvlink {
inline namespace v1 {

/// Lower by more than rounding. Two starts often end in the same partition under other numbers, and the last bits of
/// their objectives differ between dense and sparse rows: they must not decide which one is kept.
bool is_lower(double objective, double than);

/// Runs the starts 0 .. count - 1 one after the other and keeps the best (tie: the first). `one_start(restart)` returns
/// a Course with what belongs to it; `is_better(next, best)` compares two of them. A cancelled start ends the series:
/// the best so far is returned, marked as cancelled. Progress says which start is running.
template <class OneStart, class IsBetter>
auto best_of(int count, Context& context, OneStart&& one_start, IsBetter&& is_better) {
    const auto run = [&](int restart) {
        const StartScope scope(context, restart, count);
        return one_start(restart);
    };
    auto best = run(0);
    for (int restart = 1; restart < count && !best.cancelled(); ++restart) {
        auto next = run(restart);
        const bool cancelled = next.cancelled();
        if (is_better(next, best)) best = std::move(next);
        if (cancelled) best.stop_reason = StopReason::cancelled;
    }
    return best;
}

/// The same by the objective: the lowest wins.
template <class OneStart>
auto best_of(int count, Context& context, OneStart&& one_start) {
    return best_of(count, context, one_start, [](const Course& next, const Course& best) {
        return is_lower(next.objective.back(), best.objective.back());
    });
}

}  // namespace v1
}  // namespace mvlink
