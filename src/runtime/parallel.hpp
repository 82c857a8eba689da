#pragma once

#include <mvlink/context.hpp>

#include "runtime/thread_pool.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace mvlink {
inline namespace v1 {

/// Calls body(begin, end) over 0 .. n in chunks of `grain`. Chunks follow from n and grain alone, never from threads.
template <class Body>
void parallel_for(Context& context, Index n, Index grain, Body&& body) {
    const Index chunks = (n + grain - 1) / grain;
    context.pool().run(chunks, [&](Index chunk) { body(chunk * grain, std::min(n, (chunk + 1) * grain)); });
}

/// Into how many parts a sum over n rows is cut, so that the partial sums, each of `bytes`, stay small compared with
/// the data.
inline Index shard_count(Index n, std::size_t bytes) {
    constexpr Index kRowsPerShard = 2048;
    constexpr Index kMostShards = 64;
    constexpr std::size_t kBudget = std::size_t{64} << 20;
    const Index by_memory = static_cast<Index>(kBudget / std::max<std::size_t>(bytes, 1));
    return std::clamp<Index>(std::min((n + kRowsPerShard - 1) / kRowsPerShard, by_memory), 1, kMostShards);
}

/// Adds up body(partial, begin, end) over 0 .. n: every shard fills its own copy of `zero`, and merge(total, partial)
/// joins them in order, so the rounding is the same for any number of threads. `bytes` is the size of one partial sum.
template <class Sum, class Body, class Merge>
Sum ordered_sum(Context& context, Index n, const Sum& zero, std::size_t bytes, Body&& body, Merge&& merge) {
    const Index shards = shard_count(n, bytes);
    std::vector<Sum> partial(shards, zero);
    context.pool().run(shards,
                       [&](Index shard) { body(partial[shard], n * shard / shards, n * (shard + 1) / shards); });
    Sum total = std::move(partial.front());
    for (std::size_t shard = 1; shard < partial.size(); ++shard) {
        merge(total, partial[shard]);
    }
    return total;
}

/// The sum of term(begin, end), one double per shard.
template <class Term>
double ordered_sum(Context& context, Index n, Term&& term) {
    return ordered_sum(
        context, n, 0.0, sizeof(double), [&](double& sum, Index begin, Index end) { sum = term(begin, end); },
        [](double& total, double part) { total += part; });
}

}  // namespace v1
}  // namespace mvlink
