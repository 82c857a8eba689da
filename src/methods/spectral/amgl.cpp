#include <mvlink/spectral.hpp>

#include "methods/common/result_header.hpp"
#include "methods/common/rounds.hpp"
#include "methods/common/warnings.hpp"
#include "methods/options/visitors.hpp"
#include "methods/spectral/amgl_steps.hpp"
#include "methods/spectral/family.hpp"
#include "runtime/abandon.hpp"
#include "runtime/phase_timer.hpp"

#include <fmt/core.h>

#include <utility>

namespace mvlink {
inline namespace v1 {
namespace spectral_family {
namespace {

/// Alternates F and the weights of the views; the equation map is in README.md.
AmglTrial run_amgl(const ObjectGraphs& graphs, const AmglOptions& options, Context& context) {
    AmglTrial trial{{}, equal_weights(graphs), {}, {}, {}};
    const EigenLimits limits{options.eigen_tol};
    run_rounds(
        {"amgl", options.max_iter}, trial, context,
        [&](int) {
            const Matrix* start = trial.vectors.size() == 0 ? nullptr : &trial.vectors;
            trial.vectors =
                smallest_of_laplacian(graphs, trial.weights, options.n_clusters, limits, "amgl", start, context)
                    .vectors;
            trial.F = balanced(graphs, trial.vectors);
            trial.roughness = roughness_of_views(graphs, trial.F, context);
            return amgl_objective(trial.roughness);
        },
        [&](int) {
            std::vector<double> next = amgl_weights(trial.roughness, options.n_clusters);
            const bool settled = largest_change(trial.weights, next) <= options.tol;
            trial.weights = std::move(next);
            return settled;
        });
    return trial;
}

void warn_of_smooth_views(const ObjectGraphs& graphs, const AmglTrial& trial, int n_clusters, Result& result) {
    if (graphs.views.size() < 2) return;
    for (std::size_t v = 0; v < graphs.views.size(); ++v) {
        if (!is_too_smooth(trial.roughness[v], n_clusters)) continue;
        warn(
            result, "view-takes-all-weight",
            fmt::format("the graph of view \"{}\" falls into {} parts, and the embedding is constant on each: the view "
                        "takes nearly all weight; raise n_neighbors",
                        graphs.views[v].name, graphs.views[v].components),
            trial.weights[v]);
    }
}

}  // namespace
}  // namespace spectral_family

Result amgl(const Dataset& data, const AmglOptions& options, Context& context, const Start& start) {
    using namespace spectral_family;
    options::check(options);
    const ObjectRows rows(data);
    require_objects_for_clusters(rows, options.n_clusters);
    PhaseTimer timer;
    Result result = result_header("amgl", options::texts(options), data.views(), context);
    const auto known = start_labels_of_objects(start, data, rows, options.n_clusters, context);
    const ObjectGraphs graphs =
        timer.time("graphs", [&] { return object_graphs(data, rows, graph_options(options), context); });
    require_edges_for_clusters(graphs, options.n_clusters);
    end_if_abandoned(context);

    AmglTrial trial = timer.time("rounds", [&] { return run_amgl(graphs, options, context); });
    timer.time("kmeans", [&] {
        add_clusters({options.n_clusters, options.n_init, options.normalize_rows}, data, rows, graphs, trial.weights,
                     trial.F, known, result, context);
    });
    result.view_weights = trial.weights;
    warn_of_smooth_views(graphs, trial, options.n_clusters, result);
    add_course(std::move(trial), result);
    warn_if_not_converged(result);
    end_if_abandoned(context);
    warn_of_components(combined_components(graphs), options.n_clusters, "", result);
    finish(data, graphs, timer, result, context);
    return result;
}

}  // namespace v1
}  // namespace mvlink
