#include <mvlink/cmvnmf.hpp>

#include "methods/common/best_start.hpp"
#include "methods/common/settling.hpp"
#include "methods/factors/cmvnmf/result.hpp"
#include "methods/factors/cmvnmf/start.hpp"
#include "methods/factors/cmvnmf/steps.hpp"
#include "methods/factors/problem/memory.hpp"
#include "methods/factors/problem/normalize.hpp"
#include "methods/options/visitors.hpp"
#include "runtime/index.hpp"
#include "runtime/phase_timer.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace cmvnmf_steps {
namespace {

void require_valid(const Dataset& data, const CmvnmfOptions& options) {
    options::check(options);
    factors::require_fit_for_nmf("cmvnmf", data, options.n_clusters);
}

/// Departure: constraints that count in full from the first round freeze the start; their weight rises from a
/// hundredth.
double ramped(double beta, int round, int ramp) {
    return round >= ramp ? beta : beta * std::pow(100.0, static_cast<double>(round) / ramp - 1);
}

/// Looked at every five rounds, once beta is what it will stay.
bool is_settled(const std::vector<double>& objective, const Settings& settings) {
    const auto rounds = static_cast<int>(objective.size());
    if (rounds - 2 < settings.ramp || rounds % 5 != 0) return false;
    return has_settled(objective, settings.tol);
}

/// Algorithm 1 from a start.
Trial factorise(const Problem& problem, const Settings& settings, State start, Context& context) {
    Trial trial{{}, std::move(start)};
    State& state = trial.state;
    measure(problem, state, context);
    const auto round = [&](int t) {
        const double beta = ramped(settings.beta, t, settings.ramp);
        for (int a = 0; a < static_cast<int>(problem.X.size()); ++a) {
            const Vector lengths = update_basis(settings.rescale, a, state, context);  // Eq. (3)
            update_encoding(problem, settings, beta, a, lengths, state, context);      // Eq. (4)
        }
        return objective(state, settings.beta);  // Eq. (2)
    };
    run_rounds({"cmvnmf", settings.max_iter}, trial, context, round,
               [&](int) { return is_settled(trial.objective, settings); });
    return trial;
}

/// Departure: K-Means in each view may put two classes into one cluster, and no round separates them again. So the last
/// of several starts is from what must-links join.
bool starts_from_components(const Problem& problem, const Settings& settings, const Start& start, int restart) {
    if (!settings.component_start || !start.empty() || settings.n_init == 1 || restart + 1 < settings.n_init) {
        return false;
    }
    return std::any_of(problem.links.begin(), problem.links.end(), [](const ViewLinks& links) {
        return std::any_of(links.degree.begin(), links.degree.end(), [](double degree) { return degree > 0; });
    });
}

State initialize(const Ties& ties, const Problem& problem, const Settings& settings, const Start& start, int restart,
                 Context& context) {
    if (!start.empty()) {
        return factors_from(problem, given_labels(ties.data(), start, settings.k, context), settings.k, context);
    }
    StartLabels labels = starts_from_components(problem, settings, start, restart)
                             ? component_labels(ties, problem, settings, context)
                             : kmeans_labels(ties.data(), problem, settings.k, restart, context);
    if (settings.align) align(ties, settings.k, labels);
    return factors_from(problem, labels, settings.k, context);
}

/// One start and its rounds.
Trial one_trial(const Ties& ties, const Problem& problem, Settings settings, const Start& start, int restart,
                PhaseTimer& timer, Context& context) {
    State state = timer.time("init", [&] { return initialize(ties, problem, settings, start, restart, context); });
    // This start agrees with the constraints: that they freeze it is what is wanted.
    if (starts_from_components(problem, settings, start, restart)) settings.ramp = 0;
    return timer.time("rounds", [&] { return factorise(problem, settings, std::move(state), context); });
}

}  // namespace
}  // namespace cmvnmf_steps

/// CMVNMF (Zhang, Zong, Liu, Yu 2015), Algorithm 1. Equation map: README.md beside this file.
Result cmvnmf(const Dataset& data, const CmvnmfOptions& options, Context& context, const Start& start) {
    using namespace cmvnmf_steps;
    require_valid(data, options);
    const Settings settings = settings_of(options);
    constexpr Index kRowFactors = 2;  // V, its old values where ties are inside a view
    factors::require_memory_for_factors("cmvnmf", data, settings.k, kRowFactors, context);
    PhaseTimer timer;
    const Ties ties(data, options.constraint_weight, settings.use_mapping);
    const Problem problem = timer.time("normalize", [&] { return problem_of(ties, settings, context); });
    Trial best = best_of(start.empty() ? settings.n_init : 1, context, [&](int restart) {
        return one_trial(ties, problem, settings, start, restart, timer, context);
    });
    Result result = timer.time("result", [&] { return result_of(data, options, problem, std::move(best), context); });
    result.seconds = timer.seconds();
    return result;
}

}  // namespace v1
}  // namespace mvlink
