#pragma once

#include <mvlink/context.hpp>
#include <mvlink/kmeans.hpp>
#include <mvlink/result.hpp>

#include "methods/kmeans/lloyd/steps.hpp"
#include "methods/kmeans/pck/penalties.hpp"
#include "methods/kmeans/problem/constrained_view.hpp"
#include "methods/kmeans/problem/grouped_rows.hpp"
#include "methods/kmeans/start/neighbourhood_start.hpp"

#include <cstdint>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {

/// Whether the weight of constraints is estimated.
bool is_calibrated(const PckMeansOptions& options);

/// The options with every `auto` and relative value replaced by what it stands for.
PckMeansOptions resolved(PckMeansOptions options, double mean_squared_distance);

/// The constraint sums of Eq. (1), no row assigned yet. The options are resolved.
Penalties penalties_of(const ConstrainedView& problem, const PckMeansOptions& options);

/// Step 1 as the options define it.
StartRules start_rules(const PckMeansOptions& options);

/// Step 2a: every row takes the cluster of least distance plus penalties. Constrained rows one after the other, with
/// the labels as they are by then; the others, which do not depend on the order, in bulk. Ties keep the present
/// cluster, else the lowest. Groups of rows that a rule keeps apart are assigned as wholes.
void assign_clusters(const ConstrainedView& problem, const GroupedRows& groups, VisitOrder order, Random& random,
                     Penalties& penalties, State& state, Context& context);

/// Step 2b; a row that repairs an empty cluster pays or saves its penalties.
void estimate_means_with_penalties(const ConstrainedView& problem, Penalties& penalties, State& state,
                                   Context& context);

/// Squared distances of the constrained rows from all centroids, by position.
Matrix costs_by_position(const ConstrainedView& problem, const Matrix& centroids, Context& context);

/// 1 - cost of the row's cluster / least other cost, penalties included.
void add_confidence(const ConstrainedView& problem, const GroupedRows& groups, const Penalties& penalties,
                    const Matrix& centroids, Partition& partition, Context& context);

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
