#pragma once

#include "io/table/cells.hpp"

#include <functional>
#include <span>
#include <string>

namespace mvlink {
inline namespace v1 {
namespace io::table {

/// The column in which most of these names stand, if it is at least half of them; -1: none. Of columns that hold
/// equally many, the one whose values `differ`, then the first. `may_be` excludes columns.
Index column_of_names(const TableCells& cells, std::span<const std::string> names,
                      const std::function<bool(Index)>& may_be, const std::function<bool(Index)>& differ);

}  // namespace io::table
}  // namespace v1
}  // namespace mvlink
