#pragma once

#include "io/table/column_look.hpp"

#include <mvlink/table.hpp>

#include <functional>
#include <string>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace io::table {

/// The column that names the rows.
struct IdColumn {
    Index col = -1;   ///< -1: there is none
    std::string how;  ///< how it was found, for the user
};

/// The one that the user says; else the one that holds the names in the judgements; else one that is named like ids, or
/// a first one that names or counts the rows. `is_said`: the user says what the column is; `is_free`: nothing at all.
/// Error{input} for ids that repeat, and for numbers in judgements that could be values of a column or count the rows.
IdColumn find_id_column(const TableCells& cells, const TableOptions& options, const std::vector<ColumnLook>& looks,
                        const std::function<bool(Index)>& is_said, const std::function<bool(Index)>& is_free);

/// Whether its values name other things than the rows, by its name or by codes in its cells: the zeros of 01234 are no
/// part of a number.
bool names_things(const TableCells& cells, const std::vector<ColumnLook>& looks, Index col);

}  // namespace io::table
}  // namespace v1
}  // namespace mvlink
