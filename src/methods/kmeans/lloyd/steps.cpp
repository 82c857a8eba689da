#include "methods/kmeans/lloyd/steps.hpp"

#include "kernels/label_sums.hpp"
#include "kernels/rows.hpp"
#include "methods/kmeans/lloyd/measure.hpp"
#include "methods/kmeans/lloyd/rounding_of_mean.hpp"
#include "runtime/parallel.hpp"

#include <utility>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {
namespace {

struct Donor {
    Index row = -1;
    double distance = 0;
    double gain = 0;  // what its move saves; > 0 for a donor
};

/// The row whose move into cluster `to` lowers the objective most; the lowest row if several do. Rows that are their
/// mean but for rounding stay: equal rows belong together.
Donor best_donor(const Features& features, const State& state, const std::vector<Index>& counts, std::int32_t to,
                 const MoveCost& move_cost, Context& context) {
    return std::visit(
        [&](const auto& X) {
            const Vector zero = Vector::Zero(X.cols);
            const auto search = [&](Donor& best, Index begin, Index end) {
                kernels::RowReader<std::decay_t<decltype(X)>> read(X);
                for (Index row = begin; row < end; ++row) {
                    const std::int32_t from = state.labels[row];
                    if (counts[from] < 2) continue;
                    const auto* const x = read(row);
                    const double distance =
                        kernels::squared_distance(x, state.centroids.data() + from * X.cols, X.cols);
                    if (distance <= best.gain) continue;  // penalties are computed only if they can matter
                    const double squared_length = kernels::squared_distance(x, zero.data(), X.cols);
                    if (distance <= rounding_of_mean(counts[from], squared_length)) continue;
                    const double gain = distance - (move_cost ? move_cost(row, to) : 0);
                    if (gain > best.gain) best = {row, distance, gain};
                }
            };
            const auto better = [](Donor& best, const Donor& other) {
                if (other.gain > best.gain) best = other;
            };
            return ordered_sum(context, X.rows, Donor{}, sizeof(Donor), search, better);
        },
        features);
}

/// A cluster of m rows that loses one at squared distance D from its mean loses D m / (m - 1) of scatter.
void move_row(const Features& X, const Donor& donor, std::int32_t to, kernels::LabelSums& sums, State& state) {
    std::int32_t& label = state.labels[donor.row];
    const auto m = static_cast<double>(sums.counts[label]);
    const Vector x = kernels::row_of(X, donor.row);
    state.centroids.row(label) = (m * state.centroids.row(label) - x.transpose()) / (m - 1);
    state.centroids.row(to) = x.transpose();
    state.distances -= donor.distance * m / (m - 1);
    --sums.counts[label];
    sums.sums.row(label) -= x.transpose();
    sums.counts[to] = 1;
    sums.sums.row(to) = x.transpose();
    label = to;
    state.bounds.forget(donor.row);
}

/// Centroids that were far from all rows, as those of an earlier result may be, leave too few digits in a difference.
void measure_from_means(const Features& X, State& state, Context& context) {
    kernels::LabelTally tally = kernels::take_tally(X, state.labels, state.centroids, context);
    state.distances = tally.distances;
    if (state.tally) *state.tally = std::move(tally);
}

}  // namespace

Index assign_nearest(const Features& X, const kernels::ListedRows& listed, State& state, Context& context) {
    kernels::NearestOutput out{
        .labels = state.labels, .moved = &state.moved, .bounds = &state.bounds, .listed = listed, .measure = false};
    if (state.tally) out.longest_row = state.tally->longest_row;
    const Index changed = kernels::nearest(X, state.centroids, out, context).changed;
    give_up_tally_if_moves_are_unknown(changed, state);
    return changed;
}

void measure_distances(const Features& X, State& state, Context& context) {
    measure_by_tally(
        state, [&](kernels::LabelSums& sums) { kernels::move_rows(X, state.moved, sums, context); },
        [&] { return kernels::take_tally(X, state.labels, state.centroids, context); });
}

std::vector<Index> estimate_means(const Features& X, const MoveCost& move_cost, State& state, Context& context) {
    const Index k = state.centroids.rows();
    const double before = state.distances;
    kernels::LabelSums taken;
    if (!state.tally) taken = kernels::label_sums(X, state.labels, k, context);
    kernels::LabelSums& found = state.tally ? state.tally->sums : taken;
    for (Index h = 0; h < k; ++h) {
        const auto count = static_cast<double>(found.counts[h]);
        if (count == 0) continue;
        const Vector mean = found.sums.row(h).transpose() / count;
        // The scatter around any point is the scatter around the mean plus count times their squared distance.
        state.distances -= count * (mean - state.centroids.row(h).transpose()).squaredNorm();
        state.centroids.row(h) = mean.transpose();
    }
    if (state.distances < kTight * before) measure_from_means(X, state, context);
    std::vector<Index> moved;
    for (Index h = 0; h < k && state.repairs < k; ++h) {
        if (found.counts[h] > 0) continue;
        const auto to = static_cast<std::int32_t>(h);
        const Donor donor = best_donor(X, state, found.counts, to, move_cost, context);
        if (donor.row < 0) continue;
        move_row(X, donor, to, found, state);
        moved.push_back(donor.row);
        ++state.repairs;
    }
    state.changed += static_cast<Index>(moved.size());
    return moved;
}

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
