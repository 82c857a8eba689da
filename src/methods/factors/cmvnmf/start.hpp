#pragma once

#include <mvlink/cmvnmf.hpp>

#include "methods/factors/cmvnmf/steps.hpp"

#include <cstdint>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace cmvnmf_steps {

/// One cluster per row of every view; -1: unknown.
using StartLabels = std::vector<std::vector<std::int32_t>>;

/// K-Means in each view by itself, on a sample of the rows if there are many. Rows without features stay unknown.
StartLabels kmeans_labels(const Dataset& data, const Problem& problem, Index k, int restart, Context& context);

/// Earlier labels or those of an earlier model, cluster numbers kept. Throws Error{input} if they do not fit the data.
StartLabels given_labels(const Dataset& data, const Start& start, Index k, Context& context);

/// Clusters grown from what must-links join, over all views at once: k of these components begin them, the largest and
/// those that cannot-links and features keep farthest from the ones before; every other component goes where Eq. (2) is
/// lowest. Keeps all must-links, draws nothing at random, takes no longer than a few rounds. Views that must-links do
/// not join have separate clusters.
StartLabels component_labels(const Ties& ties, const Problem& problem, const Settings& settings, Context& context);

/// Renumbers the clusters of views so that ties between views agree with the numbers as far as they can: what Delta is
/// for memberships of 0 and 1. A view without ties to others keeps its numbers.
void align(const Ties& ties, Index k, StartLabels& labels);

/// V = 1 in the cluster of a row, 0 elsewhere, plus 0.2; U = the means of the clusters, plus a little, so that no zero
/// is permanent.
State factors_from(const Problem& problem, const StartLabels& labels, Index k, Context& context);

}  // namespace cmvnmf_steps
}  // namespace v1
}  // namespace mvlink
