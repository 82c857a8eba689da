#pragma once

#include <mvlink/smvc.hpp>

#include "methods/common/rounds.hpp"
#include "methods/smvc/starts.hpp"
#include "methods/smvc/state.hpp"
#include "runtime/phase_timer.hpp"

namespace mvlink {
inline namespace v1 {
namespace smvc_method {

/// How links gain weight over the rounds, and when a run ends.
struct Schedule {
    int warm_up = 10;
    int ramp = 20;
    int max_iter = 300;
    double tol = 0.01;
    bool linked = false;

    /// What multiplies the links in round t (from 0).
    [[nodiscard]] double strength(int t) const;
    /// The round from which links have their full weight; max_iter where they never come to it.
    [[nodiscard]] int links_full() const;
    /// Rounds after which starts are compared.
    [[nodiscard]] int short_run() const;
};

/// What one start has come to; its objective is the bound.
struct Trial : Course {
    State state = {};
};

/// Goes on until `limit` rounds are done, the bound settles at full weight, or the run is cancelled.
void advance(const Problem& problem, const Schedule& schedule, int limit, Trial& trial, Context& context);

/// n_init starts run a while, the best n_finish of them to the end; the best bound wins.
Trial best_of_starts(const Problem& problem, const Schedule& schedule, const SmvcOptions& options, Starts& starts,
                     PhaseTimer& timer, Context& context);

}  // namespace smvc_method
}  // namespace v1
}  // namespace mvlink
