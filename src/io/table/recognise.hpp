#pragma once

#include "io/table/cells.hpp"
#include "io/table/gap_code.hpp"
#include "io/table/values.hpp"

#include <mvlink/table.hpp>

#include <optional>
#include <string>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace io::table {

/// What one column is taken for.
struct ColumnPlan {
    std::string name;
    ColumnKind kind = ColumnKind::unused;
    std::string how;                               ///< for the user
    Index gaps = 0;                                ///< cells without a value
    Index strays = 0;                              ///< of them, cells with something else than a number or date
    Index first_stray = -1;                        ///< its row
    std::string unit;                              ///< of a number: "kg", "%"
    bool comma = false;                            ///< of a number: the decimal point is a comma
    bool groups_only = false;                      ///< of a number: what is a decimal point elsewhere groups thousands
    std::optional<GapCode> gap_code;               ///< of a number or date: the value that stands for none
    DateOrder date_order = DateOrder::year_first;  ///< of a date
    bool guessed_order = false;                    ///< no day beyond 12 tells days from months
};

struct TablePlan {
    std::vector<ColumnPlan> columns;    ///< in the order of the file
    std::optional<bool> decimal_comma;  ///< nothing where no number tells
};

/// Looks at every cell and decides, with what the options say. Error{usage} for names that do not exist or are said to
/// be two things, Error{input} for ids that repeat.
TablePlan recognise(const TableCells& cells, const TableOptions& options);

/// The position of a column, Error{usage} with the nearest name if there is none; `said` is what the user said of it.
Index column_of(const TableCells& cells, const std::string& name, std::string_view said);

}  // namespace io::table
}  // namespace v1
}  // namespace mvlink
