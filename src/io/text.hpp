#pragma once

#include "io/bytes.hpp"

#include <fmt/core.h>
#include <mvlink/error.hpp>
#include <mvlink/matrix.hpp>

#include <optional>
#include <string>
#include <string_view>

/// What the readers of text share.
namespace mvlink {
inline namespace v1 {
namespace io {

/// Throws Error{input}.
template <class... Args>
[[noreturn]] void refuse(fmt::format_string<Args...> format, Args&&... args) {
    throw Error{ErrorCode::input, fmt::format(format, std::forward<Args>(args)...)};
}

/// Quoted for a message of one line: cut if long, control characters and invalid UTF-8 replaced.
std::string shown(std::string_view text);
/// Length of the UTF-8 sequence that a text of one byte or more opens with, 0 if it opens with none.
std::size_t utf8_length(std::string_view text) noexcept;
bool is_utf8(std::string_view text) noexcept;
/// The same bytes with everything that is not UTF-8 replaced by '?'.
std::string valid_utf8(std::string_view text);
/// Throws Error{input} with the line of the first bytes that are not UTF-8: results and Python could not hold them.
void require_utf8(const Bytes& bytes);

/// Without spaces and tabs at both ends.
std::string_view trimmed(std::string_view text) noexcept;
std::string lower_case(std::string_view text);
/// Lower case, and letters of Western European languages without their accents: "Même" -> "meme", "Größe" -> "grosse".
std::string plain_letters(std::string_view text);
bool has_line_break(std::string_view text) noexcept;

/// The whole text as a number; nan and inf are numbers here, 1e999 is inf.
std::optional<double> parse_number(std::string_view text) noexcept;
/// The whole text as an integer: digits, perhaps with a sign.
std::optional<Index> parse_integer(std::string_view text) noexcept;

/// The lines of a text: \n or \r\n, a last one without either, a byte order mark skipped.
class Lines {
public:
    explicit Lines(std::string_view text) noexcept;
    bool next(std::string_view& line) noexcept;
    /// Of the line that next() gave, from 1.
    [[nodiscard]] Index number() const noexcept { return number_; }
    [[nodiscard]] bool at_end() const noexcept { return rest_.empty(); }
    /// Nothing but line ends follow.
    [[nodiscard]] bool only_blank_lines_left() const noexcept;

private:
    std::string_view rest_;
    Index number_ = 0;
};

std::string_view without_byte_order_mark(std::string_view text) noexcept;

/// A field of a csv, quoted if it must be, to be read back unchanged.
std::string csv_field(std::string_view text);

}  // namespace io
}  // namespace v1
}  // namespace mvlink
