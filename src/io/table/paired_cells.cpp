#include "io/table/cells.hpp"

#include <mvlink/table.hpp>

#include <algorithm>
#include <map>

namespace mvlink {
inline namespace v1 {

std::vector<PairedCell> paired_cells(const TableSource& table, Index a, Index b) {
    const TableCells& cells = *table.cells;
    const auto cell = [&](Index row, Index col) { return row < 0 ? std::string() : std::string(cells.cell(row, col)); };
    std::map<std::string, Index> taken;  // how many features of each view the columns before have
    std::vector<PairedCell> found;
    for (Index col = 0; col < static_cast<Index>(table.columns.size()); ++col) {
        const TableColumn& column = table.columns[col];
        const bool has_numbers = !column.view.empty() && column.kind != ColumnKind::text;
        PairedCell pair{column.name, cell(a, col), cell(b, col), has_numbers ? column.view : "", 0, 0};
        if (has_numbers) {
            pair.first_feature = taken[column.view];
            pair.features = column.features;
            taken[column.view] += column.features;
        }
        if (column.is_shown) found.push_back(std::move(pair));
    }
    std::stable_partition(found.begin(), found.end(), [](const PairedCell& pair) { return pair.features == 0; });
    return found;
}

}  // namespace v1
}  // namespace mvlink
