#include "methods/kmeans/start/neighbourhood_start.hpp"

#include "methods/kmeans/start/neighbourhoods.hpp"
#include "methods/kmeans/start/seeding.hpp"
#include "methods/kmeans/start/warm_start.hpp"

#include <numeric>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {
namespace {

/// Centroids of the neighbourhoods that start clusters, and their members' labels. Returns how many clusters have
/// started.
Index start_from_neighbourhoods(const ConstrainedView& problem, const StartRules& rules, State& state) {
    const constraints::Components& groups = problem.starting_groups();
    const Neighbourhoods found = find_neighbourhoods(problem.view.features(), groups);
    std::vector<Index> chosen(found.components.size());
    std::iota(chosen.begin(), chosen.end(), Index{0});
    if (found.centroids.rows() > rules.n_clusters) {
        chosen = farthest_first(found.centroids, found.sizes, rules.n_clusters, rules.farthest_first);
    }
    for (std::size_t h = 0; h < chosen.size(); ++h) {
        state.centroids.row(static_cast<Index>(h)) = found.centroids.row(chosen[h]);
        for (const Index row : groups.members(found.components[chosen[h]])) {
            state.labels[row] = static_cast<std::int32_t>(h);
        }
    }
    return static_cast<Index>(chosen.size());
}

}  // namespace

bool starts_everywhere(const ConstrainedView& problem, const StartRules& rules) {
    if (rules.init != PckMeansInit::constraints) return false;
    Index neighbourhoods = 0;
    const constraints::Components& groups = problem.starting_groups();
    for (Index c = 0; c < groups.count(); ++c) {
        neighbourhoods += groups.size(c) >= 2 ? 1 : 0;
    }
    return neighbourhoods >= rules.n_clusters;
}

int number_of_starts(const ConstrainedView& problem, const StartRules& rules, const OrAuto<int>& n_init,
                     const Start& start) {
    constexpr int kRandomStarts = 10;
    if (!start.empty()) return 1;
    if (!n_init.is_auto()) return *n_init.value;
    return starts_everywhere(problem, rules) ? 1 : kRandomStarts;
}

State initialize(const ConstrainedView& problem, const StartRules& rules, const Start& start, int restart,
                 Context& context) {
    const View& view = problem.view;
    State state;
    if (!start.empty()) {
        WarmStart warm = warm_start(start, problem.data, rules.n_clusters, context);
        state.centroids = std::move(warm.centroids);
        state.labels = std::move(warm.labels);
        return state;
    }
    state.centroids.resize(rules.n_clusters, view.cols());
    state.labels.assign(view.rows(), -1);
    const Random random = context.stream(rules.method + "/init", static_cast<std::uint64_t>(restart));
    const Index started =
        rules.init == PckMeansInit::constraints ? start_from_neighbourhoods(problem, rules, state) : 0;
    if (rules.init == PckMeansInit::random) {
        fill_by_random_rows(view.features(), started, state.centroids, random);
    } else if (rules.init == PckMeansInit::constraints && rules.fill == Fill::perturbation) {
        fill_by_perturbation(view.features(), started, state.centroids, random, context);
    } else {
        fill_by_kmeans_plus_plus(view.features(), started, state.centroids, random, context);
    }
    return state;
}

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
