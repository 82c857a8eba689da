#include "methods/kmeans/pck/steps.hpp"

#include "kernels/moved_rows.hpp"
#include "kernels/nearest.hpp"
#include "methods/kmeans/lloyd/one_pass.hpp"
#include "methods/kmeans/pck/choice.hpp"
#include "methods/kmeans/pck/group_steps.hpp"
#include "methods/kmeans/problem/visit_order.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {
namespace {

/// Distances of constrained rows are computed this many at a time, in parallel, ahead of the sequential sweep, which
/// should find them in cache.
Index rows_a_batch(Index k) {
    constexpr Index kDistances = Index{1} << 19;
    return std::clamp<Index>(kDistances / k, 1024, 8192);
}

/// Calls body(row, its distances to all centroids) for these rows, in this order.
template <class Body>
void for_each_row(const ConstrainedView& problem, std::span<const Index> rows, const Matrix& centroids,
                  Context& context, Body&& body) {
    const Index k = centroids.rows();
    const auto batch = static_cast<std::size_t>(rows_a_batch(k));
    Matrix distance(static_cast<Index>(std::min(batch, rows.size())), k);
    for (std::size_t begin = 0; begin < rows.size(); begin += batch) {
        const auto part = rows.subspan(begin, std::min(batch, rows.size() - begin));
        kernels::distances(problem.view.features(), part, centroids, distance, context);
        for (std::size_t i = 0; i < part.size(); ++i) {
            body(part[i],
                 std::span<const double>(distance.data() + static_cast<Index>(i) * k, static_cast<std::size_t>(k)));
        }
    }
}

/// The sequential part of step 2a; returns how many labels changed.
Index sweep(const ConstrainedView& problem, const GroupedRows& groups, std::span<const Index> order,
            Penalties& penalties, State& state) {
    constexpr std::size_t kAhead = 8;  // rows to prefetch ahead
    const std::span<const kernels::Shortlist> lists = state.lists;
    const kernels::CentreDistances distance(problem.view.features(), state.centroids);
    PckChoice choice(distance);
    GroupVisit visit(problem, groups, state.centroids);
    std::vector<std::uint8_t> visited(groups.count(), 0);
    FewCosts few;
    std::vector<double> all(state.centroids.rows());
    Index changed = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (i + 2 * kAhead < order.size()) {
            penalties.near().expect_early(order[i + 2 * kAhead]);
            penalties.near().expect(order[i + kAhead]);
            __builtin_prefetch(&lists[groups.place_at(order[i + kAhead])]);
        }
        const Index position = order[i], row = problem.row_at(position);
        if (const Index group = groups.group_of(row); group >= 0) {
            if (std::exchange(visited[group], std::uint8_t{1}) == 0) changed += visit.assign(group, penalties, state);
            continue;
        }
        const kernels::Shortlist& list = lists[groups.place_at(position)];
        const std::int32_t present = penalties.label(position);
        std::optional<std::int32_t> chosen;
        if (penalties.find_costs(position, few)) chosen = choice.choose(row, present, list, few);
        if (!chosen) {
            std::fill(all.begin(), all.end(), 0.0);
            penalties.add_costs(position, all);
            chosen = choice.choose(row, present, list, all);
        }
        if (*chosen == present) continue;
        ++changed;
        penalties.move(position, *chosen);
    }
    return changed;
}

/// Gives the constrained rows their new labels.
void settle_constrained(const ConstrainedView& problem, const Penalties& penalties, State& state) {
    for (std::size_t i = 0; i < problem.components.nodes().size(); ++i) {
        const Index row = problem.row_at(static_cast<Index>(i));
        const std::int32_t chosen = penalties.label(static_cast<Index>(i));
        std::int32_t& label = state.labels[row];
        if (chosen != label) state.moved.push_back({row, label, chosen});
        label = chosen;
    }
}

}  // namespace

bool is_calibrated(const PckMeansOptions& options) {
    return options.constraint_weight.is_auto() && options.mode == Mode::corrected;
}

