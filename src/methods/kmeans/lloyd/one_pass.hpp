#pragma once

#include "kernels/nearest.hpp"
#include "methods/kmeans/lloyd/state.hpp"

#include <cstddef>
#include <optional>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {

/// assign_nearest() and measure_distances(), the same bits. Features that lie in a file are read once instead of two or
/// three times: the rows of a shard are added up while they are in memory. Returns how many labels changed.
Index assign_and_measure(const Features& X, State& state, Context& context);

/// The sums of the tally after the first `moves` of the rows that moved.
struct FollowedMoves {
    kernels::LabelSums sums;
    std::size_t moves = 0;
};

/// assign_nearest() for those who choose labels of the listed rows afterwards. If X lies in a file and its tally can
/// follow the moves, their rows are added up while they are in memory.
Index assign_and_follow(const Features& X, const kernels::ListedRows& listed, State& state,
                        std::optional<FollowedMoves>& followed, Context& context);
/// measure_distances() after it, the same bits: only rows that moved since then are read.
void measure_followed(const Features& X, std::optional<FollowedMoves> followed, State& state, Context& context);

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
