#pragma once

#include <mvlink/context.hpp>
#include <mvlink/kmeans.hpp>
#include <mvlink/result.hpp>

#include "methods/kmeans/lloyd/state.hpp"
#include "methods/kmeans/problem/constrained_view.hpp"

#include <string>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {

/// Step 1 of Fig. 1 as the options of a method define it.
struct StartRules {
    std::string method;  // names its random streams
    Index n_clusters = 8;
    PckMeansInit init = PckMeansInit::constraints;
    FarthestFirst farthest_first = FarthestFirst::mutual;
    Fill fill = Fill::kmeans_plus_plus;
};

/// Neighbourhoods initialize every cluster, so nothing is random.
bool starts_everywhere(const ConstrainedView& problem, const StartRules& rules);

/// Number of restarts: as given, else several if the initialization is random, else one.
int number_of_starts(const ConstrainedView& problem, const StartRules& rules, const OrAuto<int>& n_init,
                     const Start& start);

/// Step 1: centroids from neighbourhoods (or another rule), whose members carry their cluster; all other rows are
/// unassigned. `restart` counts the starts of a run.
State initialize(const ConstrainedView& problem, const StartRules& rules, const Start& start, int restart,
                 Context& context);

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
