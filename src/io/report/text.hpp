#pragma once

#include <mvlink/matrix.hpp>

#include <string>
#include <string_view>

/// Text of the report: what comes from data made safe for a page, and numbers as people read them.
namespace mvlink {
inline namespace v1 {
namespace io::report {

/// The text as valid UTF-8 without control characters; what is not becomes U+FFFD.
std::string clean_text(std::string_view text);
/// At most `most` characters, the last an ellipsis if some were cut. Expects clean text.
std::string shorten(std::string_view text, std::size_t most);
/// Cleaned and escaped for HTML, in an element or between quotes.
std::string html(std::string_view text);
/// A JSON string with its quotes. It cannot end a script element.
std::string json(std::string_view text);

/// 12345 -> "12,345".
std::string count(Index value);
/// Four significant digits: 0.01235, 12.35, 12,346, 1.235×10⁹.
std::string number(double value);
/// 0.9667 -> "96.7 %", with a space that does not break.
std::string percent(double share);
/// 0.0123 -> "12.3 ms".
std::string duration(double seconds);
/// "1 row", "1,200 rows".
std::string plural(Index value, std::string_view one, std::string_view many);

}  // namespace io::report
}  // namespace v1
}  // namespace mvlink
