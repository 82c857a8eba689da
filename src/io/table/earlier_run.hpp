#pragma once

#include "io/table/cells.hpp"

#include <string_view>

namespace mvlink {
inline namespace v1 {
namespace io::table {

/// Whether results have such a name: cluster, confidence, cluster2, ..
bool is_result_name(std::string_view name);

/// Whether labelled_table() wrote this column: a cluster beside its confidence. A column of the user's that is only
/// named like them is none of ours.
bool is_from_earlier_run(const TableCells& cells, Index col);

}  // namespace io::table
}  // namespace v1
}  // namespace mvlink
