#pragma once

#include "methods/kmeans/lloyd/state.hpp"

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {

/// Below this share of the scatter the distances keep fewer than twelve digits.
constexpr double kTight = 1e-3;

/// After a search that listed `changed` rows or fewer: a tally that cannot follow them is given up.
inline void give_up_tally_if_moves_are_unknown(Index changed, State& state) {
    if (changed != static_cast<Index>(state.moved.size())) state.tally.reset();
}

/// The distances of the rows to the centroids of their labels, from the tally where it has enough digits.
/// `follow_moves` brings its sums up to date, `take_tally` is a new one.
template <class FollowMoves, class TakeTally>
void measure_by_tally(State& state, FollowMoves&& follow_moves, TakeTally&& take_tally) {
    if (state.tally && !state.is_tight) {
        follow_moves(state.tally->sums);
        state.distances = kernels::distances_from(*state.tally, state.centroids);
        state.is_tight = !(state.distances > kTight * state.tally->scatter);
    }
    if (!state.tally || state.is_tight) {
        state.tally = take_tally();
        state.distances = state.tally->distances;
    }
}

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
