#include "io/table/cells.hpp"
#include "io/text.hpp"

#include <mvlink/table.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace mvlink {
inline namespace v1 {
namespace {

/// Quoted if it must be for this delimiter.
std::string joined_field(std::string_view text, char delimiter) {
    const bool holds_delimiter = text.find(delimiter) != std::string_view::npos;
    if (!holds_delimiter && (text.empty() || text.find_first_of("\"\r\n") == std::string_view::npos)) {
        return io::trimmed(text) == text ? std::string(text) : fmt::format("\"{}\"", text);
    }
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"') out += '"';
        out += c;
    }
    return out + '"';
}

/// The partitions whose labels are one per row: the objects, or the clusterings, or the first view.
std::vector<const Partition*> partitions_of_rows(std::span<const Partition> partitions, Index rows) {
    std::vector<const Partition*> objects, clusterings, views;
    for (const Partition& partition : partitions) {
        if (static_cast<Index>(partition.labels.size()) != rows) continue;
        if (partition.scope == Scope::objects) objects.push_back(&partition);
        if (partition.scope == Scope::clustering) clusterings.push_back(&partition);
        if (partition.scope == Scope::view) views.push_back(&partition);
    }
    if (!clusterings.empty()) return clusterings;
    const auto& found = objects.empty() ? views : objects;
    if (found.empty()) throw Error{ErrorCode::internal, "table: no labels of its rows"};
    return {found.front()};
}

}  // namespace

std::string labelled_table(const TableSource& table, std::span<const Partition> partitions) {
    const TableCells& cells = *table.cells;
    const std::vector<const Partition*> kept = partitions_of_rows(partitions, cells.rows());
    std::vector<std::string> added;
    for (std::size_t i = 0; i < kept.size(); ++i) {
        const std::string number = kept.size() == 1 ? "" : fmt::to_string(i + 1);
        added.insert(added.end(), {"cluster" + number, "confidence" + number});
    }
    std::vector<Index> columns;
    std::string out;
    for (Index col = 0; col < cells.cols(); ++col) {
        if (std::find(added.begin(), added.end(), cells.names[col]) != added.end()) continue;
        columns.push_back(col);
        out += joined_field(cells.is_named[col] ? cells.names[col] : "", cells.delimiter) + cells.delimiter;
    }
    out += fmt::format("{}\n", fmt::join(added, std::string_view(&cells.delimiter, 1)));
    for (Index row = 0; row < cells.rows(); ++row) {
        for (const Index col : columns)
            out += joined_field(cells.cell(row, col), cells.delimiter) + cells.delimiter;
        for (std::size_t i = 0; i < kept.size(); ++i) {
            std::string confidence = fmt::format("{:.4f}", kept[i]->confidence[row]);
            if (table.decimal_comma) std::replace(confidence.begin(), confidence.end(), '.', ',');
            out += fmt::format("{}{}{}{}", i == 0 ? "" : std::string(1, cells.delimiter), kept[i]->labels[row],
                               cells.delimiter, confidence);
        }
        out += '\n';
    }
    return out;
}

}  // namespace v1
}  // namespace mvlink
