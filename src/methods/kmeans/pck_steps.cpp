#include "methods/kmeans/pck_steps.hpp"

#include "kernels/nearest.hpp"
#include "methods/kmeans/centroid_model.hpp"
#include "methods/kmeans/neighbourhoods.hpp"
#include "methods/kmeans/seeding.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {
namespace {

/// Distances of constrained rows are computed this many at a time, in parallel, ahead of the sequential sweep.
constexpr Index kBatch = 8192;

std::vector<constraints::Pair> pairs_of(const Dataset& data) {
    std::vector<constraints::Pair> pairs;
    pairs.reserve(data.constraints().size());
    for (const Constraint& constraint : data.constraints()) {
        pairs.push_back({constraint.a.row, constraint.b.row, constraint.link, constraint.weight});
    }
    return pairs;
}

/// Centroids of the neighbourhoods that start clusters, and their members' labels. Returns how many clusters have
/// started.
Index start_from_neighbourhoods(const PckProblem& problem, const PckMeansOptions& options, State& state) {
    const Neighbourhoods found = find_neighbourhoods(problem.view.features(), problem.components);
    std::vector<Index> chosen(found.components.size());
    std::iota(chosen.begin(), chosen.end(), Index{0});
    if (found.centroids.rows() > options.n_clusters) {
        chosen = farthest_first(found.centroids, found.sizes, options.n_clusters, options.farthest_first);
    }
    for (std::size_t h = 0; h < chosen.size(); ++h) {
        state.centroids.row(static_cast<Index>(h)) = found.centroids.row(chosen[h]);
        for (const Index row : problem.components.members(found.components[static_cast<std::size_t>(chosen[h])])) {
            state.labels[static_cast<std::size_t>(row)] = static_cast<std::int32_t>(h);
        }
    }
    return static_cast<Index>(chosen.size());
}

std::size_t least_cost(std::span<const double> costs, std::int32_t present) {
    std::size_t best = 0;
    for (std::size_t h = 1; h < costs.size(); ++h) {
        if (costs[h] < costs[best] || (costs[h] == costs[best] && static_cast<std::int32_t>(h) == present)) best = h;
    }
    return best;
}

/// Calls body(position, distances of that row to all centroids) in this order.
template <class Body>
void for_each_constrained(const PckProblem& problem, std::span<const Index> order, const Matrix& centroids,
                          Context& context, Body&& body) {
    const Index k = centroids.rows();
    const auto batch = static_cast<std::size_t>(kBatch);
    Matrix distance(std::min<Index>(kBatch, static_cast<Index>(order.size())), k);
    std::vector<Index> rows;
    for (std::size_t begin = 0; begin < order.size(); begin += batch) {
        const auto part = order.subspan(begin, std::min(batch, order.size() - begin));
        rows.clear();
        for (const Index position : part) {
            rows.push_back(problem.components.nodes()[static_cast<std::size_t>(position)]);
        }
        kernels::distances(problem.view.features(), rows, centroids, distance, context);
        for (std::size_t i = 0; i < part.size(); ++i) {
            body(part[i],
                 std::span<const double>(distance.data() + static_cast<Index>(i) * k, static_cast<std::size_t>(k)));
        }
    }
}

std::vector<Index> index_order(std::size_t count) {
    std::vector<Index> order(count);
    std::iota(order.begin(), order.end(), Index{0});
    return order;
}

}  // namespace

PckProblem::PckProblem(const Dataset& data) : view(data.view(0)), pairs(pairs_of(data)), components(pairs) {
    if (pairs.empty()) return;
    is_constrained.assign(static_cast<std::size_t>(view.rows()), 0);
    for (const Index row : components.nodes()) {
        is_constrained[static_cast<std::size_t>(row)] = 1;
    }
}

Penalties PckProblem::penalties(const PckMeansOptions& options, std::span<const std::int32_t> labels) const {
    Penalties penalties(components, pairs, options.n_clusters, options.closure, options.constraint_weight);
    std::vector<std::int32_t> by_position;
    for (const Index row : components.nodes()) {
        by_position.push_back(labels[static_cast<std::size_t>(row)]);
    }
    penalties.start(by_position);
    return penalties;
}

int number_of_starts(const PckProblem& problem, const PckMeansOptions& options, const Start& start) {
    constexpr int kRandomStarts = 10;
    if (!start.empty()) return 1;
    if (!options.n_init.is_auto()) return *options.n_init.value;
    Index neighbourhoods = 0;
    for (Index c = 0; c < problem.components.count(); ++c) {
        neighbourhoods += problem.components.size(c) >= 2 ? 1 : 0;
    }
    const bool all_start_there = options.init == PckMeansInit::constraints && neighbourhoods >= options.n_clusters;
    return all_start_there ? 1 : kRandomStarts;
}

