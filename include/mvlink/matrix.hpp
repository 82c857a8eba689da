#pragma once

#include <cstdint>
#include <span>
#include <variant>

namespace mvlink {
inline namespace v1 {

/// Rows, columns and offsets. Signed, so that differences are safe.
using Index = std::int64_t;

/// A dense table of instances (rows) by features, of any layout. Strides count elements; a view refuses a row_stride of
/// 0, by which every row would be the first.
template <class T>
struct DenseRows {
    using Scalar = T;
    static constexpr bool kSparse = false;

    const T* values = nullptr;
    Index rows = 0;
    Index cols = 0;
    Index row_stride = 0;
    Index col_stride = 1;

    [[nodiscard]] bool row_major() const noexcept { return col_stride == 1 || cols == 1; }
    [[nodiscard]] T at(Index row, Index col) const noexcept { return values[row * row_stride + col * col_stride]; }
};

/// A sparse table in compressed rows: row i holds entries offsets[i] .. offsets[i + 1), columns strictly increasing.
template <class T>
struct SparseRows {
    using Scalar = T;
    static constexpr bool kSparse = true;

    Index rows = 0;
    Index cols = 0;
    std::span<const Index> offsets;
    std::span<const std::int32_t> columns;
    std::span<const T> values;

    [[nodiscard]] Index nonzeros() const noexcept { return static_cast<Index>(values.size()); }
};

/// Features of any kind: what kernels read.
using Features = std::variant<DenseRows<double>, DenseRows<float>, SparseRows<double>, SparseRows<float>>;

inline Index row_count(const Features& features) {
    return std::visit([](const auto& X) { return X.rows; }, features);
}
inline Index column_count(const Features& features) {
    return std::visit([](const auto& X) { return X.cols; }, features);
}

}  // namespace v1
}  // namespace mvlink
