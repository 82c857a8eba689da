#pragma once

#include <mvlink/dataset.hpp>

#include <filesystem>

namespace mvlink {
inline namespace v1 {
namespace io {

/// The groups of a file of labels: one line per row (or object), or id,label of the rows that are in a group. Empty
/// lines, ?, na and nan are in no group.
GroupRule read_group_rule(const std::filesystem::path& file, const Dataset& data);

}  // namespace io
}  // namespace v1
}  // namespace mvlink
