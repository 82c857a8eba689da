#pragma once

#include <mvlink/context.hpp>

#include "kernels/neighbour_lists.hpp"
#include "kernels/neighbour_rows.hpp"

#include <cstdint>
#include <span>

namespace mvlink {
inline namespace v1 {
namespace kernels {

/// Of every listed row among the other ones; k < ids.size().
PlaceLists exact_neighbours(const SearchRows& rows, std::span<const std::int32_t> ids, int k, Context& context);

/// Of the listed queries among the listed rows; k <= ids.size().
PlaceLists exact_neighbours_of(const SearchRows& queries, std::span<const std::int32_t> query_ids,
                               const SearchRows& rows, std::span<const std::int32_t> ids, int k, Context& context);

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
