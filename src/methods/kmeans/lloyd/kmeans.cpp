#include <mvlink/kmeans.hpp>

#include "kernels/nearest.hpp"
#include "methods/common/best_start.hpp"
#include "methods/common/settling.hpp"
#include "methods/common/view_results.hpp"
#include "methods/common/warnings.hpp"
#include "methods/kmeans/answer/family_result.hpp"
#include "methods/kmeans/lloyd/one_pass.hpp"
#include "methods/kmeans/lloyd/steps.hpp"
#include "methods/kmeans/problem/constrained_view.hpp"
#include "methods/kmeans/start/seeding.hpp"
#include "methods/kmeans/start/warm_start.hpp"
#include "methods/options/visitors.hpp"
#include "runtime/phase_timer.hpp"

#include <utility>

/// K-Means by Lloyd's rounds.
namespace mvlink {
inline namespace v1 {
namespace kmeans_family {
namespace {

Trial started(const Dataset& data, const KMeansOptions& options, const Start& start, int restart, Context& context) {
    const View& view = data.view(0);
    Trial trial;
    trial.state.labels.assign(view.rows(), -1);
    Matrix& centroids = trial.state.centroids;
    if (!start.empty()) {
        centroids = warm_start(start, data, options.n_clusters, context).centroids;
        return trial;
    }
    centroids.resize(options.n_clusters, view.cols());
    const Random random = context.stream("kmeans/init", static_cast<std::uint64_t>(restart));
    if (options.init == KMeansInit::kmeans_plus_plus) {
        fill_by_kmeans_plus_plus(view.features(), 0, centroids, random, context);
    } else {
        fill_by_random_rows(view.features(), 0, centroids, random);
    }
    return trial;
}

void assign_clusters(const View& view, State& state, Context& context) {
    state.changed = assign_and_measure(view.features(), state, context);
}

void advance(const View& view, const KMeansOptions& options, Trial& trial, PhaseTimer& timer, Context& context) {
    State& state = trial.state;
    const auto round = [&](int) {
        timer.time("assign", [&] { assign_clusters(view, state, context); });
        timer.time("means", [&] { estimate_means(view.features(), {}, state, context); });
        return state.distances;
    };
    run_rounds({"kmeans", options.max_iter}, trial, context, round,
               [&](int) { return state.changed == 0 || has_settled(trial.objective, options.tol); });
}

/// Gives the rows the labels of the last centroids, also where `tol` stopped the run. The confidence comes with them
/// where this is the only start; else it is found once, for the best.
void finish(const View& view, bool only_start, Trial& trial, Context& context) {
    State& state = trial.state;
    if (state.changed == 0) return;
    kernels::NearestOutput out{.labels = state.labels, .bounds = &state.bounds};
    if (only_start) {
        trial.confidence.resize(state.labels.size());
        out = {.labels = state.labels, .confidence = trial.confidence};
    }
    trial.objective.back() = kernels::nearest(view.features(), state.centroids, out, context).sum;
}

}  // namespace
}  // namespace kmeans_family

Result kmeans(const Dataset& data, const KMeansOptions& options, Context& context, const Start& start) {
    using namespace kmeans_family;
    options::check(options);
    const View& view = view_for_clusters(data, options.n_clusters);
    PhaseTimer timer;
    const int starts = start.empty() ? options.n_init : 1;
    Trial best = best_of(starts, context, [&](int restart) {
        Trial trial = timer.time("init", [&] { return started(data, options, start, restart, context); });
        advance(view, options, trial, timer, context);
        timer.time("finish", [&] { finish(view, starts == 1, trial, context); });
        return trial;
    });

    Result result = family_result("kmeans", options::texts(options), view, best, context);
    Partition& partition = result.partitions.front();
    if (best.confidence.empty()) {
        timer.time("finish", [&] {
            kernels::nearest(view.features(), best.state.centroids, {partition.labels, partition.confidence}, context);
        });
    } else {
        partition.confidence = std::move(best.confidence);
    }
    add_constraint_report(data, 1, result);
    warn_of_ignored_constraints(data, result);
    result.seconds = timer.seconds();
    return result;
}

}  // namespace v1
}  // namespace mvlink
