#pragma once

#include "io/table/cells.hpp"
#include "io/table/values.hpp"

#include <optional>

namespace mvlink {
inline namespace v1 {
namespace io::table {

/// What the cells of a column look like.
struct ColumnLook {
    Index present = 0;  ///< cells that are no gaps
    Index numbers = 0;
    Index first_word = -1;       ///< a present cell that is no number
    Index dates[3] = {0, 0, 0};  ///< by DateOrder
    Index first_no_date[3] = {-1, -1, -1};
    Index images = 0;
    std::string_view unit = {};  ///< the most common one of numbers with a unit
    Index in_unit = 0;           ///< numbers with this unit, or without one where that means the same
    Index first_not_in_unit = -1;
    bool several_units = false;
    Index distinct = 0;
    double words = 0;          ///< on average, parted by spaces; two characters of a script without spaces are one
    bool integers = true;      ///< all numbers are whole
    bool comma = false;        ///< how its numbers are read
    bool groups_only = false;  ///< its marks group thousands, though elsewhere in the file they are decimal points
    bool padded = false;       ///< digits of one length, at least three, some filled up with zeros: 01234
    bool counts_rows = false;  ///< 0, 1, 2, .. or 1, 2, 3, .., perhaps begun again a few times
    bool has_line_breaks = false;

    [[nodiscard]] bool all_differ(Index rows) const { return present == rows && distinct == rows && !has_line_breaks; }
};

ColumnLook look_at(const TableCells& cells, Index col, bool decimal_comma);

/// Whether the table writes numbers with a comma: some column has numbers that only a comma explains, and none that
/// only a point does. Nothing where no number tells.
std::optional<bool> writes_decimal_comma(const TableCells& cells);

}  // namespace io::table
}  // namespace v1
}  // namespace mvlink
