#pragma once

#include <mvlink/matrix.hpp>

#include "kernels/matrix.hpp"

#include <algorithm>

namespace mvlink {
inline namespace v1 {
namespace kernels {

constexpr Index kBlock = 256;  // rows at a time, so that they stay in cache as double

/// Calls body(first row, rows as a matrix of double) block by block.
template <class T, class Body>
void for_each_block(const DenseRows<T>& X, Index begin, Index end, Body&& body) {
    using Stride = Eigen::Stride<Eigen::Dynamic, Eigen::Dynamic>;
    using Table = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    Matrix block;
    for (Index first = begin; first < end; first += kBlock) {
        const Index count = std::min(kBlock, end - first);
        block = Eigen::Map<const Table, 0, Stride>(X.values + first * X.row_stride, count, X.cols,
                                                   Stride(X.row_stride, X.col_stride))
                    .template cast<double>();
        body(first, block);
    }
}

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
