#pragma once

#include <mvlink/context.hpp>
#include <mvlink/dataset.hpp>
#include <mvlink/kmeans.hpp>
#include <mvlink/result.hpp>

#include "constraints/components.hpp"
#include "methods/kmeans/lloyd.hpp"
#include "methods/kmeans/penalties.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {

/// The view and its constraints as PCK-Means sees them: M and C of the paper.
struct PckProblem {
    explicit PckProblem(const Dataset& data);

    const View& view;
    std::vector<constraints::Pair> pairs;
    constraints::Components components;
    std::vector<std::uint8_t> is_constrained;  // one a row; empty: none is

    /// The constraint sums of Eq. (1) under these labels.
    [[nodiscard]] Penalties penalties(const PckMeansOptions& options, std::span<const std::int32_t> labels) const;
};

/// How often to start: as told, else as often as chance has a say in where clusters start.
int number_of_starts(const PckProblem& problem, const PckMeansOptions& options, const Start& start);

/// Step 1: centroids from neighbourhoods (or another rule), whose members carry their cluster; all other rows are
/// unassigned.
State initialize(const PckProblem& problem, const PckMeansOptions& options, const Start& start, int restart,
                 Context& context);

/// Step 2a: every row takes the cluster of least distance plus penalties. Constrained rows one after the other, with
/// the labels as they are by then; the others, whom order does not touch, in bulk. Ties keep the present cluster, else
/// the lowest.
void assign_clusters(const PckProblem& problem, VisitOrder order, Random& random, Penalties& penalties, State& state,
                     Context& context);

/// Step 2b; a row that repairs an empty cluster pays or saves its penalties.
void estimate_means_with_penalties(const PckProblem& problem, Penalties& penalties, State& state, Context& context);

/// 1 - cost of the row's cluster / least other cost, penalties included.
void add_confidence(const PckProblem& problem, const Penalties& penalties, const Matrix& centroids,
                    Partition& partition, Context& context);

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
