#include <mvlink/spectral.hpp>

#include "methods/common/result_header.hpp"
#include "methods/common/rounds.hpp"
#include "methods/common/settling.hpp"
#include "methods/common/warnings.hpp"
#include "methods/options/visitors.hpp"
#include "methods/spectral/coreg_steps.hpp"
#include "methods/spectral/family.hpp"
#include "runtime/phase_timer.hpp"

#include <fmt/core.h>

#include <utility>

namespace mvlink {
inline namespace v1 {
namespace spectral_family {
namespace {

/// Every round updates U_*, then each U_v in order, with the newest values of the others.
CoregTrial run_coreg(const ObjectGraphs& graphs, const CoregSettings& settings, const CoregSpectralOptions& options,
                     Context& context) {
    CoregTrial trial{{}, start_embeddings(graphs, settings, context), {}};
    run_rounds(
        {"coreg-spectral", options.max_iter}, trial, context,
        [&](int) {
            trial.consensus = consensus_of(trial.U, settings.n_clusters);
            for (std::size_t view = 0; view < trial.U.size(); ++view) {
                update_view(graphs, view, settings, trial, context);
            }
            return coreg_objective(graphs, settings, trial, context);
        },
        [&](int) { return has_settled(trial.objective, options.tol, 1e-12); });
    return trial;
}

}  // namespace
}  // namespace spectral_family

Result coreg_spectral(const Dataset& data, const CoregSpectralOptions& options, Context& context, const Start& start) {
    using namespace spectral_family;
    options::check(options);
    const ObjectRows rows(data);
    require_objects_for_clusters(rows, options.n_clusters);
    PhaseTimer timer;
    Result result = result_header("coreg-spectral", options::texts(options), data.views(), context);
    const auto known = start_labels_of_objects(start, data, rows, options.n_clusters, context);
    const ObjectGraphs graphs =
        timer.time("graphs", [&] { return object_graphs(data, rows, graph_options(options), context); });
    require_edges_for_clusters(graphs, options.n_clusters);
    require_objects_in_views(graphs, options.n_clusters);

    const CoregSettings settings{options.n_clusters, options.scheme, options.consensus_weight, {options.eigen_tol}};
    CoregTrial trial = timer.time("rounds", [&] { return run_coreg(graphs, settings, options, context); });
    timer.time("kmeans", [&] {
        const Matrix F = joint_embedding(graphs, trial.U, options.n_clusters);
        add_clusters({options.n_clusters, options.n_init, options.normalize_rows}, data, rows, graphs,
                     equal_weights(graphs), F, known, result, context);
    });
    add_course(std::move(trial), result);
    warn_if_not_converged(result);
    for (const ViewGraph& view : graphs.views) {
        const std::string where = graphs.views.size() == 1 ? "" : fmt::format(" of view \"{}\"", view.name);
        warn_of_components(view.components, options.n_clusters, where, result);
    }
    finish(data, graphs, timer, result, context);
    return result;
}

}  // namespace v1
}  // namespace mvlink
