#include "io/table/cells.hpp"
#include "io/table/earlier_run.hpp"
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

/// The rows of a table for copying: as they stand in the file, unless columns of an earlier run are replaced.
class RowsAsWritten {
public:
    explicit RowsAsWritten(const TableCells& cells) : cells_(cells) {
        for (Index col = 0; col < cells.cols(); ++col) {
            if (!io::table::is_from_earlier_run(cells, col)) columns_.push_back(col);
        }
        is_whole_ = static_cast<Index>(columns_.size()) == cells.cols();
    }

    [[nodiscard]] std::string names() const {
        if (is_whole_ && cells_.has_header) return std::string(cells_.written_names) + cells_.delimiter;
        std::string out;
        for (const Index col : columns_)
            out += joined_field(cells_.is_named[col] ? cells_.names[col] : "", cells_.delimiter) + cells_.delimiter;
        return out;
    }

    void append(Index row, std::string& out) const {
        if (is_whole_) {
            out.append(cells_.written[row]) += cells_.delimiter;
            return;
        }
        for (const Index col : columns_)
            out += joined_field(cells_.cell(row, col), cells_.delimiter) + cells_.delimiter;
    }

private:
    const TableCells& cells_;
    std::vector<Index> columns_;
    bool is_whole_ = true;
};

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

void require_room_for_labels(const TableSource& table) {
    const TableCells& cells = *table.cells;
    for (Index col = 0; col < cells.cols(); ++col) {
        if (!io::table::is_result_name(cells.names[col]) || io::table::is_from_earlier_run(cells, col)) continue;
        throw Error{ErrorCode::input,
                    fmt::format("{}: has a column {} of its own, beside which that of the result could not be "
                                "told apart; rename it to add the labels",
                                table.name, io::shown(cells.names[col]))};
    }
}

std::string labelled_table(const TableSource& table, std::span<const Partition> partitions) {
    const TableCells& cells = *table.cells;
    const std::vector<const Partition*> kept = partitions_of_rows(partitions, cells.rows());
    std::vector<std::string> added;
    for (std::size_t i = 0; i < kept.size(); ++i) {
        const std::string number = kept.size() == 1 ? "" : fmt::to_string(i + 1);
        added.insert(added.end(), {"cluster" + number, "confidence" + number});
    }
    require_room_for_labels(table);
    const RowsAsWritten rows(cells);
    const std::string_view line_end = cells.has_wide_line_ends ? "\r\n" : "\n";
    std::string out = fmt::format("{}{}{}{}", cells.before, rows.names(),
                                  fmt::join(added, std::string_view(&cells.delimiter, 1)), line_end);
    for (Index row = 0; row < cells.rows(); ++row) {
        rows.append(row, out);
        for (std::size_t i = 0; i < kept.size(); ++i) {
            std::string confidence = fmt::format("{:.4f}", kept[i]->confidence[row]);
            if (table.decimal_comma && cells.delimiter != ',')
                std::replace(confidence.begin(), confidence.end(), '.', ',');
            out += fmt::format("{}{}{}{}", i == 0 ? "" : std::string(1, cells.delimiter), kept[i]->labels[row],
                               cells.delimiter, confidence);
        }
        out += line_end;
    }
    return out;
}

}  // namespace v1
}  // namespace mvlink
