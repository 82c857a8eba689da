#include "methods/spectral/graph_options.hpp"

#include <mvlink/error.hpp>

#include <fmt/core.h>

#include <algorithm>

namespace mvlink {
inline namespace v1 {
namespace spectral_family {
namespace {

constexpr Index kUsualNeighbours = 10;

kernels::NeighbourMetric metric_of(const GraphOptions& options, bool sparse) {
    const bool by_cosine =
        options.metric == GraphMetric::cosine ||
        (options.metric == GraphMetric::automatic && (sparse || options.affinity == GraphAffinity::cosine));
    return by_cosine ? kernels::NeighbourMetric::cosine : kernels::NeighbourMetric::euclidean;
}

kernels::EdgeWeights weights_of(const GraphOptions& options, kernels::NeighbourMetric metric) {
    switch (options.affinity) {
        case GraphAffinity::automatic:
            break;
        case GraphAffinity::local_scaling:
            return kernels::EdgeWeights::local_scaling;
        case GraphAffinity::median:
            return kernels::EdgeWeights::median;
        case GraphAffinity::gaussian:
            return kernels::EdgeWeights::gaussian;
        case GraphAffinity::cosine:
            return kernels::EdgeWeights::cosine;
        case GraphAffinity::binary:
            return kernels::EdgeWeights::binary;
    }
    return metric == kernels::NeighbourMetric::cosine ? kernels::EdgeWeights::cosine
                                                      : kernels::EdgeWeights::local_scaling;
}

kernels::NeighbourSearch search_of(GraphSearch search) {
    switch (search) {
        case GraphSearch::automatic:
            return kernels::NeighbourSearch::automatic;
        case GraphSearch::exact:
            return kernels::NeighbourSearch::exact;
        case GraphSearch::approximate:
            return kernels::NeighbourSearch::approximate;
    }
    return kernels::NeighbourSearch::automatic;
}

GraphPlan plan_of(const GraphOptions& options, bool sparse, Index k) {
    if (options.metric == GraphMetric::euclidean && options.affinity == GraphAffinity::cosine) {
        throw Error(ErrorCode::usage, "affinity: cosine weights need cosine neighbours, and metric is euclidean",
                    {{"metric", "cosine"}});
    }
    GraphPlan plan;
    plan.precomputed = options.metric == GraphMetric::precomputed;
    plan.neighbours = {static_cast<int>(k), metric_of(options, sparse), search_of(options.search)};
    plan.edges = {weights_of(options, plan.neighbours.metric), options.sigma,
                  options.symmetry == GraphSymmetry::mutual ? kernels::Symmetry::mutual : kernels::Symmetry::either};
    return plan;
}

}  // namespace

GraphPlan graph_plan(const GraphOptions& options, const View& view) {
    const Index most = view.rows() - 1;
    const Index wanted = options.n_neighbors.value.value_or(static_cast<int>(std::min(kUsualNeighbours, most)));
    if (wanted > most && options.metric != GraphMetric::precomputed) {
        throw Error(ErrorCode::input,
                    fmt::format("n_neighbors: {} neighbours for the {} rows of view \"{}\"; expected at most {}",
                                wanted, view.rows(), view.name(), most));
    }
    return plan_of(options, view.is_sparse(), wanted);
}

GraphPlan extension_plan(const GraphOptions& options, bool sparse, Index rows) {
    const Index usual = std::max<Index>(1, std::min(kUsualNeighbours, rows - 1));
    return plan_of(options, sparse, std::min<Index>(options.n_neighbors.value.value_or(static_cast<int>(usual)), rows));
}

}  // namespace spectral_family
}  // namespace v1
}  // namespace mvlink
