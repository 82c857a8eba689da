#pragma once

#include <mvlink/context.hpp>

#include "kernels/eigenvectors.hpp"
#include "kernels/laplacian.hpp"
#include "methods/spectral/view_graphs.hpp"

#include <vector>

namespace mvlink {
inline namespace v1 {
namespace constrained_spectral {

/// W of every view, on the objects.
std::vector<kernels::Graph> weights_of_views(const spectral_family::ObjectGraphs& graphs);

/// sum_v W_v / vol_v, scaled to a mean degree of 1. A walk on it takes at every object the walk of a view by chance, as
/// often as that view's walk comes by (Zhou, Burges 2007).
kernels::Graph mixture(const std::vector<kernels::Graph>& W, Context& context);

/// Weights divided by the largest.
void scale_to_one(kernels::Graph& graph);

/// The entries of a symmetric matrix above zero, off the diagonal, as a graph.
kernels::Graph graph_of(const Eigen::MatrixXd& weights);

/// The K eigenvectors of D^-1/2 W D^-1/2 of the largest eigenvalues. Throws Error{numerical} if they do not converge.
kernels::EigenPairs top_of(const kernels::NormalizedGraph& graph, int n_clusters, const char* method, Context& context);

/// S as a dense matrix.
Eigen::MatrixXd as_dense(const kernels::Graph& graph);

}  // namespace constrained_spectral
}  // namespace v1
}  // namespace mvlink
