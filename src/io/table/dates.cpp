#include "io/table/values.hpp"

#include "io/text.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace mvlink {
inline namespace v1 {
namespace io::table {
namespace {

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
    return month == 2 && leap ? 29 : kDays[month - 1];
}

/// Days since 1970-01-01 in the Gregorian calendar.
double days_since_epoch(int year, int month, int day) {
    const int y = month <= 2 ? year - 1 : year;
    const int era = (y >= 0 ? y : y - 399) / 400;
    const int year_of_era = y - era * 400;
    const int day_of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    return era * 146097.0 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719468;
}

/// "am" or "PM" at the start of `text`: whether it is the afternoon; takes it off.
std::optional<bool> take_half_of_day(std::string_view& text) {
    const std::string word = lower_case(trimmed(text));
    if (word != "am" && word != "pm" && word != "a.m." && word != "p.m.") return std::nullopt;
    text = {};
    return word.front() == 'p';
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
    if (const auto afternoon = take_half_of_day(text); afternoon && *hour >= 1 && *hour <= 12)
        minutes += (*afternoon ? 720.0 : 0.0) - (*hour == 12 ? 720.0 : 0.0);
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

struct Day {
    int year = 0, month = 0, day = 0;

    [[nodiscard]] bool exists() const {
        return month >= 1 && month <= 12 && day >= 1 && day <= days_in_month(year, month);
    }
};

/// Two digits mean 1969 to 2068, as in POSIX.
std::optional<int> take_year(std::string_view& text) {
    const std::size_t before = text.size();
    const auto year = take_number(text, 2, 4);
    const std::size_t digits = before - text.size();
    if (!year || digits == 3) return std::nullopt;
    if (digits == 4) return year;
    return *year + (*year < 69 ? 2000 : 1900);
}

/// Three numbers with one separator between them, or year and month.
std::optional<Day> take_numbers(std::string_view& text, DateOrder order) {
    const bool has_long_year = text.size() > 4 && std::all_of(text.begin(), text.begin() + 4, is_digit);
    const bool year_first = order == DateOrder::year_first || has_long_year;  // 2024-05-17 says its order
    if (year_first) order = DateOrder::year_first;
    std::optional<int> year, month, day;
    (year_first                      ? year
     : order == DateOrder::day_first ? day
                                     : month) = take_number(text, year_first ? 4 : 1, year_first ? 4 : 2);
    if (text.empty()) return std::nullopt;
    const char separator = text.front();
    if (!take(text, "-/.")) return std::nullopt;
    (order == DateOrder::month_first ? day : month) = take_number(text, 1, 2);
    if (text.empty() && year_first && separator != '.') {
        day = 1;
    } else {
        if (text.empty() || text.front() != separator) return std::nullopt;
        text.remove_prefix(1);
        (year_first ? day : year) = year_first ? take_number(text, 1, 2) : take_year(text);
    }
    if (!year || !month || !day) return std::nullopt;
    return Day{*year, *month, *day};
}

/// A month by its name or the first letters of it, in English, German or French, at the start of `text`; takes it off.
std::optional<int> take_month(std::string_view& text) {
    constexpr std::array<std::array<std::string_view, 3>, 12> kMonths{{{"january", "januar", "janvier"},
                                                                       {"february", "februar", "fevrier"},
                                                                       {"march", "marz", "mars"},
                                                                       {"april", "april", "avril"},
                                                                       {"may", "mai", "mai"},
                                                                       {"june", "juni", "juin"},
                                                                       {"july", "juli", "juillet"},
                                                                       {"august", "august", "aout"},
                                                                       {"september", "september", "septembre"},
                                                                       {"october", "oktober", "octobre"},
                                                                       {"november", "november", "novembre"},
                                                                       {"december", "dezember", "decembre"}}};
    const std::size_t length = std::min(text.find_first_of(" .,-/0123456789"), text.size());
    const std::string word = plain_letters(text.substr(0, length));
    if (word.size() < 3) return std::nullopt;
    for (std::size_t month = 0; month < kMonths.size(); ++month) {
        for (const std::string_view name : kMonths[month]) {
            if (!name.starts_with(word) || (word == "jui" || word == "juin") != (name == "juin")) continue;
            text.remove_prefix(length);
            return static_cast<int>(month) + 1;
        }
    }
    return std::nullopt;
}

void take_all(std::string_view& text, std::string_view any_of) {
    while (take(text, any_of)) {
    }
}

/// A day of the week at the start of `text`, in English, German or French; takes it off.
void take_weekday(std::string_view& text) {
    constexpr std::array<std::string_view, 21> kDays{
        "monday", "tuesday",  "wednesday", "thursday",   "friday",   "saturday", "sunday",
        "montag", "dienstag", "mittwoch",  "donnerstag", "freitag",  "samstag",  "sonntag",
        "lundi",  "mardi",    "mercredi",  "jeudi",      "vendredi", "samedi",   "dimanche"};
    const std::size_t length = std::min(text.find_first_of(" .,0123456789"), text.size());
    const std::string word = plain_letters(text.substr(0, length));
    const bool is_day = word.size() >= 2 && std::any_of(kDays.begin(), kDays.end(),
                                                        [&](std::string_view day) { return day.starts_with(word); });
    if (!is_day) return;
    text.remove_prefix(length);
    take_all(text, " .,");
}

/// A month and its year: March 2024.
std::optional<Day> take_month_and_year(std::string_view& text, int month) {
    std::string_view rest = text;
    const auto year = take_number(rest, 4, 4);
    if (!year || !rest.empty()) return std::nullopt;
    text = rest;
    return Day{*year, month, 1};
}

/// With the name of the month: 17 May 2024, 17. Mai 2024, 17-May-24, Friday, May 17, 2024, May 2024.
std::optional<Day> take_named(std::string_view& text) {
    std::optional<int> day = take_number(text, 1, 2);
    const bool is_day_first = day.has_value();
    if (is_day_first) take_all(text, " .-/");
    const auto month = take_month(text);
    if (!month) return std::nullopt;
    take_all(text, " .,-/");
    if (!is_day_first) {
        if (const auto found = take_month_and_year(text, *month)) return found;
        day = take_number(text, 1, 2);
        take_all(text, " ,");
    }
    const auto year = take_year(text);
    if (!day || !year) return std::nullopt;
    return Day{*year, *month, *day};
}

}  // namespace

std::optional<double> date_of(std::string_view cell, DateOrder order) {
    const std::string_view whole = trimmed(cell);
    std::string_view rest = whole;
    std::optional<Day> day = take_numbers(rest, order);
    if (!day) {
        rest = whole;
        day = take_named(rest);
    }
    if (!day) {  // not at once: "mar" may be March or a mardi
        rest = whole;
        take_weekday(rest);
        day = take_named(rest);
    }
    if (!day || !day->exists()) return std::nullopt;
    const auto time = time_of(rest);
    if (!time) return std::nullopt;
    return days_since_epoch(day->year, day->month, day->day) + *time;
}

}  // namespace io::table
}  // namespace v1
}  // namespace mvlink
