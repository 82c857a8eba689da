#pragma once

#include <string_view>

namespace mvlink {
inline namespace v1 {
namespace io {

/// The length of a first line such as "sep=;", with which spreadsheets are told the separator; 0: there is none.
std::size_t separator_line(std::string_view text);

/// What separates the fields of a csv, from its first lines: ',', ';', tab or '|'. The one that divides most of them as
/// it divides the first line that is not blank; a comma if none does. A line "sep=;" says it.
char sniff_delimiter(std::string_view text);

/// "commas", "semicolons", ..
std::string_view delimiter_name(char delimiter) noexcept;

}  // namespace io
}  // namespace v1
}  // namespace mvlink
