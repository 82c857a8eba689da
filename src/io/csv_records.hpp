#pragma once

#include "io/bytes.hpp"

#include <mvlink/matrix.hpp>

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace io {

/// A field without its quotes; one that was not quoted is trimmed.
using CsvFields = std::vector<std::string_view>;

/// The records of a csv or tsv: quoted fields with doubled quotes and line breaks, CRLF, byte order mark. Blank lines
/// at the end are not records; elsewhere a blank line is a record of one empty field. A first line "sep=;", which tells
/// spreadsheets the separator, is not a record either.
class CsvRecords {
public:
    CsvRecords(const Bytes& bytes, char delimiter);
    /// The fields are valid until the next call.
    bool next(CsvFields& fields);
    /// The line on which the record of next() begins, from 1.
    [[nodiscard]] Index line() const noexcept { return line_; }
    /// The record of next() as it stands in the file, without the end of its line.
    [[nodiscard]] std::string_view written() const noexcept { return written_; }
    /// "data.csv line 3"
    [[nodiscard]] std::string where() const;
    /// "data.csv line 3 column 2", column from 0
    [[nodiscard]] std::string where(std::size_t column) const;

private:
    std::string_view plain_field();
    std::string_view quoted_field(std::size_t column);

    const std::string& name_;
    std::string_view rest_;
    std::string_view written_;
    char delimiter_;
    Index line_ = 0;
    Index next_line_ = 1;
    std::deque<std::string> unescaped_;
};

/// Positions of the named columns in a header; npos: absent. A name that occurs twice is an error.
constexpr std::size_t kNoColumn = static_cast<std::size_t>(-1);
std::size_t find_column(const CsvFields& header, std::string_view name, const std::string& where);

}  // namespace io
}  // namespace v1
}  // namespace mvlink
