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

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

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

/// A run of digits at the start of `text`, at most `most` of them; takes it off.
std::optional<int> take_number(std::string_view& text, std::size_t least, std::size_t most) {
    std::size_t length = 0;
    while (length < text.size() && length < most && is_digit(text[length]))
        ++length;
    if (length < least) return std::nullopt;
    int value = 0;
    for (const char c : text.substr(0, length))
        value = 10 * value + (c - '0');
    text.remove_prefix(length);
    return value;
}

bool take(std::string_view& text, std::string_view any_of) {
    if (text.empty() || any_of.find(text.front()) == std::string_view::npos) return false;
    text.remove_prefix(1);
    return true;
}

int days_in_month(int year, int month) {
    constexpr std::array<int, 12> kDays{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return month == 2 && leap ? 29 : kDays[static_cast<std::size_t>(month - 1)];
}

/// Days since 1970-01-01 in the Gregorian calendar.
double days_since_epoch(int year, int month, int day) {
    const int y = month <= 2 ? year - 1 : year;
    const int era = (y >= 0 ? y : y - 399) / 400;
    const int year_of_era = y - era * 400;
    const int day_of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    return era * 146097.0 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719468;
}

/// The part after the date, as a share of a day: "T08:30:00.5+02:00", " 08:30". Nothing if it is something else.
std::optional<double> time_of(std::string_view text) {
    if (text.empty()) return 0.0;
    if (!take(text, "T ")) return std::nullopt;
    const auto hour = take_number(text, 1, 2);
    if (!hour || *hour > 24 || !take(text, ":")) return std::nullopt;
    const auto minute = take_number(text, 2, 2);
    if (!minute || *minute > 59) return std::nullopt;
    double seconds = 0;
    if (take(text, ":")) {
        const auto second = take_number(text, 2, 2);
        if (!second || *second > 60) return std::nullopt;
        seconds = *second;
        if (take(text, ".,")) {
            for (double place = 0.1; !text.empty() && is_digit(text.front()); place /= 10) {
                seconds += place * (text.front() - '0');
                text.remove_prefix(1);
            }
        }
    }
    double minutes = *hour * 60.0 + *minute;
    if (text == "Z") text = {};
    if (!text.empty()) {
        const double sign = text.front() == '-' ? 1 : -1;
        if (!take(text, "+-")) return std::nullopt;
        const auto off_hour = take_number(text, 2, 2);
        take(text, ":");
        const auto off_minute = text.empty() ? std::optional<int>(0) : take_number(text, 2, 2);
        if (!off_hour || !off_minute || !text.empty()) return std::nullopt;
        minutes += sign * (*off_hour * 60.0 + *off_minute);
    }
    return (minutes + seconds / 60) / (24 * 60);
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

std::optional<double> date_of(std::string_view cell, DateOrder order) {
    cell = trimmed(cell);
    const bool year_first = order == DateOrder::year_first;
    std::optional<int> year, month, day;
    (year_first                      ? year
     : order == DateOrder::day_first ? day
                                     : month) = take_number(cell, year_first ? 4 : 1, year_first ? 4 : 2);
    if (cell.empty()) return std::nullopt;
    const char separator = cell.front();
    if (!take(cell, "-/.")) return std::nullopt;
    (order == DateOrder::month_first ? day : month) = take_number(cell, 1, 2);
    if (cell.empty() || cell.front() != separator) return std::nullopt;
    cell.remove_prefix(1);
    (year_first ? day : year) = take_number(cell, year_first ? 1 : 4, year_first ? 2 : 4);
    if (!year || !month || !day || *month < 1 || *month > 12 || *day < 1 || *day > days_in_month(*year, *month)) {
        return std::nullopt;
    }
    const auto time = time_of(cell);
    if (!time) return std::nullopt;
    return days_since_epoch(*year, *month, *day) + *time;
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
