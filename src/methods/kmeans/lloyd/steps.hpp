#pragma once

#include <mvlink/context.hpp>
#include <mvlink/matrix.hpp>

#include "kernels/label_tally.hpp"
#include "kernels/matrix.hpp"
#include "kernels/nearest.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {

/// A run in progress: what every method of the family changes from round to round.
struct State {
    Matrix centroids;                          // mu, k x d
    std::vector<std::int32_t> labels;          // l, -1: not yet assigned
    double distances = 0;                      // sum over x of |x - mu_l|^2
    Index changed = 0;                         // labels that the last assignment changed
    std::optional<kernels::LabelTally> tally;  // follows the labels, where the method keeps it
    std::vector<kernels::MovedRow> moved;      // what it has not followed yet
    bool is_tight = false;                     // the distances are too small beside the scatter to follow from it
    kernels::NearestBounds bounds;             // from one assignment to the next
    std::vector<kernels::Shortlist> lists;     // of the rows whose constraints have a say, by position
    Index repairs = 0;                         // empty clusters that were given a row, in the whole run
};

/// Labels the rows by their nearest centroids, but those that are listed; returns how many labels changed.
Index assign_nearest(const Features& X, const kernels::ListedRows& listed, State& state, Context& context);

/// After an assignment: the distances of the rows to the centroids of their labels. They follow from the tally and the
/// moved rows; X is read again in the first round, where many rows moved, and where too few digits of the scatter would
/// remain.
void measure_distances(const Features& X, State& state, Context& context);

/// What moving a row into another cluster would add to the objective besides distances; empty: nothing.
using MoveCost = std::function<double(Index row, std::int32_t to)>;

/// Step 2b: mu_h <- the mean of its rows, and the distances that go with it. An empty cluster is given the row whose
/// move lowers the objective most, from a cluster that keeps another; at most k times a run, and after that, or if no
/// move helps, it keeps its centroid. Returns the rows that were moved.
std::vector<Index> estimate_means(const Features& X, const MoveCost& move_cost, State& state, Context& context);

/// Throws Error{numerical} naming method and round if the objective is not finite.
void require_finite(double objective, const char* method, int round);

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
