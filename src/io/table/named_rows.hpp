#pragma once

#include "io/table/cells.hpp"

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>

namespace mvlink {
inline namespace v1 {
namespace io::table {

/// The column in which most of these names stand, if it is at least half of them; -1: none. Of columns that hold
/// equally many, the one whose values `differ`, then the first. `may_be` excludes columns.
Index column_of_names(const TableCells& cells, std::span<const std::string> names,
                      const std::function<bool(Index)>& may_be, const std::function<bool(Index)>& differ);

/// Names that occur more than once in a column, and the empty one if it occurs at all.
std::unordered_set<std::string_view> repeated_names(const TableCells& cells, Index col);
/// A name with its line: "Kelly, Mr. James (line 12)".
std::string name_of(const TableCells& cells, Index row, Index col);

}  // namespace io::table
}  // namespace v1
}  // namespace mvlink
