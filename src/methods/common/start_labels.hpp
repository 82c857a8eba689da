#pragma once

#include <mvlink/context.hpp>
#include <mvlink/dataset.hpp>
#include <mvlink/result.hpp>

#include <cstdint>
#include <span>
#include <vector>

/// Labels that a run starts from.
namespace mvlink {
inline namespace v1 {

/// Throws Error{usage} if the start has more than one of labels, a model and centroids.
void require_one_kind(const Start& start);

/// Throws Error{input} unless there is one label per row of the view, from 0 to n_clusters - 1 or -1 for unknown.
void require_start_labels(std::span<const std::int32_t> labels, const View& view, Index n_clusters);

/// The partitions to start from: those given, or what the given model predicts for the data. Throws Error{usage} for
/// centroids: only methods that have some can start from them.
std::vector<Partition> start_partitions(const Start& start, const Dataset& data, Context& context);

/// The labels for view number `view` among these partitions: those under its name, or the only ones for the only view.
/// Error{input} where there are none or they do not fit.
const std::vector<std::int32_t>& start_labels_of_view(const std::vector<Partition>& partitions, const Dataset& data,
                                                      int view, Index n_clusters);

}  // namespace v1
}  // namespace mvlink
