#include "run/steps.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace mvlink {
inline namespace v1 {
namespace pipeline {
namespace {

int clusters_of_partition(const Partition& partition) {
    if (partition.n_clusters > 0 || partition.labels.empty()) return partition.n_clusters;
    return *std::max_element(partition.labels.begin(), partition.labels.end()) + 1;
}

/// One number per clustering; views of one clustering share their numbers.
std::string clusters_of_partitions(const std::vector<Partition>& partitions) {
    std::vector<int> each;
    for (const Partition& partition : partitions)
        each.push_back(clusters_of_partition(partition));
    const auto is_clustering = [](const Partition& partition) { return partition.scope == Scope::clustering; };
    if (std::all_of(partitions.begin(), partitions.end(), is_clustering))
        return fmt::format("{}", fmt::join(each, ","));
    return fmt::to_string(*std::max_element(each.begin(), each.end()));
}

}  // namespace

std::string clusters_of_start(const Start& start) {
    if (start.model != nullptr) return std::string(start.model->option("n_clusters"));
    if (!start.centroids.values.empty()) return fmt::to_string(start.centroids.rows);
    return start.partitions.empty() ? "" : clusters_of_partitions(start.partitions);
}

}  // namespace pipeline
}  // namespace v1
}  // namespace mvlink
