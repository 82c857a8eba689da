#include <mvlink/neighbourhood_means.hpp>

#include "kernels/nearest.hpp"
#include "methods/common/best_start.hpp"
#include "methods/common/finite.hpp"
#include "methods/common/view_results.hpp"
#include "methods/kmeans/answer/family_result.hpp"
#include "methods/kmeans/problem/constrained_view.hpp"
#include "methods/kmeans/start/neighbourhood_start.hpp"
#include "methods/options/visitors.hpp"
#include "runtime/phase_timer.hpp"

#include <algorithm>

namespace mvlink {
inline namespace v1 {

/// Supervised-Means (bilenko2004, sec. 4): step 1 of Fig. 1, then one assignment to the nearest centroid.
Result supervised_means(const Dataset& data, const SupervisedMeansOptions& options, Context& context,
                        const Start& start) {
    using namespace kmeans_family;
    options::check(options);
    const View& view = view_for_clusters(data, options.n_clusters);
    PhaseTimer timer;
    const ConstrainedView problem(data);
    const StartRules rules{"supervised-means", options.n_clusters, options.init, options.farthest_first, options.fill};
    Trial best = best_of(number_of_starts(problem, rules, options.n_init, start), context, [&](int restart) {
        Trial trial;
        trial.stop_reason = StopReason::converged;
        trial.state = timer.time("init", [&] { return initialize(problem, rules, start, restart, context); });
        // Rows of neighbourhoods are assigned like all others, so that the model predicts the same labels for them.
        std::fill(trial.state.labels.begin(), trial.state.labels.end(), -1);
        trial.objective.push_back(timer.time("assign", [&] {
            return kernels::nearest(view.features(), trial.state.centroids, {trial.state.labels}, context).sum;
        }));
        require_finite(trial.objective.back(), "supervised-means", 1);
        if (context.cancelled({1, 1, trial.objective.back()})) trial.stop_reason = StopReason::cancelled;
        return trial;
    });

    Result result = family_result("supervised-means", options::texts(options), view, best, context);
    Partition& partition = result.partitions.front();
    kernels::nearest(view.features(), best.state.centroids, {partition.labels, partition.confidence}, context);
    add_constraint_report(data, 1, result);
    result.seconds = timer.seconds();
    return result;
}

}  // namespace v1
}  // namespace mvlink
