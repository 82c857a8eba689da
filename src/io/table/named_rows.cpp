#include "io/table/named_rows.hpp"

#include <fmt/format.h>

#include <string_view>
#include <tuple>
#include <unordered_set>

namespace mvlink {
inline namespace v1 {
namespace io::table {

Index column_of_names(const TableCells& cells, std::span<const std::string> names,
                      const std::function<bool(Index)>& may_be, const std::function<bool(Index)>& differ) {
    const std::unordered_set<std::string_view> wanted(names.begin(), names.end());
    std::tuple<std::size_t, bool> best{0, false};
    Index found = -1;
    for (Index col = 0; col < cells.cols(); ++col) {
        if (!may_be(col)) continue;
        std::unordered_set<std::string_view> seen;
        for (Index row = 0; row < cells.rows(); ++row) {
            if (wanted.count(cells.cell(row, col)) > 0) seen.insert(cells.cell(row, col));
        }
        const std::tuple now(seen.size(), differ(col));
        if (2 * seen.size() < wanted.size() || now <= best) continue;
        best = now;
        found = col;
    }
    return found;
}

std::unordered_set<std::string_view> repeated_names(const TableCells& cells, Index col) {
    std::unordered_set<std::string_view> seen{""}, repeated;
    for (Index row = 0; row < cells.rows(); ++row) {
        if (!seen.insert(cells.cell(row, col)).second) repeated.insert(cells.cell(row, col));
    }
    return repeated;
}

std::string name_of(const TableCells& cells, Index row, Index col) {
    const std::string_view name = cells.cell(row, col);
    return fmt::format("{}{}(line {})", name, name.empty() ? "" : " ", cells.lines[row]);
}

}  // namespace io::table
}  // namespace v1
}  // namespace mvlink
