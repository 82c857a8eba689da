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
constexpr std::size_t kLongestUnit = 16;
constexpr std::array<std::string_view, 4> kWideSpaces{"\xC2\xA0", "\xE2\x80\xAF", "\xE2\x80\x89", "\xE2\x80\x87"};
constexpr std::string_view kMinus = "\xE2\x88\x92";
constexpr std::string_view kApostrophe = "\xE2\x80\x99";

/// Takes `part` off the start of `text` if it stands there.
bool take_part(std::string_view& text, std::string_view part) {
    if (!text.starts_with(part)) return false;
    text.remove_prefix(part.size());
    return true;
}

/// Without spaces of any width around it.
std::string_view without_spaces(std::string_view text) {
    text = trimmed(text);
    for (const std::string_view space : kWideSpaces) {
        const std::size_t before = text.size();
        take_part(text, space);
        if (text.ends_with(space)) text.remove_suffix(space.size());
        if (text.size() != before) return without_spaces(text);
    }
    return text;
}

/// Takes a mark between groups of thousands off the start of `text`; it stands before a digit. '\0': there is none. All
/// spaces are ' ', both apostrophes are '\''.
char take_group_mark(std::string_view& text, char point) {
    const auto takes = [&](std::string_view mark) {
        if (!text.starts_with(mark) || text.size() == mark.size() || !is_digit(text[mark.size()])) return false;
        return take_part(text, mark);
    };
    if (takes(point == '.' ? "," : ".")) return point == '.' ? ',' : '.';
    if (takes("'") || takes(kApostrophe)) return '\'';
    const bool is_space = takes(" ") || std::any_of(kWideSpaces.begin(), kWideSpaces.end(), takes);
    return is_space ? ' ' : '\0';
}

std::string_view take_digits(std::string_view& text) {
    std::size_t length = 0;
    while (length < text.size() && is_digit(text[length]))
        ++length;
    const std::string_view digits = text.substr(0, length);
    text.remove_prefix(length);
    return digits;
}

/// "1.234.567,8" -> "1234567.8", taken off the start of `text`; nothing if marks do not group thousands.
std::optional<std::string> take_plain_number(std::string_view& text, char point) {
    const std::string_view first = take_digits(text);
    std::string out(first);
    char mark = 0;
    while (true) {
        const char next = take_group_mark(text, point);
        if (next == 0) break;
        const std::string_view group = take_digits(text);
        const bool begins_well = !first.empty() && first.size() <= 3 && first.front() != '0';
        if (!begins_well || group.size() != 3 || (mark != 0 && next != mark)) return std::nullopt;
        mark = next;
        out += group;
    }
    if (text.starts_with(point)) {
        text.remove_prefix(1);
        out += '.';
        out += take_digits(text);
    }
    const bool has_digit = std::any_of(out.begin(), out.end(), is_digit);
    if (!has_digit) return std::nullopt;
    if (text.size() > 1 && (text[0] == 'e' || text[0] == 'E')) {
        const std::size_t sign = text[1] == '-' || text[1] == '+' ? 1 : 0;
        if (text.size() > 1 + sign && is_digit(text[1 + sign])) {
            out += text.substr(0, 1 + sign);
            text.remove_prefix(1 + sign);
            out += take_digits(text);
        }
    }
    return out;
}

/// A currency before the number, as in "$5" and "CHF 5"; takes it off. Other letters there make a code: "R14".
std::string_view take_currency(std::string_view& text) {
    constexpr std::array<std::string_view, 23> kCurrencies{
        "US$",          "A$",           "C$",  "R$",  "$",   "\xE2\x82\xAC", "\xC2\xA3", "\xC2\xA5",
        "\xE2\x82\xB9", "\xE2\x82\xA9", "USD", "EUR", "GBP", "CHF",          "JPY",      "CNY",
        "INR",          "CAD",          "AUD", "SEK", "NOK", "DKK",          "PLN"};
    for (const std::string_view currency : kCurrencies) {
        if (!take_part(text, currency)) continue;
        text = without_spaces(text);
        return currency;
    }
    return {};
}

bool take_minus(std::string_view& text) {
    if (take_part(text, "-") || take_part(text, kMinus)) return true;
    take_part(text, "+");
    return false;
}

