#pragma once

#include <mvlink/sparse_rows.hpp>
#include <mvlink/view.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace io {

/// Entries in the order of a file.
template <class T>
struct Triplets {
    std::vector<Index> rows;
    std::vector<std::int32_t> columns;
    std::vector<T> values;
};

/// Rows in the order of the file within a row; indices must be in range.
template <class T>
OwnedSparseRows<T> group_by_row(const Triplets<T>& entries, Index rows, Index cols);

/// Columns increase in every row; duplicate entries are summed in their order.
template <class T>
void sort_and_merge(OwnedSparseRows<T>& table);

/// Refuses a shape that such a file cannot have: even empty rows cost memory.
void require_sparse_shape(Index rows, Index cols, std::size_t file_size, const std::string& where);

}  // namespace io
}  // namespace v1
}  // namespace mvlink
