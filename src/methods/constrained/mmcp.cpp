#include <mvlink/constrained_spectral.hpp>

#include "methods/constrained/frame.hpp"
#include "methods/constrained/mmcp_steps.hpp"
#include "methods/constrained/pair_graphs.hpp"
#include "methods/spectral/family.hpp"
#include "runtime/index.hpp"

#include <utility>

namespace mvlink {
inline namespace v1 {
namespace constrained_spectral {
namespace {

constexpr Limit kLimit{"mmcp", 5000, 6};

/// W of a graph, refined by constraints that spread over it.
Eigen::MatrixXd refined_by(kernels::Graph W, const Eigen::MatrixXd& F) {
    scale_to_one(W);
    return refined(F, as_dense(W));
}

/// Constraints spread over one graph.
Eigen::MatrixXd spread(const kernels::Graph& W, const Task& task, const MmcpOptions& options) {
    return propagated(kernels::normalized(W).S, task.beliefs, options.alpha);
}

Eigen::MatrixXd refined_mixture(const std::vector<kernels::Graph>& W, const Task& task, const MmcpOptions& options,
                                Context& context) {
    kernels::Graph mixed = mixture(W, context);
    Eigen::MatrixXd F = spread(mixed, task, options);
    if (options.scale == MmcpScale::largest) scale_to_largest(F);
    return refined_by(std::move(mixed), F);
}

/// Every view spreads the constraints by itself; the mean refines every graph; then these are mixed.
Eigen::MatrixXd mixture_of_refined(const std::vector<kernels::Graph>& W, const Task& task, const MmcpOptions& options,
                                   Context& context) {
    Eigen::MatrixXd F = Eigen::MatrixXd::Zero(task.n(), task.n());
    for (const kernels::Graph& own : W) {
        F += spread(own, task, options) / static_cast<double>(W.size());
    }
    if (options.scale == MmcpScale::largest) scale_to_largest(F);
    std::vector<kernels::Graph> next;
    for (const kernels::Graph& own : W) {
        next.push_back(graph_of(refined_by(own, F)));
    }
    return as_dense(mixture(next, context));
}

Found embed(const Task& task, const MmcpOptions& options, Context& context) {
    const std::vector<kernels::Graph> W = weights_of_views(task.graphs);
    const Eigen::MatrixXd affinity = options.fusion == MmcpFusion::mixture
                                         ? refined_mixture(W, task, options, context)
                                         : mixture_of_refined(W, task, options, context);
    kernels::EigenPairs pairs =
        top_of(kernels::normalized(graph_of(affinity)), task.n_clusters, kLimit.method, context);
    const double objective = static_cast<double>(task.n_clusters) - pairs.values.sum();
    return {std::move(pairs.vectors), one_round(objective, context), spectral_family::equal_weights(task.graphs)};
}

}  // namespace
}  // namespace constrained_spectral

Result mmcp(const Dataset& data, const MmcpOptions& options, Context& context, const Start& start) {
    using namespace constrained_spectral;
    return run_on_pairs(kLimit, options, options.normalize_rows, data, context, start,
                        [&](const Task& task, Context& own) { return embed(task, options, own); });
}

}  // namespace v1
}  // namespace mvlink