PckMeansOptions resolved(PckMeansOptions options, double mean_squared_distance) {
    const bool paper = options.mode == Mode::paper;
    if (options.fill == Fill::automatic) options.fill = paper ? Fill::perturbation : Fill::kmeans_plus_plus;
    if (options.n_init.is_auto() && paper) options.n_init = 1;
    if (options.closure.is_auto() && paper) options.closure = true;
    if (options.closure.is_auto() && is_calibrated(options)) options.closure = false;
    const bool relative = options.weight_scale == WeightScale::relative && !options.constraint_weight.is_auto();
    options.constraint_weight = options.constraint_weight.value.value_or(1) * (relative ? mean_squared_distance : 1);
    options.weight_scale = WeightScale::absolute;
    return options;
}

Penalties penalties_of(const ConstrainedView& problem, const PckMeansOptions& options) {
    return {problem.components, problem.pairs, options.n_clusters, problem.uses_closure(options.closure),
            *options.constraint_weight.value};
}

StartRules start_rules(const PckMeansOptions& options) {
    return {"pck-means", options.n_clusters, options.init, options.farthest_first, options.fill};
}

void assign_clusters(const ConstrainedView& problem, const GroupedRows& groups, VisitOrder order, Random& random,
                     Penalties& penalties, State& state, Context& context) {
    std::vector<kernels::Shortlist>& lists = state.lists;
    lists.resize(groups.chosen_rows().size());
    std::optional<FollowedMoves> followed;
    const Index free_rows =
        assign_and_follow(problem.view.features(), {groups.chosen_rows(), lists}, state, followed, context);
    const Index free_groups = assign_free_groups(problem, groups, lists, state, context);
    const auto positions = visit_order(problem, order, random, [&] {
        std::vector<double> nearest;
        for (Index position = 0; position < static_cast<Index>(problem.components.nodes().size()); ++position) {
            nearest.push_back(lists[groups.place_at(position)].nearest);
        }
        return nearest;
    });
    state.changed = free_rows + free_groups + sweep(problem, groups, positions, penalties, state);
    settle_constrained(problem, penalties, state);
    measure_followed(problem.view.features(), std::move(followed), state, context);
}

void estimate_means_with_penalties(const ConstrainedView& problem, Penalties& penalties, State& state,
                                   Context& context) {
    const MoveCost move_cost = [&](Index row, std::int32_t to) {
        if (!problem.constrained(row)) return 0.0;
        std::vector<double> costs(state.centroids.rows(), 0.0);
        penalties.add_costs(problem.position_of(row), costs);
        return costs[to] - costs[static_cast<std::size_t>(state.labels[static_cast<std::size_t>(row)])];
    };
    for (const Index row : estimate_means(problem.view.features(), move_cost, state, context)) {
        if (problem.constrained(row)) penalties.move(problem.position_of(row), state.labels[row]);
    }
}

Matrix costs_by_position(const ConstrainedView& problem, const Matrix& centroids, Context& context) {
    const auto nodes = problem.components.nodes();
    Matrix costs(static_cast<Index>(nodes.size()), centroids.rows());
    kernels::distances(problem.view.features(), nodes, centroids, costs, context);
    return costs;
}

void add_confidence(const ConstrainedView& problem, const GroupedRows& groups, const Penalties& penalties,
                    const Matrix& centroids, Partition& partition, Context& context) {
    // The nearest centroid of free rows is their cluster only after the last means; a copy keeps the labels as they
    // are.
    std::vector<std::int32_t> nearest = partition.labels;
    std::vector<std::uint8_t> is_chosen(groups.chosen_rows().empty() ? 0 : nearest.size(), 0);
    for (const Index row : groups.chosen_rows())
        is_chosen[row] = 1;
    kernels::nearest(problem.view.features(), centroids, {nearest, partition.confidence, is_chosen}, context);
    std::vector<double> costs(centroids.rows());
    const auto set_margin = [&](Index row, std::span<const double> distance) {
        std::copy(distance.begin(), distance.end(), costs.begin());
        if (problem.constrained(row)) penalties.add_costs(problem.position_of(row), costs);
        const auto own = static_cast<std::size_t>(partition.labels[static_cast<std::size_t>(row)]);
        double second = std::numeric_limits<double>::infinity();
        for (std::size_t h = 0; h < costs.size(); ++h) {
            if (h != own) second = std::min(second, costs[h]);
        }
        partition.confidence[row] = kernels::margin(costs[own], second);
    };
    for_each_row(problem, groups.chosen_rows(), centroids, context, set_margin);
}

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
