#pragma once

#include <mvlink/context.hpp>

#include "questions/cloud.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace questions {

/// A tree per cluster: what hangs on a link are items that are near to each other.
struct SkeletonTree {
    std::vector<std::int32_t> parent;    ///< -1: the top of its cluster
    std::vector<double> length;          ///< of the link to the parent; 0 for tops
    std::vector<std::int32_t> top_down;  ///< every item after its parent
    std::vector<std::int32_t> top;       ///< of every cluster; -1: the cluster is empty
};

/// Inside every cluster, groups are joined by Ward's rule (ward_tree.hpp). A cluster that is too large for that is
/// first linked level by level as the data skeleton of DSL is: every item to the nearest other one. Each group that
/// arises is represented by one of its two items that are nearest to each other, the one that more links point to, and
/// representatives go on to the next level.
SkeletonTree make_skeleton(const Cloud& cloud, std::span<const std::int32_t> labels, int n_clusters, Context& context);
/// Clusters of more groups than this are linked by nearest neighbours first.
constexpr std::size_t kWardUpTo = 1000;
/// The same with another limit, for tests; 1: nearest neighbours alone.
SkeletonTree make_skeleton(const Cloud& cloud, std::span<const std::int32_t> labels, int n_clusters,
                           std::size_t ward_up_to, Context& context);

}  // namespace questions
}  // namespace v1
}  // namespace mvlink
