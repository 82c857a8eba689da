#include "run/steps.hpp"

#include <mvlink/error.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace mvlink {
inline namespace v1 {
namespace pipeline {
namespace {

/// `rows` is the number of rows of all partitions: no more clusters can have been found.
int clusters_of_partition(const Partition& partition, std::int64_t rows) {
    if (partition.n_clusters > 0 || partition.labels.empty()) return partition.n_clusters;
    const std::int32_t largest = *std::max_element(partition.labels.begin(), partition.labels.end());
    if (largest >= rows) {
        throw Error(ErrorCode::input, fmt::format("the labels to start from, {}: label {} of {} rows; expected labels "
                                                  "below the number of rows",
                                                  partition.name, largest, rows));
    }
    return largest + 1;
}

/// One number per clustering; views of one clustering share their numbers.
std::string clusters_of_partitions(const std::vector<Partition>& partitions) {
    std::vector<int> each;
    std::int64_t rows = 0;
    for (const Partition& partition : partitions)
        rows += static_cast<std::int64_t>(partition.labels.size());
    for (const Partition& partition : partitions)
        each.push_back(clusters_of_partition(partition, rows));
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