State initialize(const PckProblem& problem, const PckMeansOptions& options, const Start& start, int restart,
                 Context& context) {
    const View& view = problem.view;
    State state;
    if (!start.empty()) {
        WarmStart warm = warm_start(start, view, options.n_clusters, context);
        state.centroids = std::move(warm.centroids);
        state.labels = std::move(warm.labels);
        return state;
    }
    state.centroids.resize(options.n_clusters, view.cols());
    state.labels.assign(static_cast<std::size_t>(view.rows()), -1);
    const Random random = context.stream("pck-means/init", static_cast<std::uint64_t>(restart));
    const Index started =
        options.init == PckMeansInit::constraints ? start_from_neighbourhoods(problem, options, state) : 0;
    const bool perturb = options.init == PckMeansInit::constraints && options.fill == Fill::perturbation;
    if (options.init == PckMeansInit::random) {
        fill_by_random_rows(view.features(), started, state.centroids, random);
    } else if (perturb) {
        fill_by_perturbation(view.features(), started, state.centroids, random, context);
    } else {
        fill_by_kmeans_plus_plus(view.features(), started, state.centroids, random, context);
    }
    return state;
}

void assign_clusters(const PckProblem& problem, VisitOrder order, Random& random, Penalties& penalties, State& state,
                     Context& context) {
    const auto free_rows =
        kernels::nearest(problem.view.features(), state.centroids, {state.labels, {}, problem.is_constrained}, context);
    state.distances = free_rows.sum;
    state.changed = free_rows.changed;

    const auto count = problem.components.nodes().size();
    const auto sweep = order == VisitOrder::random ? random.permutation(static_cast<Index>(count)) : index_order(count);
    std::vector<double> costs(static_cast<std::size_t>(state.centroids.rows()));
    for_each_constrained(
        problem, sweep, state.centroids, context, [&](Index position, std::span<const double> distance) {
            std::copy(distance.begin(), distance.end(), costs.begin());
            penalties.add_costs(position, costs);
            const std::int32_t present = penalties.label(position);
            const std::size_t best = least_cost(costs, present);
            state.distances += distance[best];
            if (static_cast<std::int32_t>(best) == present) return;
            ++state.changed;
            penalties.move(position, static_cast<std::int32_t>(best));
            state.labels[static_cast<std::size_t>(problem.components.nodes()[static_cast<std::size_t>(position)])] =
                static_cast<std::int32_t>(best);
        });
}

void estimate_means_with_penalties(const PckProblem& problem, Penalties& penalties, State& state, Context& context) {
    const auto nodes = problem.components.nodes();
    const auto position_of = [&](Index row) {
        return std::lower_bound(nodes.begin(), nodes.end(), row) - nodes.begin();
    };
    const auto constrained = [&](Index row) {
        return !problem.is_constrained.empty() && problem.is_constrained[static_cast<std::size_t>(row)] != 0;
    };
    const MoveCost move_cost = [&](Index row, std::int32_t to) {
        if (!constrained(row)) return 0.0;
        std::vector<double> costs(static_cast<std::size_t>(state.centroids.rows()), 0.0);
        penalties.add_costs(position_of(row), costs);
        return costs[static_cast<std::size_t>(to)] -
               costs[static_cast<std::size_t>(state.labels[static_cast<std::size_t>(row)])];
    };
    for (const Index row : estimate_means(problem.view.features(), move_cost, state, context)) {
        if (constrained(row)) penalties.move(position_of(row), state.labels[static_cast<std::size_t>(row)]);
    }
}

void add_confidence(const PckProblem& problem, const Penalties& penalties, const Matrix& centroids,
                    Partition& partition, Context& context) {
    // The nearest centroid of free rows is their cluster only after the last means; a copy keeps the labels as they
    // are.
    std::vector<std::int32_t> nearest = partition.labels;
    kernels::nearest(problem.view.features(), centroids, {nearest, partition.confidence, problem.is_constrained},
                     context);
    std::vector<double> costs(static_cast<std::size_t>(centroids.rows()));
    const auto order = index_order(problem.components.nodes().size());
    for_each_constrained(problem, order, centroids, context, [&](Index position, std::span<const double> distance) {
        std::copy(distance.begin(), distance.end(), costs.begin());
        penalties.add_costs(position, costs);
        const auto own = static_cast<std::size_t>(penalties.label(position));
        double second = std::numeric_limits<double>::infinity();
        for (std::size_t h = 0; h < costs.size(); ++h) {
            if (h != own) second = std::min(second, costs[h]);
        }
        const Index row = problem.components.nodes()[static_cast<std::size_t>(position)];
        partition.confidence[static_cast<std::size_t>(row)] = kernels::margin(costs[own], second);
    });
}

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
