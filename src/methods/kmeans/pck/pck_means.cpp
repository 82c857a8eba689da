#include <mvlink/kmeans.hpp>

#include "methods/kmeans/answer/centroid_model.hpp"
#include "methods/kmeans/answer/family_result.hpp"
#include "methods/kmeans/answer/suspects.hpp"
#include "methods/kmeans/lloyd/steps.hpp"
#include "methods/kmeans/pck/feature_scales.hpp"
#include "methods/kmeans/pck/steps.hpp"
#include "methods/options/visitors.hpp"
#include "runtime/phase_timer.hpp"

#include <utility>

/// PCK-Means (bilenko2004): Fig. 1 with A = I, f = 1 and no metric update. Equation map: README.md of the family.
namespace mvlink {
inline namespace v1 {
namespace kmeans_family {
namespace {

Trial pck_trial(const ConstrainedView& problem, const PckMeansOptions& options, State state, int restart,
                PhaseTimer& timer, Context& context) {
    Trial trial;
    Penalties penalties = penalties_of(problem, options, state.labels);
    Random order = context.stream("pck-means/order", static_cast<std::uint64_t>(restart));
    for (int t = 0; t < options.max_iter; ++t) {
        timer.time("assign",
                   [&] { assign_clusters(problem, options.order, order, penalties, state, context); });    // step 2a
        timer.time("means", [&] { estimate_means_with_penalties(problem, penalties, state, context); });   // step 2b
        timer.time("objective", [&] { trial.objective.push_back(state.distances + penalties.total()); });  // Eq. (1)
        require_finite(trial.objective.back(), "pck-means", t + 1);

        if (state.changed == 0 && has_settled(trial.objective, options.tol)) {
            trial.stop_reason = StopReason::converged;
            break;
        }
        if (context.cancelled({t + 1, options.max_iter, trial.objective.back()})) {
            trial.stop_reason = StopReason::cancelled;
            break;
        }
    }
    trial.state = std::move(state);
    return trial;
}

}  // namespace
}  // namespace kmeans_family

Result pck_means(const Dataset& data, const PckMeansOptions& given, Context& context, const Start& start) {
    using namespace kmeans_family;
    options::check(given);
    const View& view = require_one_view(data, given.n_clusters);
    PhaseTimer timer;
    const FeatureScales scales = timer.time("scales", [&] { return feature_scales(view, context); });
    const PckMeansOptions options = resolved(given, scales.mean_squared_distance);
    const ConstrainedView problem(data);
    ViolationCounts violations(problem);
    const StartRules rules = start_rules(options);
    Trial best = best_of(number_of_starts(problem, rules, options.n_init, start), [&](int restart) {
        State state =
            timer.time("init", [&] { return initialize(problem, rules, start, restart, context); });  // step 1
        Trial trial = pck_trial(problem, options, std::move(state), restart, timer, context);
        violations.add(trial.state.labels);
        return trial;
    });

    const Penalties penalties = penalties_of(problem, options, best.state.labels);
    const double variance =
        best.state.distances / (static_cast<double>(view.rows()) * static_cast<double>(view.cols()));
    Result result = family_result("pck-means", options::texts(given), view, std::move(best), context);
    add_confidence(problem, penalties, centroids_of(result), result.partitions.front(), context);
    add_constraint_report(data, options.constraint_weight, result);
    result.suspects =
        find_suspects(data, problem, costs_by_position(problem, centroids_of(result), context), violations, variance);
    warn_of_scales(view, scales, options.constraint_weight, result);
    result.seconds = timer.seconds();
    return result;
}

}  // namespace v1
}  // namespace mvlink
