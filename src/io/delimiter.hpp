#pragma once

#include <string_view>

namespace mvlink {
inline namespace v1 {
namespace io {

/// What separates the fields of a csv, from its first lines: ',', ';', tab or '|'. The one that divides most of them as
/// it divides the first line; a comma if none does.
char sniff_delimiter(std::string_view text);

/// "commas", "semicolons", ..
std::string_view delimiter_name(char delimiter) noexcept;

}  // namespace io
}  // namespace v1
}  // namespace mvlink
