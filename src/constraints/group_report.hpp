#pragma once

#include <mvlink/dataset.hpp>
#include <mvlink/result.hpp>

#include <cstdint>
#include <span>

namespace mvlink {
inline namespace v1 {
namespace constraints {

/// How the groups of the dataset's rule fared under the labels of the views, one span per view, empty where a view has
/// none. A negative label is in no cluster.
GroupCounts count_groups(const Dataset& data, std::span<const std::span<const std::int32_t>> labels);

}  // namespace constraints
}  // namespace v1
}  // namespace mvlink
