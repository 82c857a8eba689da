#pragma once

#include <optional>
#include <string_view>

/// What a cell says.
namespace mvlink {
inline namespace v1 {
namespace io::table {

constexpr bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// Empty, or one of the words that programs and people write for a missing value: NA, NaN, null, unknown, ?, ..
bool is_gap(std::string_view cell);

/// A finite number; with `comma`, the comma is the decimal point. Thousands may be grouped by the other of point and
/// comma, by spaces or by apostrophes.
std::optional<double> number_of(std::string_view cell, bool comma);

/// A number and what stands beside it: "85 %", "$ 7.20", "12 kg", "(3.50 EUR)" (accountants write -3.50 so).
struct WrittenNumber {
    double value = 0;
    std::string_view unit;  ///< empty: a number alone
};
std::optional<WrittenNumber> written_number(std::string_view cell, bool comma);

/// Whether numbers without a unit, in a column whose numbers have this one, mean the same: not beside "k" or "Mio".
bool may_be_left_out(std::string_view unit);

/// The number of a cell in a column of this unit: with it, or alone where that means the same.
std::optional<double> number_in_unit(std::string_view cell, bool comma, std::string_view unit);

/// The order of the parts of a date.
enum class DateOrder { year_first, day_first, month_first };

/// Days since 1970-01-01 of a date, with its time as a fraction: 2024-05-17, 2024-05-17T08:30:00Z, 2024-05, 17.05.2024,
/// 5/17/24 8:30 PM. Where the month has its name, the order does not matter: 17 May 2024, 17. Mai 2024, May 17, 2024.
std::optional<double> date_of(std::string_view cell, DateOrder order);

bool is_image_name(std::string_view cell);

}  // namespace io::table
}  // namespace v1
}  // namespace mvlink
