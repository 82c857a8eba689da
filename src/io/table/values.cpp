#include "io/table/values.hpp"

#include "io/text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

namespace mvlink {
inline namespace v1 {
namespace io::table {
namespace {

constexpr std::size_t kLongestNumber = 64;

/// "1.234.567,8" -> "1234567.8"; nothing if points do not group thousands.
std::optional<std::string> with_point(std::string_view cell) {
    const std::size_t comma = cell.find(',');
    const std::string_view whole = cell.substr(0, comma);
    if (comma != std::string_view::npos && cell.find_first_of(",.", comma + 1) != std::string_view::npos) {
        return std::nullopt;
    }
    std::string out;
    std::size_t since_point = 0;
    bool grouped = false;
    for (const char c : whole) {
        if (c == '.') {
            if (grouped ? since_point != 3 : (since_point == 0 || since_point > 3)) return std::nullopt;
            grouped = true;
            since_point = 0;
            continue;
        }
        if (is_digit(c)) ++since_point;
        out += c;
    }
    if (grouped && since_point != 3) return std::nullopt;
    if (comma != std::string_view::npos) out.append(".").append(cell.substr(comma + 1));
    return out;
}

}  // namespace

bool is_gap(std::string_view cell) {
    constexpr std::array<std::string_view, 12> kWords{"na",   "n/a",  "#n/a", "nan", "<na>", "nat",
                                                      "null", "none", "?",    "-",   "--",   "missing"};
    if (cell.empty()) return true;
    if (cell.size() > 7) return false;
    const std::string word = lower_case(trimmed(cell));
    return word.empty() || std::find(kWords.begin(), kWords.end(), word) != kWords.end();
}

std::optional<double> number_of(std::string_view cell, bool comma) {
    cell = trimmed(cell);
    if (cell.empty() || cell.size() > kLongestNumber) return std::nullopt;
    const bool begins_like_one =
        is_digit(cell[0]) || cell[0] == '-' || cell[0] == '+' || cell[0] == '.' || cell[0] == ',';
    if (!begins_like_one) return std::nullopt;  // nan and inf are words here
    std::optional<double> value;
    if (comma) {
        const auto plain = with_point(cell);
        if (plain) value = parse_number(*plain);
    } else {
        value = parse_number(cell);
    }
    return value && std::isfinite(*value) ? value : std::nullopt;
}

bool is_image_name(std::string_view cell) {
    constexpr std::array<std::string_view, 8> kEndings{".png", ".jpg",  ".jpeg", ".gif",
                                                       ".bmp", ".webp", ".tif",  ".tiff"};
    const std::string name = lower_case(cell.substr(cell.size() > 8 ? cell.size() - 8 : 0));
    return std::any_of(kEndings.begin(), kEndings.end(),
                       [&](std::string_view ending) { return name.ends_with(ending); });
}

}  // namespace io::table
}  // namespace v1
}  // namespace mvlink
