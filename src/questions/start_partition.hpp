#pragma once

#include <mvlink/questions.hpp>

#include "questions/cloud.hpp"
#include "questions/items.hpp"

namespace mvlink {
inline namespace v1 {
namespace questions {

/// A clustering that a session begins with.
struct Start {
    Partition partition;
    std::string about = {};           ///< of several: "clustering1: petal length, petal width"
    std::vector<Index> columns = {};  ///< that it is based on; empty: all
};

/// The partition of the items that a session begins with: the one given, that of the method named, or K-Means in every
/// space of the cloud (cluster numbers of different spaces differ). All of them where the method has several.
std::vector<Start> starts_of(const Problem& problem, const SessionSetup& setup, const Items& items, const Cloud& cloud,
                             Context& context);

/// Labels of K-Means.
std::vector<std::int32_t> cluster_points(const Features& points, int n_clusters, int n_init, Context& context);

}  // namespace questions
}  // namespace v1
}  // namespace mvlink
