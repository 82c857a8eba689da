#include "methods/options/values.hpp"

#include <mvlink/error.hpp>
#include <mvlink/registry.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

namespace mvlink {
inline namespace v1 {
namespace options {
namespace {

[[noreturn]] void refuse(std::string_view name, const std::string& what) {
    throw Error(ErrorCode::usage, fmt::format("{}: {}", name, what));
}

}  // namespace

std::string number_text(double value) {
    return fmt::format("{}", value);
}

std::vector<std::string_view> list_parts(std::string_view text) {
    std::vector<std::string_view> parts;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        parts.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return parts;
}

void refuse_empty_list(std::string_view name) {
    refuse(name, "a number is missing; expected one, or several separated by commas");
}

std::string range_text(const Range& range) {
    const bool bounded_below = std::isfinite(range.least), bounded_above = std::isfinite(range.most);
    if (bounded_below && bounded_above) {
        return fmt::format("in {}{}, {}{}", range.least_excluded ? '(' : '[', range.least, range.most,
                           range.most_excluded ? ')' : ']');
    }
    if (bounded_below) return fmt::format("{} {}", range.least_excluded ? ">" : ">=", range.least);
    if (bounded_above) return fmt::format("{} {}", range.most_excluded ? "<" : "<=", range.most);
    return "finite";
}

namespace {

/// `what` is "number" or "whole number".
template <class Number>
Number read(std::string_view name, std::string_view text, const Range& range, std::string_view what) {
    Number value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool whole_text = end == text.data() + text.size();
    if (error == std::errc() && whole_text) return value;
    const std::string expected = range_text(range) == "finite" ? "" : " " + range_text(range);
    const bool too_large = error == std::errc::result_out_of_range && whole_text;
    refuse(name, too_large ? fmt::format("{} is out of range; expected a {}{} that fits into {} bits", text, what,
                                         expected, sizeof(Number) * 8)
                           : fmt::format("\"{}\" is not a {}; expected one{}", text, what, expected));
}

}  // namespace

void check_range(std::string_view name, double value, const Range& range) {
    const bool low_enough = range.most_excluded ? value < range.most : value <= range.most;
    const bool high_enough = range.least_excluded ? value > range.least : value >= range.least;
    if (!low_enough || !high_enough || !std::isfinite(value)) {
        refuse(name, fmt::format("{} is out of range; expected a number {}", number_text(value), range_text(range)));
    }
}

int parse_int(std::string_view name, std::string_view text, const Range& range) {
    const int value = read<int>(name, text, range, "whole number");
    check_range(name, value, range);
    return value;
}

double parse_double(std::string_view name, std::string_view text, const Range& range) {
    const auto value = read<double>(name, text, range, "number");
    check_range(name, value, range);
    return value;
}

bool parse_bool(std::string_view name, std::string_view text) {
    if (text == "true") return true;
    if (text == "false") return false;
    refuse(name, fmt::format("\"{}\" is neither true nor false", text));
}

std::size_t parse_choice(std::string_view name, std::string_view text, std::span<const std::string_view> choices) {
    for (std::size_t index = 0; index < choices.size(); ++index) {
        if (choices[index] == text) return index;
    }
    const std::vector<std::string> names(choices.begin(), choices.end());
    const std::string nearest = nearest_name(text, names);
    refuse(name,
           fmt::format("\"{}\" is not a choice{}; expected one of {}", text,
                       nearest.empty() ? "" : fmt::format(" (did you mean {}?)", nearest), fmt::join(names, ", ")));
}

void refuse_unknown(std::string_view name, std::span<const std::string> known) {
    const std::string nearest = nearest_name(name, known);
    throw Error(ErrorCode::usage, fmt::format("option \"{}\" does not exist{}; expected one of {}", name,
                                              nearest.empty() ? "" : fmt::format(" (did you mean {}?)", nearest),
                                              fmt::join(known, ", ")));
}

}  // namespace options
}  // namespace v1
}  // namespace mvlink
