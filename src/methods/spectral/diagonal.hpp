#pragma once

#include "kernels/graph.hpp"
#include "kernels/matrix.hpp"

namespace mvlink {
inline namespace v1 {
namespace spectral_family {

/// The matrix of a graph (no diagonal of its own) with this diagonal; zeros are left out.
kernels::OwnedSparseRows<double> with_diagonal(const kernels::Graph& graph, const Vector& diagonal);

}  // namespace spectral_family
}  // namespace v1
}  // namespace mvlink
