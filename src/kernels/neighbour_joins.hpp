#pragma once

#include <mvlink/context.hpp>

#include "kernels/near_lists.hpp"
#include "kernels/neighbour_partition.hpp"
#include "kernels/neighbour_rows.hpp"

#include <cstdint>
#include <span>

namespace mvlink {
inline namespace v1 {
namespace kernels {

/// The rows that are searched, and the scale of their distances in lists.
struct JoinedRows {
    const SearchRows& source;
    std::span<const std::int32_t> ids;
    double scale;
};

/// Offers all pairs of rows within each part to both lists.
void join_parts(const JoinedRows& rows, const RowPartition& parts, NearLists& lists, Context& context);

/// One round of NN-Descent (Dong, Moses, Li 2011): rows that list the same row, or are listed by it, are likely to be
/// near each other. Of every row it takes some of these, new and old ones apart, and offers all pairs with a new one
/// to both lists. Says how many rows entered a list. Lists change between batches of rows, in a fixed order.
Index join_neighbours(const JoinedRows& rows, std::uint64_t seed, NearLists& lists, Context& context);

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
