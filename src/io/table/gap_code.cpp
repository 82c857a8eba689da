#include "io/table/gap_code.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>

namespace mvlink {
inline namespace v1 {
namespace io::table {
namespace {

/// Values that may be a code, and how far the others reach.
class CodeSearch {
public:
    void look_at(double value, Index row) {
        if (is_code(value)) {
            GapCode& code = codes_[value];
            code.value = value;
            code.first_row = code.count++ == 0 ? row : code.first_row;
        } else {
            low_ = std::min(low_, value);
            high_ = std::max(high_, value);
        }
    }
    [[nodiscard]] std::optional<GapCode> found() const {
        if (codes_.size() != 1 || !(low_ < high_)) return std::nullopt;
        const GapCode& code = codes_.begin()->second;
        const double distance = std::max(code.value - high_, low_ - code.value);
        const bool is_far = distance > kFar * (high_ - low_) || (code.value < 0 && low_ >= 0);
        return code.count >= kLeastCount && is_far ? std::optional(code) : std::nullopt;
    }

private:
    static bool is_code(double value) {
        constexpr std::array<double, 6> kNines{99, 999, 9999, 99'999, 999'999, 9'999'999};
        return std::find(kNines.begin(), kNines.end(), std::abs(value)) != kNines.end();
    }

    static constexpr double kFar = 3;
    static constexpr Index kLeastCount = 2;
    std::map<double, GapCode> codes_;
    double low_ = std::numeric_limits<double>::infinity(), high_ = -low_;
};

}  // namespace

std::optional<GapCode> gap_code_of_numbers(const TableCells& cells, Index col, bool comma, std::string_view unit) {
    bool has_nines = false;
    for (Index row = 0; row < cells.rows() && !has_nines; ++row)
        has_nines = cells.cell(row, col).find("99") != std::string_view::npos;
    if (!has_nines) return std::nullopt;
    CodeSearch search;
    for (Index row = 0; row < cells.rows(); ++row) {
        const std::string_view cell = cells.cell(row, col);
        const auto value = is_gap(cell) ? std::nullopt : number_in_unit(cell, comma, unit);
        if (value) search.look_at(*value, row);
    }
    return search.found();
}

std::optional<GapCode> gap_code_of_dates(const TableCells& cells, Index col, DateOrder order) {
    const std::optional<double> last_day = date_of("9999-12-31", DateOrder::year_first);
    GapCode code;
    for (Index row = 0; row < cells.rows(); ++row) {
        const auto day = date_of(cells.cell(row, col), order);
        if (!day || !last_day || std::floor(*day) != *last_day) continue;
        code.value = *day;
        code.first_row = code.count++ == 0 ? row : code.first_row;
    }
    return code.count > 0 ? std::optional(code) : std::nullopt;
}

}  // namespace io::table
}  // namespace v1
}  // namespace mvlink
