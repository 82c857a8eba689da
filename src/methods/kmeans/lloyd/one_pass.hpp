#pragma once

#include "methods/kmeans/lloyd/state.hpp"

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {

/// assign_nearest() and measure_distances(), the same bits. Features that lie in a file are read once instead of two or
/// three times: the rows of a shard are added up while they are in memory. Returns how many labels changed.
Index assign_and_measure(const Features& X, State& state, Context& context);

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
