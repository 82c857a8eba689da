#pragma once

#include <mvlink/context.hpp>
#include <mvlink/random.hpp>

#include "kernels/neighbour_rows.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace kernels {

/// Rows in parts of at most `most` that are near to each other: part p has places order[bounds[p]] .. order[bounds[p +
/// 1]).
struct RowPartition {
    std::vector<std::int32_t> order;
    std::vector<Index> bounds;
};

/// Splits the rows by the nearest of some pivots, drawn from them, and each part again until it is small enough. Other
/// draws give other borders, so that rows which one partition separates meet in another.
RowPartition random_partition(const SearchRows& rows, std::span<const std::int32_t> ids, Index most, double scale,
                              Random random, Context& context);

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
