#pragma once

#include "io/bytes.hpp"

#include <mvlink/context.hpp>
#include <mvlink/matrix.hpp>

#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace mvlink {
inline namespace v1 {

/// The cells of a csv. They point into its bytes, or into `unescaped` where quotes were doubled.
struct TableCells {
    io::Bytes bytes;
    std::vector<std::string> names;
    std::vector<bool> is_named;           ///< by the file; otherwise by us
    std::vector<std::string_view> cells;  ///< row after row
    std::deque<std::string> unescaped;
    std::vector<std::string_view> written;  ///< the rows as they stand in the file, quotes and blanks included
    std::string_view written_names;         ///< the line of column names likewise; empty: there is none
    std::string_view before;                ///< what stands before it: a byte order mark, "sep=;", blank lines
    bool has_wide_line_ends = false;        ///< "\r\n"
    std::vector<Index> lines;               ///< on which line each row begins, from 1
    char delimiter = ',';
    bool has_header = true;

    [[nodiscard]] Index rows() const noexcept { return static_cast<Index>(lines.size()); }
    [[nodiscard]] Index cols() const noexcept { return static_cast<Index>(names.size()); }
    [[nodiscard]] std::string_view cell(Index row, Index col) const noexcept { return cells[row * cols() + col]; }
    /// "records.csv line 3, column "age""
    [[nodiscard]] std::string where(Index row, Index col) const;
};

namespace io::table {

/// Reads a csv: the separator from its first lines; a header unless the first line looks like the ones below it. Every
/// line has as many fields as the first; lines without any content are left out of a table with several columns. A
/// column without a name is called "column 3". Of a data frame nothing is guessed: commas, names on the first line,
/// every other line a row.
TableCells parse_cells(const Bytes& bytes, Context& context, bool is_frame = false);

}  // namespace io::table
}  // namespace v1
}  // namespace mvlink
