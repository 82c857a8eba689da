#pragma once

#include <mvlink/context.hpp>
#include <mvlink/matrix.hpp>

#include "kernels/nearest.hpp"
#include "methods/kmeans/lloyd/state.hpp"

#include <cstdint>
#include <functional>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {

/// Labels the rows by their nearest centroids, but those that are listed; returns how many labels changed.
Index assign_nearest(const Features& X, const kernels::ListedRows& listed, State& state, Context& context);

/// After an assignment: the distances of the rows to the centroids of their labels. They follow from the tally and the
/// moved rows; X is read again in the first round, where many rows moved, and where too few digits of the scatter would
/// remain.
void measure_distances(const Features& X, State& state, Context& context);

/// What moving a row into another cluster would add to the objective besides distances; empty: nothing.
using MoveCost = std::function<double(Index row, std::int32_t to)>;

/// Step 2b: mu_h <- the mean of its rows, and the distances that go with it. An empty cluster is given the row whose
/// move lowers the objective most, from a cluster that keeps another; at most k times per run, and after that, or if no
/// move helps, it keeps its centroid. Returns the rows that were moved.
std::vector<Index> estimate_means(const Features& X, const MoveCost& move_cost, State& state, Context& context);

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
