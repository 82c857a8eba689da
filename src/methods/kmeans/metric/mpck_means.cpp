#include <mvlink/mpck_means.hpp>

#include "methods/kmeans/answer/centroid_model.hpp"
#include "methods/kmeans/metric/result.hpp"
#include "methods/kmeans/metric/steps.hpp"
#include "methods/kmeans/start/neighbourhood_start.hpp"
#include "methods/options/visitors.hpp"
#include "runtime/phase_timer.hpp"

#include <utility>

/// MPCK-Means (bilenko2004): Fig. 1. Equation map: README.md of the family.
namespace mvlink {
inline namespace v1 {
namespace kmeans_family {
namespace {

/// In how many rounds a run that forgets does so; after that it keeps labels, so that it settles.
constexpr int kForgetfulRounds = 15;

/// Starts by k-means++ beside the one from neighbourhoods, where these start every cluster.
// Departure: two-row neighbourhoods far apart may start two clusters in one class, and single moves do not undo that.
// Eq. (6) knows no scale, so it can judge between starts.
constexpr int kStartsElsewhere = 9;
/// Values of a view beyond which they would take too long.
constexpr Index kLargeView = 1'000'000;

MetricRules metric_rules(const MpckMeansOptions& options) {
    return {options.metric, options.per_cluster, options.farthest_pair, options.freeze_after, options.floor};
}

/// What `auto` stands for.
MpckMeansOptions resolved(MpckMeansOptions options) {
    const bool paper = options.mode == Mode::paper;
    if (options.fill == Fill::automatic) options.fill = paper ? Fill::perturbation : Fill::kmeans_plus_plus;
    if (options.memory == LabelMemory::automatic) options.memory = paper ? LabelMemory::keep : LabelMemory::best;
    if (options.n_init.is_auto() && paper) options.n_init = 1;
    if (options.closure.is_auto() && paper) options.closure = true;
    return options;
}

MetricTrial mpck_trial(const MetricProblem& problem, const MpckMeansOptions& options, State state, int restart,
                       bool forgetful, PhaseTimer& timer, Context& context) {
    MetricTrial trial;
    trial.metrics = problem.first_metrics(options.n_clusters);
    Spreads spreads = problem.spreads(context);
    MetricPenalties penalties(problem.view, options.n_clusters, problem.view.uses_closure(options.closure),
                              options.constraint_weight);
    Random order = context.stream("mpck-means/order", static_cast<std::uint64_t>(restart));
    const int forgetful_rounds = forgetful ? kForgetfulRounds : 0;
    spreads.update(trial.metrics, 0, context);
    for (int t = 0; t < options.max_iter; ++t) {
        timer.time("assign", [&] {  // step 2a
            assign_clusters(problem, trial.metrics, spreads, options.order, t < forgetful_rounds, order, penalties,
                            state, context);
        });
        timer.time("means", [&] { estimate_means(problem, trial.metrics, &penalties, state, context); });  // step 2b
        const MetricSums sums = timer.time("metrics", [&] {                                                // step 2c
            return update_metrics(problem, penalties.index(), spreads, state, trial.metrics, context);
        });
        timer.time("spread", [&] { spreads.update(trial.metrics, t + 1, context); });
        trial.objective.push_back(timer.time("objective", [&] {  // Eq. (6)
            return objective(problem, sums, trial.metrics, spreads, state, penalties, context);
        }));
        require_finite(trial.objective.back(), "mpck-means", t + 1);

        if (t >= forgetful_rounds && state.changed == 0 && metrics_settled(trial.objective, options.tol)) {
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

Result mpck_means(const Dataset& data, const MpckMeansOptions& given, Context& context, const Start& start) {
    using namespace kmeans_family;
    options::check(given);
    const MpckMeansOptions options = resolved(given);
    require_one_view(data, options.n_clusters);
    PhaseTimer timer;
    const MetricProblem problem(data, metric_rules(options), context);
    const StartRules rules{"mpck-means", options.n_clusters, options.init, options.farthest_first, options.fill};
    const StartRules elsewhere{"mpck-means", options.n_clusters, PckMeansInit::kmeans_plus_plus};
    const bool small = problem.view.view.rows() * problem.view.view.cols() <= kLargeView;
    const bool doubt = options.n_init.is_auto() && start.empty() && small && starts_everywhere(problem.view, rules);
    const int starts = doubt ? 1 + kStartsElsewhere : number_of_starts(problem.view, rules, options.n_init, start);
    // Departure: labels that are kept hold must-linked groups where the first, unlearnt metric put them; labels that
    // are forgotten may never settle. Both are tried, and the objective decides.
    const bool both = options.memory == LabelMemory::best && !problem.view.pairs.empty();
    ViolationCounts violations(problem.view);
    MetricTrial best = best_of(both ? 2 * starts : starts, [&](int run) {
        const int restart = both ? run / 2 : run;
        const bool forgetful = both ? run % 2 == 1 : options.memory == LabelMemory::forget;
        const StartRules& rule = doubt && restart > 0 ? elsewhere : rules;
        State state = timer.time("init", [&] { return initialize(problem.view, rule, start, restart, context); });
        MetricTrial trial = mpck_trial(problem, options, std::move(state), restart, forgetful, timer, context);
        violations.add(trial.state.labels);
        return trial;
    });

    MetricPenalties penalties(problem.view, options.n_clusters, problem.view.uses_closure(options.closure),
                              options.constraint_weight);
    Result result = metric_result("mpck-means", options::texts(given), data, problem, std::move(best), violations,
                                  /*assignment_pays=*/true, penalties, context);
    result.seconds = timer.seconds();
    return result;
}

}  // namespace v1
}  // namespace mvlink
