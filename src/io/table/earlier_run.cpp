#include "io/table/earlier_run.hpp"

#include "io/table/values.hpp"
#include "io/text.hpp"

#include <algorithm>

namespace mvlink {
inline namespace v1 {
namespace io::table {
namespace {

constexpr std::string_view kCluster = "cluster", kConfidence = "confidence";

/// "cluster2" is the stem and "2"; the number may be missing.
bool is_numbered(std::string_view name, std::string_view stem) {
    return name.starts_with(stem) && std::all_of(name.begin() + stem.size(), name.end(), is_digit);
}

bool holds_confidences(const TableCells& cells, Index col) {
    constexpr std::size_t kLength = 6;  // 0.8125, or 0,8125
    for (Index row = 0; row < cells.rows(); ++row) {
        const std::string_view cell = cells.cell(row, col);
        const auto value = number_of(cell, cell.find(',') != std::string_view::npos);
        if (cell.size() != kLength || !value || *value < 0 || *value > 1) return false;
    }
    return true;
}

bool holds_clusters(const TableCells& cells, Index col) {
    for (Index row = 0; row < cells.rows(); ++row) {
        if (parse_integer(cells.cell(row, col)).value_or(-1) < 0) return false;
    }
    return true;
}

}  // namespace

bool is_result_name(std::string_view name) {
    return is_numbered(name, kCluster) || is_numbered(name, kConfidence);
}

bool is_from_earlier_run(const TableCells& cells, Index col) {
    const std::string_view name = cells.names[col];
    if (!is_result_name(name)) return false;
    const Index cluster = is_numbered(name, kCluster) ? col : col - 1;
    if (cluster < 0 || cluster + 1 >= cells.cols() || !is_numbered(cells.names[cluster], kCluster)) return false;
    const std::string_view number = std::string_view(cells.names[cluster]).substr(kCluster.size());
    const std::string_view beside = cells.names[cluster + 1];
    return is_numbered(beside, kConfidence) && beside.substr(kConfidence.size()) == number &&
           holds_clusters(cells, cluster) && holds_confidences(cells, cluster + 1);
}

}  // namespace io::table
}  // namespace v1
}  // namespace mvlink
