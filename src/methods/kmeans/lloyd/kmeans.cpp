#include <mvlink/constraints.hpp>
#include <mvlink/kmeans.hpp>

#include "kernels/nearest.hpp"
#include "methods/common/warnings.hpp"
#include "methods/kmeans/answer/centroid_model.hpp"
#include "methods/kmeans/answer/family_result.hpp"
#include "methods/kmeans/lloyd/steps.hpp"
#include "methods/kmeans/start/seeding.hpp"
#include "methods/options/visitors.hpp"
#include "runtime/phase_timer.hpp"

#include <utility>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {
namespace {

State initialize(const View& view, const KMeansOptions& options, const Start& start, int restart, Context& context) {
    State state;
    state.labels.assign(static_cast<std::size_t>(view.rows()), -1);
    if (!start.empty()) {
        state.centroids = warm_start(start, view, options.n_clusters, context).centroids;
        return state;
    }
    state.centroids.resize(options.n_clusters, view.cols());
    const Random random = context.stream("kmeans/init", static_cast<std::uint64_t>(restart));
    if (options.init == KMeansInit::kmeans_plus_plus) {
        fill_by_kmeans_plus_plus(view.features(), 0, state.centroids, random, context);
    } else {
        fill_by_random_rows(view.features(), 0, state.centroids, random);
    }
    return state;
}

void assign_clusters(const View& view, State& state, Context& context) {
    state.changed = assign_nearest(view.features(), {}, state, context);
    measure_distances(view.features(), state, context);
}

/// Lloyd's rounds. At the end the labels are those of the centroids, also where `tol` stopped the run.
Trial lloyd(const View& view, const KMeansOptions& options, State state, bool only_start, PhaseTimer& timer,
            Context& context) {
    Trial trial;
    for (int t = 0; t < options.max_iter; ++t) {
        timer.time("assign", [&] { assign_clusters(view, state, context); });
        timer.time("means", [&] { estimate_means(view.features(), {}, state, context); });
        require_finite(state.distances, "kmeans", t + 1);
        trial.objective.push_back(state.distances);

        if (state.changed == 0 || has_settled(trial.objective, options.tol)) {
            trial.stop_reason = StopReason::converged;
            break;
        }
        if (context.cancelled({t + 1, options.max_iter, state.distances})) {
            trial.stop_reason = StopReason::cancelled;
            break;
        }
    }
    if (state.changed > 0) {
        kernels::NearestOutput out{.labels = state.labels, .bounds = &state.bounds};
        if (only_start) {  // else the confidence is found once, for the best start
            trial.confidence.resize(state.labels.size());
            out = {.labels = state.labels, .confidence = trial.confidence};
        }
        timer.time("finish", [&] {
            trial.objective.back() = kernels::nearest(view.features(), state.centroids, out, context).sum;
        });
    }
    trial.state = std::move(state);
    return trial;
}

}  // namespace
}  // namespace kmeans_family

Result kmeans(const Dataset& data, const KMeansOptions& options, Context& context, const Start& start) {
    using namespace kmeans_family;
    options::check(options);
    const View& view = require_one_view(data, options.n_clusters);
    PhaseTimer timer;
    const int starts = start.empty() ? options.n_init : 1;
    Trial best = best_of(starts, [&](int restart) {
        State state = timer.time("init", [&] { return initialize(view, options, start, restart, context); });
        return lloyd(view, options, std::move(state), starts == 1, timer, context);
    });

    const bool has_confidence = !best.confidence.empty();
    Result result = family_result("kmeans", options::texts(options), view, std::move(best), context);
    if (!has_confidence) {
        Partition& partition = result.partitions.front();
        timer.time("finish", [&] {
            kernels::nearest(view.features(), centroids_of(result), {partition.labels, partition.confidence}, context);
        });
    }
    add_constraint_report(data, 1, result);
    warn_of_ignored_constraints(data, result);
    result.seconds = timer.seconds();
    return result;
}

}  // namespace v1
}  // namespace mvlink
