#pragma once

#include <mvlink/options.hpp>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace options {

/// Text to value. Each throws Error{usage} "name: ..." that says what was found and what is expected.
int parse_int(std::string_view name, std::string_view text, const Range& range);
double parse_double(std::string_view name, std::string_view text, const Range& range);
bool parse_bool(std::string_view name, std::string_view text);
std::size_t parse_choice(std::string_view name, std::string_view text, std::span<const std::string_view> choices);

/// "3,4" is "3" and "4"; an empty part stays, which the parser then refuses.
std::vector<std::string_view> list_parts(std::string_view text);
[[noreturn]] void refuse_empty_list(std::string_view name);

/// The shortest text that reads back as the same number.
std::string number_text(double value);

/// Throws Error{usage} unless the value lies in the range (NaN never does).
void check_range(std::string_view name, double value, const Range& range);
/// ">= 1", "in (0, 1]", ..
std::string range_text(const Range& range);

[[noreturn]] void refuse_unknown(std::string_view name, std::span<const std::string> known);

}  // namespace options
}  // namespace v1
}  // namespace mvlink
