#include <mvlink/mpck_means.hpp>

#include "methods/kmeans/metric/run.hpp"
#include "methods/options/visitors.hpp"

#include <algorithm>
#include <vector>

/// MPCK-Means (bilenko2004): Fig. 1. Its rounds, which it shares with MK-Means, are in rounds.cpp.
namespace mvlink {
inline namespace v1 {
namespace kmeans_family {
namespace {

/// Starts by k-means++ besides the one from neighbourhoods, if these initialize every cluster.
// Departure: two-row neighbourhoods far apart may start two clusters in one class, and single moves do not undo that.
// Eq. (6) does not depend on the scale, so it can compare starts.
constexpr int kStartsElsewhere = 9;
/// Values that an iteration reads beyond which they would take too long.
constexpr Index kMuchWork = 1'000'000;

/// A row is read once per iteration, and once more for every constraint it has. Short rows cost as much as eight
/// values.
Index work_of_iteration(const ConstrainedView& problem) {
    constexpr Index kShortRow = 8;
    const auto reads = problem.view.rows() + 2 * static_cast<Index>(problem.pairs.size());
    return reads * std::max(problem.view.cols(), kShortRow);
}

/// What `auto` stands for.
MpckMeansOptions resolved(MpckMeansOptions options) {
    const bool paper = options.mode == Mode::paper;
    if (options.fill == Fill::automatic) options.fill = paper ? Fill::perturbation : Fill::kmeans_plus_plus;
    if (options.memory == LabelMemory::automatic) options.memory = paper ? LabelMemory::keep : LabelMemory::best;
    if (options.n_init.is_auto() && paper) options.n_init = 1;
    if (options.closure.is_auto() && paper) options.closure = true;
    const bool calibrated = options.constraint_weight.is_auto() && !paper;
    if (options.closure.is_auto() && calibrated) options.closure = false;
    if (options.shrinkage.is_auto() && !calibrated) options.shrinkage = 0.0;
    if (options.constraint_weight.is_auto()) options.constraint_weight = 1;
    return options;
}

MetricStarts mpck_starts(const MpckMeansOptions& options, const ConstrainedView& problem, const Start& start) {
    const StartRules rules{"mpck-means", options.n_clusters, options.init, options.farthest_first, options.fill};
    const StartRules elsewhere{"mpck-means", options.n_clusters, PckMeansInit::kmeans_plus_plus};
    const bool quick = work_of_iteration(problem) <= kMuchWork;
    const bool doubt = options.n_init.is_auto() && start.empty() && quick && starts_everywhere(problem, rules);
    const int restarts = doubt ? 1 + kStartsElsewhere : number_of_starts(problem, rules, options.n_init, start);
    // Departure: labels that are kept hold must-linked groups where the first, unlearnt metric put them; labels that
    // are ignored may never converge. Both are tried, and the objective decides.
    const bool both = options.memory == LabelMemory::best && !problem.pairs.empty();
    const bool forget = options.memory == LabelMemory::forget;
    const Index times = both ? 2 : 1;
    return {times * restarts, [=](Index number) {
                const auto restart = static_cast<int>(number / times);
                const bool forgetful = both ? number % times == 1 : forget;
                return MetricStart{doubt && restart > 0 ? elsewhere : rules, restart, forgetful};
            }};
}

}  // namespace

MetricMethod metric_method(const MpckMeansOptions& given) {
    const MpckMeansOptions options = resolved(given);
    return {.name = "mpck-means",
            .options = options::texts(given),
            .rules = {options.metric, options.per_cluster, options.farthest_pair, options.freeze_after, options.floor,
                      options.learn_from == LearnFrom::all, options.shrinkage.value.value_or(0)},
            .n_clusters = options.n_clusters,
            .max_iter = options.max_iter,
            .tol = options.tol,
            .weights = *options.constraint_weight.value,
            .calibrated = given.constraint_weight.is_auto() && given.mode == Mode::corrected,
            .shrinkage = options.shrinkage,
            .closure = options.closure,
            .assignment_pays = true,
            .order = options.order,
            .starts = [options](const ConstrainedView& problem, const Start& start) {
                return mpck_starts(options, problem, start);
            }};
}

}  // namespace kmeans_family

Result mpck_means(const Dataset& data, const MpckMeansOptions& options, Context& context, const Start& start) {
    options::check(options);
    kmeans_family::MetricRun run(data, kmeans_family::metric_method(options), start, context);
    run.find_best(context);
    return run.result(context);
}

}  // namespace v1
}  // namespace mvlink
