#include "io/compressed_rows.hpp"

#include "io/text.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace io {

template <class T>
OwnedSparseRows<T> group_by_row(const Triplets<T>& entries, Index rows, Index cols) {
    OwnedSparseRows<T> table{rows, cols, {}, {}, {}};
    table.offsets.assign(rows + 1, 0);
    for (const Index row : entries.rows)
        ++table.offsets[row + 1];
    for (std::size_t row = 0; row < static_cast<std::size_t>(rows); ++row)
        table.offsets[row + 1] += table.offsets[row];

    table.columns.resize(entries.columns.size());
    table.values.resize(entries.values.size());
    std::vector<Index> next(table.offsets.begin(), table.offsets.end() - 1);
    for (std::size_t entry = 0; entry < entries.rows.size(); ++entry) {
        const auto place = static_cast<std::size_t>(next[entries.rows[entry]]++);
        table.columns[place] = entries.columns[entry];
        table.values[place] = entries.values[entry];
    }
    return table;
}

namespace {

/// Writes the sorted and merged entries of one row from `write` on; returns the position after the last.
template <class T>
std::size_t merge_row(OwnedSparseRows<T>& table, std::size_t begin, std::size_t end, std::size_t write,
                      std::vector<std::pair<std::int32_t, T>>& row) {
    row.clear();
    for (std::size_t entry = begin; entry < end; ++entry)
        row.emplace_back(table.columns[entry], table.values[entry]);
    const auto by_column = [](const auto& a, const auto& b) { return a.first < b.first; };
    if (!std::is_sorted(row.begin(), row.end(), by_column)) std::stable_sort(row.begin(), row.end(), by_column);
    const std::size_t row_begin = write;
    for (const auto& [column, value] : row) {
        if (write > row_begin && table.columns[write - 1] == column) {
            table.values[write - 1] += value;
        } else {
            table.columns[write] = column;
            table.values[write++] = value;
        }
    }
    return write;
}

}  // namespace

template <class T>
void sort_and_merge(OwnedSparseRows<T>& table) {
    std::vector<std::pair<std::int32_t, T>> row;
    std::size_t write = 0, begin = 0;
    for (std::size_t r = 0; r + 1 < table.offsets.size(); ++r) {
        const auto end = static_cast<std::size_t>(table.offsets[r + 1]);
        write = merge_row(table, begin, end, write, row);
        begin = end;
        table.offsets[r + 1] = static_cast<Index>(write);
    }
    table.columns.resize(write);
    table.values.resize(write);
}

template OwnedSparseRows<double> group_by_row(const Triplets<double>&, Index, Index);
template OwnedSparseRows<float> group_by_row(const Triplets<float>&, Index, Index);
template void sort_and_merge(OwnedSparseRows<double>&);
template void sort_and_merge(OwnedSparseRows<float>&);

void require_sparse_shape(Index rows, Index cols, std::size_t file_size, const std::string& where) {
    constexpr Index kAlwaysAllowed = 1'000'000;
    constexpr Index kAllowedPerByte = 16;
    if (rows < 1 || cols < 1) refuse("{}: {} rows and {} columns; expected at least one of each", where, rows, cols);
    if (rows > kAlwaysAllowed + kAllowedPerByte * static_cast<Index>(file_size)) {
        refuse("{}: {} rows in a file of {} bytes; expected fewer", where, rows, file_size);
    }
    if (cols > std::numeric_limits<std::int32_t>::max()) {
        refuse("{}: {} columns; expected at most {}", where, cols, std::numeric_limits<std::int32_t>::max());
    }
}

}  // namespace io
}  // namespace v1
}  // namespace mvlink
