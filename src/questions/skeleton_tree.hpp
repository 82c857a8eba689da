#pragma once

#include <mvlink/context.hpp>

#include "questions/cloud.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace questions {

/// A tree per cluster that links every item to a near one: the data skeleton of DSL, inside the clusters.
struct SkeletonTree {
    std::vector<std::int32_t> parent;    ///< -1: the top of its cluster
    std::vector<double> length;          ///< of the link to the parent; 0 for tops
    std::vector<std::int32_t> level;     ///< at which the link was made; tops: the last
    std::vector<std::int32_t> top_down;  ///< every item after its parent
    std::vector<std::int32_t> top;       ///< of every cluster; -1: the cluster is empty
};

/// Level by level: every item of a cluster is linked to the nearest other one. Each group that arises is represented by
/// one of its two items that are nearest to each other, the one that more links point to. Representatives go on to the
/// next level, until one is left.
SkeletonTree make_skeleton(const Cloud& cloud, std::span<const std::int32_t> labels, int n_clusters, Context& context);

}  // namespace questions
}  // namespace v1
}  // namespace mvlink
