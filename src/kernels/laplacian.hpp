#pragma once

#include <mvlink/context.hpp>

#include "kernels/eigenvectors.hpp"
#include "kernels/graph.hpp"
#include "kernels/matrix.hpp"

namespace mvlink {
inline namespace v1 {
namespace kernels {

/// S = D^-1/2 W D^-1/2. The normalized Laplacian is L = I - S. An isolated vertex counts as of degree 1: its row of S
/// is zero, and L_ii = 1.
struct NormalizedGraph {
    Graph S;
    Vector degree;
};
NormalizedGraph normalized(Graph graph);

/// The eigenvectors of S of its largest eigenvalues, which are those of L of its smallest: 1 - values. Every component
/// with an edge has the eigenvalue 1 with the vector D^1/2 1_C: these are not computed but written down, those of
/// components with more vertices first.
EigenPairs largest_eigenpairs(const NormalizedGraph& graph, const EigenRequest& request, Context& context);

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
