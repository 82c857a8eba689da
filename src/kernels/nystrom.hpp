#pragma once

#include <mvlink/context.hpp>

#include "kernels/graph.hpp"
#include "kernels/matrix.hpp"
#include "kernels/neighbours.hpp"
#include "kernels/sparse_products.hpp"

/// New rows in the eigenvectors of a graph (Nystroem). An eigenvector of the random walk D^-1 W satisfies
/// lambda phi_i = sum_j (W_ij / d_i) phi_j in every vertex; the same equation, read for a row that is not in the graph,
/// places it: at the mean of its neighbours, by the weight of the edges, divided by lambda.
namespace mvlink {
inline namespace v1 {
namespace kernels {

/// Where the random walk goes from new rows: the share of its weight that each of the neighbours `found` has among n
/// vertices. A row adds up to 1, however far away its neighbours are; where all weights are 0 (cosines that are not
/// positive) it adds up to 0. `request` and `scale` are those of the graph.
OwnedSparseRows<double> walk_from_new_rows(const Neighbours& found, Index n, const GraphRequest& request,
                                           const Vector& scale, Context& context);

/// Coordinates of new rows: (walk phi) / values, where phi (n x count) are eigenvectors of the walk of the graph and
/// the values, none 0, their eigenvalues. Of eigenvectors U of S = D^-1/2 W D^-1/2, phi is D^-1/2 U with the same
/// values.
Matrix extended_rows(const OwnedSparseRows<double>& walk, const Matrix& phi, const Vector& values, Context& context);

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
