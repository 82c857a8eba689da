#include "io/table/column_look.hpp"

#include "io/table/words.hpp"
#include "io/text.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_set>

namespace mvlink {
inline namespace v1 {
namespace io::table {
namespace {

constexpr Index kRowsForDecimals = 10'000;
constexpr Index kRowsToCount = 10;  // fewer numbers may count up by chance
/// On average, where the count begins again: months, days and weeks say more than a count.
constexpr Index kRowsToCountAgain = 60;

/// Parted by spaces; of scripts that are written without them, two characters are a word.
double words_in(std::string_view cell) {
    double words = 0;
    bool inside = false;
    for (const char c : cell) {
        const bool is_space_here = c == ' ' || c == '\t' || c == '\n' || c == '\r';
        if (!is_space_here && !inside) words += 1;
        inside = !is_space_here;
    }
    return std::max(words, 0.5 * static_cast<double>(characters_without_spaces(cell)));
}

void look_at_words(std::string_view cell, Index row, ColumnLook& look) {
    if (look.first_word < 0) look.first_word = row;
    look.integers = false;
    for (const DateOrder order : {DateOrder::year_first, DateOrder::day_first, DateOrder::month_first}) {
        const auto which = static_cast<std::size_t>(order);
        const bool is_date = date_of(cell, order).has_value();
        look.dates[which] += is_date ? 1 : 0;
        if (!is_date && look.first_no_date[which] < 0) look.first_no_date[which] = row;
    }
    look.images += is_image_name(cell) ? 1 : 0;
    look.has_line_breaks = look.has_line_breaks || has_line_break(cell);
    look.words += words_in(cell);
}

/// Postcodes, article numbers and the like. Of two digits they may as well be months.
class PaddedDigits {
public:
    void look_at(std::string_view cell) {
        all_ = all_ && cell.size() >= kLeast && (length_ == 0 || cell.size() == length_) &&
               std::all_of(cell.begin(), cell.end(), is_digit);
        length_ = cell.size();
        some_ = some_ || cell.front() == '0';
    }
    [[nodiscard]] bool found() const { return all_ && some_; }

private:
    static constexpr std::size_t kLeast = 3;
    std::size_t length_ = 0;
    bool all_ = true;
    bool some_ = false;
};

/// 1.234 and 950 in one column: had the first three decimals, the second would be written 950.000.
class GroupedThousands {
public:
    explicit GroupedThousands(char mark) : mark_(mark) {}
    void look_at(std::string_view cell) {
        if (cell.starts_with('-')) cell.remove_prefix(1);
        const std::size_t first = std::min(cell.find(mark_), cell.size());
        const bool begins_well = first > 0 && first <= kGroup && are_digits(cell.substr(0, first));
        const bool is_marked = first < cell.size();
        all_ = all_ && begins_well && (!is_marked || (cell.front() != '0' && are_groups(cell.substr(first))));
        if (is_marked) ++marked_;
        if (!is_marked && first == kGroup) ++hundreds_;
    }
    [[nodiscard]] bool may_be() const { return all_; }
    [[nodiscard]] bool found() const { return all_ && marked_ >= kLeastMarked && hundreds_ > 0; }

private:
    static bool are_digits(std::string_view text) { return std::all_of(text.begin(), text.end(), is_digit); }
    [[nodiscard]] bool are_groups(std::string_view text) const {
        for (; !text.empty(); text.remove_prefix(kGroup + 1)) {
            const bool is_group = text.size() > kGroup && text.front() == mark_ && are_digits(text.substr(1, kGroup));
            if (!is_group) return false;
        }
        return true;
    }

    static constexpr std::size_t kGroup = 3;
    static constexpr Index kLeastMarked = 3;
    char mark_;
    bool all_ = true;
    Index marked_ = 0, hundreds_ = 0;
};

/// Of numbers with units: whether nearly all have one and the same.
void look_at_units(const TableCells& cells, Index col, bool decimal_comma, ColumnLook& look) {
    std::map<std::string_view, Index> units;
    Index numbers = 0;
    for (Index row = 0; row < cells.rows(); ++row) {
        const std::string_view cell = cells.cell(row, col);
        const auto written = is_gap(cell) ? std::nullopt : written_number(cell, decimal_comma);
        if (!written) continue;
        ++numbers;
        if (!written->unit.empty()) ++units[written->unit];
    }
    Index most = 0;
    for (const auto& [unit, count] : units) {
        if (count > most) look.unit = unit;
        most = std::max(most, count);
    }
    look.several_units = units.size() > 1 && 10 * numbers >= 9 * look.present;
    for (Index row = 0; row < cells.rows() && !look.unit.empty(); ++row) {
        const std::string_view cell = cells.cell(row, col);
        if (is_gap(cell)) continue;
        const bool fits = number_in_unit(cell, decimal_comma, look.unit).has_value();
        look.in_unit += fits ? 1 : 0;
        if (!fits && look.first_not_in_unit < 0) look.first_not_in_unit = row;
    }
}

bool groups_thousands(const TableCells& cells, Index col, char mark) {
    GroupedThousands grouped(mark);
    for (Index row = 0; row < cells.rows() && grouped.may_be(); ++row) {
        const std::string_view cell = trimmed(cells.cell(row, col));
        if (!is_gap(cell)) grouped.look_at(cell);
    }
    return grouped.found();
}

}  // namespace

ColumnLook look_at(const TableCells& cells, Index col, bool decimal_comma) {
    ColumnLook look;
    look.groups_only = groups_thousands(cells, col, decimal_comma ? ',' : '.');
    look.comma = decimal_comma != look.groups_only;
    std::unordered_set<std::string_view> values;
    double before = 0;
    Index starts = 0;
    bool counts = true;
    PaddedDigits padded;
    for (Index row = 0; row < cells.rows(); ++row) {
        const std::string_view cell = cells.cell(row, col);
        if (is_gap(cell)) continue;
        ++look.present;
        values.insert(cell);
        padded.look_at(cell);
        const auto number = number_of(cell, look.comma);
        if (!number) {
            look_at_words(cell, row, look);
            continue;
        }
        ++look.numbers;
        look.words += 1;
        look.integers = look.integers && *number == std::floor(*number);
        const bool is_start = (row == 0 || *number != before + 1) && (*number == 0 || *number == 1);
        counts = counts && (is_start || (row > 0 && *number == before + 1));
        starts += is_start ? 1 : 0;
        before = *number;
    }
    look.distinct = static_cast<Index>(values.size());
    look.padded = padded.found();
    if (look.first_word >= 0) look_at_units(cells, col, look.comma, look);
    const Index least = starts == 1 ? kRowsToCount : starts * kRowsToCountAgain;
    look.counts_rows = counts && look.numbers == cells.rows() && cells.rows() >= least;
    look.words /= static_cast<double>(std::max<Index>(look.present, 1));
    return look;
}

std::optional<bool> writes_decimal_comma(const TableCells& cells) {
    // Where commas part the cells, 1,234 in quotes has grouped thousands; elsewhere its comma is the decimal point.
    const bool may_group = cells.delimiter == ',';
    Index only_comma = 0, only_point = 0;
    const Index rows = std::min(cells.rows(), kRowsForDecimals);
    for (Index row = 0; row < rows; ++row) {
        for (Index col = 0; col < cells.cols(); ++col) {
            const std::string_view cell = cells.cell(row, col);
            const bool point = number_of(cell, false).has_value(), comma = number_of(cell, true).has_value();
            const bool is_grouped = !may_group && cell.find(',') != std::string_view::npos;
            only_comma += comma && (!point || is_grouped) ? 1 : 0;
            only_point += point && !comma ? 1 : 0;
        }
    }
    return only_comma == only_point ? std::nullopt : std::optional(only_comma > only_point);
}

}  // namespace io::table
}  // namespace v1
}  // namespace mvlink
