#pragma once

#include <mvlink/context.hpp>

#include "kernels/graph.hpp"

#include <cstdint>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace kernels {

/// The vertices in an order in which most neighbours are close: one patch of `patch` vertices after the other, each
/// grown breadth first from where the one before ended. Products with a block of columns then find most lines that they
/// need in the cache.
std::vector<std::int32_t> local_order(const Graph& graph, Index patch);

/// Vertex order[i] becomes vertex i. The columns of a row are not sorted: for products only.
Graph reordered(const Graph& graph, const std::vector<std::int32_t>& order, Context& context);

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
