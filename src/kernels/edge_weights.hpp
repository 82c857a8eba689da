#pragma once

#include "kernels/laplacian.hpp"

namespace mvlink {
inline namespace v1 {
namespace kernels {

/// W of S = D^-1/2 W D^-1/2.
Graph edge_weights(const NormalizedGraph& graph);

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
