#include <mvlink/spectral.hpp>

#include "methods/common/requirements.hpp"
#include "methods/common/result_header.hpp"
#include "methods/common/view_results.hpp"
#include "methods/common/warnings.hpp"
#include "methods/options/visitors.hpp"
#include "methods/spectral/embedding.hpp"
#include "methods/spectral/extension.hpp"
#include "methods/spectral/family.hpp"
#include "methods/spectral/view_graphs.hpp"
#include "runtime/phase_timer.hpp"

namespace mvlink {
inline namespace v1 {

Result spectral(const Dataset& data, const SpectralOptions& options, Context& context, const Start& start) {
    using namespace spectral_family;
    options::check(options);
    const ObjectRows rows(data);
    require_objects_for_clusters(rows, options.n_clusters);
    PhaseTimer timer;
    Result result = result_header("spectral", options::texts(options), data.views(), context);
    const auto known = start_labels_of_objects(start, data, rows, options.n_clusters, context);
    const ObjectGraphs graphs =
        timer.time("graphs", [&] { return object_graphs(data, rows, graph_options(options), context); });
    require_edges_for_clusters(graphs, options.n_clusters);

    const std::vector<double> weights = equal_weights(graphs);
    const kernels::EigenPairs pairs = timer.time("eigenvectors", [&] {
        return smallest_of_laplacian(graphs, weights, options.n_clusters, {options.eigen_tol, options.eigen_max_iter},
                                     "spectral", nullptr, context);
    });
    result.objective = {static_cast<double>(options.n_clusters) - pairs.values.sum()};
    result.iterations = 1;
    result.stop_reason =
        context.cancelled({1, 1, result.objective.back()}) ? StopReason::cancelled : StopReason::converged;
    timer.time("kmeans", [&] {
        add_clusters({options.n_clusters, options.n_init, options.normalize_rows}, data, rows, graphs, weights,
                     balanced(graphs, pairs.vectors), known, result, context);
    });
    warn_of_components(combined_components(graphs), options.n_clusters, "", result);
    finish(data, graphs, timer, result, context);
    return result;
}

}  // namespace v1
}  // namespace mvlink
