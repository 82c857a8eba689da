#include "methods/constrained/pair_graphs.hpp"

#include "kernels/edge_weights.hpp"
#include "runtime/index.hpp"

#include <algorithm>
#include <numeric>

namespace mvlink {
inline namespace v1 {
namespace constrained_spectral {
namespace {

constexpr double kNoEdge = 1e-100;  // of weights up to 1: below, products of degrees would underflow

double volume_of(const kernels::Graph& W) {
    return std::accumulate(W.values.begin(), W.values.end(), 0.0);
}

void multiply(double factor, kernels::Graph& graph) {
    for (double& value : graph.values) {
        value *= factor;
    }
}

}  // namespace

std::vector<kernels::Graph> weights_of_views(const spectral_family::ObjectGraphs& graphs) {
    std::vector<kernels::Graph> W;
    for (const auto& view : graphs.views) {
        W.push_back(kernels::edge_weights(view.graph));
    }
    return W;
}

kernels::Graph mixture(const std::vector<kernels::Graph>& W, Context& context) {
    std::vector<double> weights;
    for (const kernels::Graph& own : W) {
        const double volume = volume_of(own);
        weights.push_back(volume > 0 ? static_cast<double>(own.rows) / volume / static_cast<double>(W.size()) : 0);
    }
    return kernels::weighted_sum(W, weights, context);
}

void scale_to_one(kernels::Graph& graph) {
    const auto most = std::max_element(graph.values.begin(), graph.values.end());
    if (most != graph.values.end()) multiply(1 / *most, graph);
}

kernels::Graph graph_of(const Eigen::MatrixXd& weights) {
    const Index n = weights.rows();
    kernels::Graph graph{n, n, {0}, {}, {}};
    for (Index i = 0; i < n; ++i) {
        for (Index j = 0; j < n; ++j) {
            const double weight = weights(std::min(i, j), std::max(i, j));
            if (i == j || weight < kNoEdge) continue;
            graph.columns.push_back(static_cast<std::int32_t>(j));
            graph.values.push_back(weight);
        }
        graph.offsets.push_back(static_cast<Index>(graph.values.size()));
    }
    return graph;
}

kernels::EigenPairs top_of(const kernels::NormalizedGraph& graph, int n_clusters, const char* method,
                           Context& context) {
    kernels::EigenRequest request;
    request.count = n_clusters;
    request.purpose = method;
    kernels::EigenPairs pairs = kernels::largest_eigenpairs(graph, request, context);
    if (!context.cancel_requested()) kernels::require_converged(pairs, request, method);
    return pairs;
}

Eigen::MatrixXd as_dense(const kernels::Graph& graph) {
    Eigen::MatrixXd out = Eigen::MatrixXd::Zero(graph.rows, graph.cols);
    for (Index i = 0; i < graph.rows; ++i) {
        for (Index entry = graph.offsets[at(i)]; entry < graph.offsets[at(i) + 1]; ++entry) {
            out(i, graph.columns[at(entry)]) = graph.values[at(entry)];
        }
    }
    return out;
}

}  // namespace constrained_spectral
}  // namespace v1
}  // namespace mvlink
