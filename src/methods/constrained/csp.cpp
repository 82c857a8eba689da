#include <mvlink/constrained_spectral.hpp>

#include "methods/constrained/csp_steps.hpp"
#include "methods/constrained/frame.hpp"
#include "methods/constrained/pair_graphs.hpp"
#include "methods/spectral/family.hpp"
#include "runtime/index.hpp"

#include <cmath>
#include <numeric>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace constrained_spectral {
namespace {

constexpr Limit kLimit{"csp", 3000, 7};

/// Two clusters: the sign of the one coordinate, as the paper reads it. With labels to start from, numbered like them.
spectral_family::EmbeddingRule by_sign(const Matrix& F, std::span<const std::int32_t> known) {
    const double size = F.cwiseAbs().mean();
    Index agree = 0;
    for (std::size_t i = 0; i < known.size(); ++i) {
        agree += (F(static_cast<Index>(i), 0) >= 0) == (known[i] == 0) ? 1 : -1;
    }
    const bool swapped = known.empty() ? F(0, 0) < 0 : agree < 0;
    Matrix centres(2, 1);
    centres << (swapped ? -size : size), (swapped ? size : -size);
    return {false, centres};
}

/// Without usable constraints: D^-1/2 times the eigenvectors, as spectral clustering has them.
Found unconstrained(const Task& task, const kernels::NormalizedGraph& graph, const Vector& half, Context& context) {
    const kernels::EigenPairs pairs = top_of(graph, task.n_clusters, kLimit.method, context);
    Found found{half.asDiagonal() * pairs.vectors,
                one_round(static_cast<double>(task.n_clusters) - pairs.values.sum(), context),
                spectral_family::equal_weights(task.graphs)};
    if (!task.beliefs.empty() && task.n_clusters > 1) {
        found.warnings.push_back({"constraints-without-effect",
                                  "the constraints leave fewer directions than clusters need: they are ignored; give "
                                  "more must-links",
                                  static_cast<double>(task.beliefs.size())});
    }
    return found;
}

Found embed(const Task& task, const CspOptions& options, Context& context) {
    const kernels::NormalizedGraph graph = kernels::normalized(mixture(weights_of_views(task.graphs), context));
    const Vector half = graph.degree.cwiseSqrt().cwiseInverse();
    if (task.beliefs.empty() || task.n_clusters == 1) return unconstrained(task, graph, half, context);
    const Eigen::MatrixXd Z = as_matrix(closed(task.beliefs, task.n()), task.n());
    const Cuts cuts = cheapest_cuts(graph, Z, task.n_clusters, options.strictness);
    if (static_cast<int>(cuts.costs.size()) < task.n_clusters - 1) return unconstrained(task, graph, half, context);
    Matrix F = half.asDiagonal() * cuts.vectors;
    for (Index j = 0; j < F.cols(); ++j) {
        F.col(j) *= 1 - cuts.costs[at(j)];  // cheaper cuts count more
    }
    kernels::settle_signs(F);
    const double objective = std::accumulate(cuts.costs.begin(), cuts.costs.end(), 0.0);
    Found found{std::move(F), one_round(objective, context), spectral_family::equal_weights(task.graphs)};
    if (task.n_clusters == 2) found.rule = by_sign(found.F, task.known);
    return found;
}

}  // namespace
}  // namespace constrained_spectral

Result csp(const Dataset& data, const CspOptions& options, Context& context, const Start& start) {
    using namespace constrained_spectral;
    return run_on_pairs(kLimit, options, false, data, context, start,
                        [&](const Task& task, Context& own) { return embed(task, options, own); });
}

}  // namespace v1
}  // namespace mvlink
