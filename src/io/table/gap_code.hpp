#pragma once

#include "io/table/cells.hpp"
#include "io/table/values.hpp"

#include <optional>
#include <string_view>

namespace mvlink {
inline namespace v1 {
namespace io::table {

/// What a column writes where it has no value, if that is a number or date: -999, 9999-12-31. All nines, more than
/// once, and far from everything else, or below zero where nothing else is.
struct GapCode {
    double value = 0;
    Index count = 0;
    Index first_row = -1;
};
std::optional<GapCode> gap_code_of_numbers(const TableCells& cells, Index col, bool comma, std::string_view unit);
std::optional<GapCode> gap_code_of_dates(const TableCells& cells, Index col, DateOrder order);

}  // namespace io::table
}  // namespace v1
}  // namespace mvlink
