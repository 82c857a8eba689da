#pragma once

#include <mvlink/context.hpp>

#include "kernels/neighbour_lists.hpp"
#include "kernels/neighbour_rows.hpp"

#include <cstdint>
#include <span>

namespace mvlink {
inline namespace v1 {
namespace kernels {

/// Of every listed row among the other ones, most of the nearest; k < ids.size(). The search goes on until nearly all
/// neighbours of a sample of rows are found, or it finds no more. The recall is that of another sample.
PlaceLists approximate_neighbours(const SearchRows& rows, std::span<const std::int32_t> ids, int k, Context& context);

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
