#include <mvlink/mpck_means.hpp>

#include "methods/kmeans/answer/centroid_model.hpp"
#include "methods/kmeans/metric/result.hpp"
#include "methods/kmeans/metric/steps.hpp"
#include "methods/kmeans/start/neighbourhood_start.hpp"
#include "methods/options/visitors.hpp"
#include "runtime/phase_timer.hpp"

#include <numeric>
#include <utility>

/// MK-Means (bilenko2004, sec. 4.2): Fig. 1 with constraints in the metric update alone, not in start or assignment. It
/// does not descend on Eq. (6).
namespace mvlink {
inline namespace v1 {
namespace kmeans_family {
namespace {

MetricTrial mk_trial(const MetricProblem& problem, const MkMeansOptions& options, MetricPenalties& penalties,
                     State state, PhaseTimer& timer, Context& context) {
    std::vector<Index> rows(static_cast<std::size_t>(problem.view.view.rows()));
    std::iota(rows.begin(), rows.end(), Index{0});
    MetricTrial trial;
    trial.metrics = problem.first_metrics(options.n_clusters);
    Spreads spreads = problem.spreads(context);
    spreads.update(trial.metrics, 0, context);
    for (int t = 0; t < options.max_iter; ++t) {
        timer.time("assign", [&] { assign_in_bulk(problem, trial.metrics, rows, state, context); });    // step 2a
        timer.time("means", [&] { estimate_means(problem, trial.metrics, nullptr, state, context); });  // step 2b
        const MetricSums sums = timer.time("metrics", [&] {                                             // step 2c
            return update_metrics(problem, penalties.index(), spreads, state, trial.metrics, context);
        });
        timer.time("spread", [&] { spreads.update(trial.metrics, t + 1, context); });
        trial.objective.push_back(timer.time("objective", [&] {  // Eq. (6)
            return objective(problem, sums, trial.metrics, spreads, state, penalties, context);
        }));
        require_finite(trial.objective.back(), "mk-means", t + 1);

        if (state.changed == 0 && metrics_settled(trial.objective, options.tol)) {
            trial.stop_reason = StopReason::converged;
            break;
        }
        if (context.cancelled({t + 1, options.max_iter, trial.objective.back()})) {
            trial.stop_reason = StopReason::cancelled;
            break;
        }
    }
    trial.squared_spreads = spreads.squared(trial.metrics);
    trial.state = std::move(state);
    return trial;
}

}  // namespace
}  // namespace kmeans_family

Result mk_means(const Dataset& data, const MkMeansOptions& options, Context& context, const Start& start) {
    using namespace kmeans_family;
    options::check(options);
    require_one_view(data, options.n_clusters);
    PhaseTimer timer;
    const MetricProblem problem(
        data, {options.metric, options.per_cluster, options.farthest_pair, options.freeze_after, options.floor},
        context);
    const StartRules rules{
        .method = "mk-means",
        .n_clusters = options.n_clusters,
        .init = options.init == KMeansInit::random ? PckMeansInit::random : PckMeansInit::kmeans_plus_plus};
    MetricPenalties penalties(problem.view, options.n_clusters, problem.view.uses_closure(options.closure),
                              options.constraint_weight);
    ViolationCounts violations(problem.view);
    MetricTrial best = best_of(start.empty() ? options.n_init : 1, [&](int restart) {
        State state = timer.time("init", [&] { return initialize(problem.view, rules, start, restart, context); });
        MetricTrial trial = mk_trial(problem, options, penalties, std::move(state), timer, context);
        violations.add(trial.state.labels);
        return trial;
    });

    Result result = metric_result("mk-means", options::texts(options), data, problem, std::move(best), violations,
                                  /*assignment_pays=*/false, penalties, context);
    result.seconds = timer.seconds();
    return result;
}

}  // namespace v1
}  // namespace mvlink
