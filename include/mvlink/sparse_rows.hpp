#pragma once

#include <mvlink/matrix.hpp>

#include <cstdint>
#include <vector>

namespace mvlink {
inline namespace v1 {

/// A sparse matrix that owns its entries, in compressed rows: row i has the entries offsets[i] .. offsets[i + 1] - 1.
template <class T>
struct OwnedSparseRows {
    Index rows = 0;
    Index cols = 0;
    std::vector<Index> offsets;
    std::vector<std::int32_t> columns;
    std::vector<T> values;

    [[nodiscard]] SparseRows<T> view() const { return {rows, cols, offsets, columns, values}; }
};

}  // namespace v1
}  // namespace mvlink
