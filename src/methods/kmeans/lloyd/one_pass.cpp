#include "methods/kmeans/lloyd/one_pass.hpp"

#include "kernels/moves_in_order.hpp"
#include "kernels/nearest_by_shards.hpp"
#include "kernels/tally_by_shards.hpp"
#include "methods/kmeans/lloyd/measure.hpp"
#include "methods/kmeans/lloyd/steps.hpp"
#include "runtime/file_pages.hpp"

#include <atomic>
#include <span>
#include <utility>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {
namespace {

bool lies_in_file(const Features& features) {
    return std::visit([](const auto& X) { return lie_in_file(X); }, features);
}

void fetch_moved(const Features& features, std::span<const kernels::MovedRow> moved) {
    std::vector<Index> rows;
    rows.reserve(moved.size());
    for (const kernels::MovedRow& move : moved)
        rows.push_back(move.row);
    std::visit(
        [&]<class Rows>(const Rows& X) {
            if constexpr (!Rows::kSparse) fetch_rows(X, std::span<const Index>(rows));
        },
        features);
}

}  // namespace

Index assign_and_measure(const Features& X, State& state, Context& context) {
    kernels::TallyByShards tally(X, state.labels, state.centroids);
    if (!lies_in_file(X) || tally.shards() != kernels::shards_of_search(X)) {
        const Index changed = assign_nearest(X, {}, state, context);
        measure_distances(X, state, context);
        return changed;
    }
    kernels::MovesInOrder moves(X, state.tally ? state.tally->sums : kernels::LabelSums(), context);
    std::atomic<bool> follows{state.tally.has_value() && !state.is_tight};  // as long as all moves are known
    const kernels::AfterShard add_up = [&](Index begin, Index end, auto moved, bool moved_is_complete) {
        tally.take(begin, end);
        if (!moved_is_complete) follows = false;
        if (follows) moves.take(begin, end, moved);
    };
    kernels::NearestOutput out{
        .labels = state.labels, .moved = &state.moved, .bounds = &state.bounds, .measure = false};
    if (state.tally) out.longest_row = state.tally->longest_row;
    const Index changed = kernels::nearest_by_shards(X, state.centroids, out, add_up, context).changed;
    give_up_tally_if_moves_are_unknown(changed, state);
    measure_by_tally(
        state, [&](kernels::LabelSums& sums) { sums = std::move(moves.sums()); }, [&] { return tally.total(); });
    return changed;
}

Index assign_and_follow(const Features& X, const kernels::ListedRows& listed, State& state,
                        std::optional<FollowedMoves>& followed, Context& context) {
    if (!lies_in_file(X) || !state.tally || state.is_tight) return assign_nearest(X, listed, state, context);
    kernels::MovesInOrder moves(X, state.tally->sums, context);
    std::atomic<bool> follows{true};
    const kernels::AfterShard add_up = [&](Index begin, Index end, auto moved, bool moved_is_complete) {
        if (!moved_is_complete) follows = false;
        if (follows) moves.take(begin, end, moved);
    };
    kernels::NearestOutput out{.labels = state.labels,
                               .moved = &state.moved,
                               .bounds = &state.bounds,
                               .listed = listed,
                               .measure = false,
                               .longest_row = state.tally->longest_row};
    const Index changed = kernels::nearest_by_shards(X, state.centroids, out, add_up, context).changed;
    give_up_tally_if_moves_are_unknown(changed, state);
    if (state.tally && follows) followed = FollowedMoves{std::move(moves.sums()), state.moved.size()};
    return changed;
}

void measure_followed(const Features& X, std::optional<FollowedMoves> followed, State& state, Context& context) {
    if (!followed) return measure_distances(X, state, context);
    const auto later = std::span<const kernels::MovedRow>(state.moved).subspan(followed->moves);
    fetch_moved(X, later);
    measure_by_tally(
        state,
        [&](kernels::LabelSums& sums) {
            sums = std::move(followed->sums);
            kernels::move_rows(X, later, sums, context);
        },
        [&] { return kernels::take_tally(X, state.labels, state.centroids, context); });
}

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