/// A short word or sign without digits: "kg", "km/h", "%", "sq ft". Signs of comparison and ranges mean something else.
bool is_unit(std::string_view text) {
    if (text.size() > kLongestUnit || std::any_of(text.begin(), text.end(), is_digit)) return false;
    const auto byte = static_cast<unsigned char>(text.front());
    const bool is_letter = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte >= 0x80;
    if (!is_letter && std::string_view("%$*").find(text.front()) == std::string_view::npos) return false;
    return text.find_first_of("<>=:;,|\"()[]{}?!+-") == std::string_view::npos &&
           std::count(text.begin(), text.end(), ' ') <= 1;
}

}  // namespace

bool is_gap(std::string_view cell) {
    constexpr std::array<std::string_view, 42> kWords{"na",
                                                      "n/a",
                                                      "n.a.",
                                                      "n.a",
                                                      "k.a.",
                                                      "k. a.",
                                                      "#n/a",
                                                      "nan",
                                                      "<na>",
                                                      "nat",
                                                      "null",
                                                      "nil",
                                                      "none",
                                                      "?",
                                                      "-",
                                                      "--",
                                                      ".",
                                                      "..",
                                                      "missing",
                                                      "#nv",
                                                      "#n/v",
                                                      "#ref!",
                                                      "#value!",
                                                      "#num!",
                                                      "#div/0!",
                                                      "#name?",
                                                      "#null!",
                                                      "n.d.",
                                                      "n/d",
                                                      "\\n",
                                                      "(null)",
                                                      "<null>",
                                                      "(blank)",
                                                      "(empty)",
                                                      "undefined",
                                                      "unknown",
                                                      "inconnu",
                                                      "unbekannt",
                                                      "tbd",
                                                      "not available",
                                                      "not applicable",
                                                      "not known"};
    constexpr std::size_t kLongest = 14;
    constexpr std::string_view kDashes[] = {"\xE2\x80\x93", "\xE2\x80\x94"};
    if (cell.empty()) return true;
    if (cell.size() > kLongest || is_digit(cell.front())) return false;
    if (std::find(std::begin(kDashes), std::end(kDashes), cell) != std::end(kDashes)) return true;
    const std::string word = lower_case(trimmed(cell));
    return word.empty() || std::find(kWords.begin(), kWords.end(), word) != kWords.end();
}

std::optional<WrittenNumber> written_number(std::string_view cell, bool comma) {
    cell = without_spaces(cell);
    if (cell.empty() || cell.size() > kLongestNumber) return std::nullopt;
    const bool in_brackets = cell.size() > 2 && cell.front() == '(' && cell.back() == ')';
    if (in_brackets) cell = without_spaces(cell.substr(1, cell.size() - 2));
    bool minus = take_minus(cell);
    const std::string_view before = take_currency(cell);
    if (!before.empty() && !minus) minus = take_minus(cell);
    const auto plain = take_plain_number(cell, comma ? ',' : '.');
    if (!plain) return std::nullopt;  // nan and inf are words here
    const std::string_view after = without_spaces(cell);
    if (!after.empty() && (!before.empty() || !is_unit(after))) return std::nullopt;
    const auto value = parse_number(*plain);
    if (!value || !std::isfinite(*value)) return std::nullopt;
    return WrittenNumber{minus || in_brackets ? -*value : *value, before.empty() ? after : before};
}

std::optional<double> number_of(std::string_view cell, bool comma) {
    cell = trimmed(cell);
    const bool is_plain = !comma && !cell.empty() && cell.size() <= kLongestNumber &&
                          (is_digit(cell[0]) || cell[0] == '-' || cell[0] == '+' || cell[0] == '.');
    if (is_plain) {  // nearly all numbers: without a copy
        if (const auto value = parse_number(cell)) return std::isfinite(*value) ? value : std::nullopt;
    }
    const auto written = written_number(cell, comma);
    if (!written || !written->unit.empty()) return std::nullopt;
    return written->value;
}

bool may_be_left_out(std::string_view unit) {
    constexpr std::array<std::string_view, 12> kMagnitudes{"k",   "K", "m", "M",  "mn",  "mln",
                                                           "Mio", "b", "B", "bn", "Mrd", "T"};
    return std::find(kMagnitudes.begin(), kMagnitudes.end(), unit) == kMagnitudes.end();
}

std::optional<double> number_in_unit(std::string_view cell, bool comma, std::string_view unit) {
    const auto written = written_number(cell, comma);
    if (!written) return std::nullopt;
    const bool fits = written->unit == unit || (written->unit.empty() && may_be_left_out(unit));
    return fits ? std::optional<double>(written->value) : std::nullopt;
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
