#pragma once

#include "kernels/nearest.hpp"

#include <functional>
#include <span>

namespace mvlink {
inline namespace v1 {
namespace kernels {

/// Called when the rows begin .. end have their labels, while they are likely to be in memory still; by any thread, for
/// the shards of an ordered_sum in any order. `moved` is as in NearestOutput, and valid until the search returns.
using AfterShard = std::function<void(Index begin, Index end, std::span<const MovedRow> moved, bool moved_is_complete)>;

/// nearest(), whose pass over the rows others join.
NearestSummary nearest_by_shards(const Features& X, const Matrix& C, const NearestOutput& out,
                                 const AfterShard& after_shard, Context& context);

/// Into how many shards a search divides the rows.
Index shards_of_search(const Features& X);

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
