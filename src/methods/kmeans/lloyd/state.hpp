#pragma once

#include "kernels/label_tally.hpp"
#include "kernels/matrix.hpp"
#include "kernels/nearest.hpp"
#include "methods/common/rounds.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {

/// What every method of the family changes from round to round.
struct State {
    Matrix centroids;                          // mu, k x d
    std::vector<std::int32_t> labels;          // l, -1: not yet assigned
    double distances = 0;                      // sum over x of |x - mu_l|^2
    Index changed = 0;                         // labels that the last assignment changed
    std::optional<kernels::LabelTally> tally;  // follows the labels, if the method keeps it
    std::vector<kernels::MovedRow> moved;      // what it has not followed yet
    bool is_tight = false;                  // the distances are too small compared with the scatter to follow from it
    kernels::NearestBounds bounds;          // from one assignment to the next
    std::vector<kernels::Shortlist> lists;  // of the rows with constraints, by position
    Index repairs = 0;                      // empty clusters that were given a row, in the whole run
};

/// One start of a method: all that it owns, so that it can stop after any round and go on.
struct Trial : Course {
    State state;
    std::vector<double> confidence;  // of the labels, if known already

    [[nodiscard]] bool settled() const { return stop_reason == StopReason::converged; }
};

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
