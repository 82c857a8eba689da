#pragma once

#include <mvlink/matrix.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <type_traits>
#include <vector>

#ifdef __AVX__
#include <immintrin.h>
#endif

namespace mvlink {
inline namespace v1 {
namespace kernels {

/// Four doubles, in one register or two. Written explicitly, because compilers optimize a loop over eight lanes less
/// well.
using FourDoubles [[gnu::vector_size(32)]] = double;

template <class T>
FourDoubles load_four(const T* x) {
#ifdef __AVX__
    // gcc 12 compiles this conversion to four instructions instead of one.
    if constexpr (std::is_same_v<T, float>) return _mm256_cvtps_pd(_mm_loadu_ps(x));
#endif
    using Four [[gnu::vector_size(4 * sizeof(T))]] = T;
    Four values;
    std::memcpy(&values, x, sizeof(values));
    return __builtin_convertvector(values, FourDoubles);
}

/// Partial sums of squares in eight lanes: that of column j is j % 8. Always in the same order, so that equal rows give
/// equal bits in every layout, dense or sparse.
struct SquareLanes {
    FourDoubles low{}, high{};

    void add(FourDoubles first, FourDoubles second) {
        low += first * first;
        high += second * second;
    }
    [[nodiscard]] double sum() const {
        const FourDoubles lane = low + high;
        return (lane[0] + lane[2]) + (lane[1] + lane[3]);
    }
};

/// The same of fewer than eight differences, on top of what is in the lanes.
template <class T>
double add_last(const SquareLanes& lanes, const T* x, const double* c, Index count) {
    std::array<double, 8> lane{};
    std::memcpy(lane.data(), &lanes, sizeof(lanes));
    for (Index l = 0; l < count; ++l) {
        const double difference = static_cast<double>(x[l]) - c[l];
        lane[l] += difference * difference;
    }
    return ((lane[0] + lane[4]) + (lane[2] + lane[6])) + ((lane[1] + lane[5]) + (lane[3] + lane[7]));
}

/// Sums (x_j - c_j)^2 over j < d.
template <class T>
double squared_distance(const T* x, const double* c, Index d) {
    SquareLanes lanes;
    Index j = 0;
    for (; j + 8 <= d; j += 8) {
        lanes.add(load_four(x + j) - load_four(c + j), load_four(x + j + 4) - load_four(c + j + 4));
    }
    return j == d ? lanes.sum() : add_last(lanes, x + j, c + j, d - j);
}

/// One row after the other as a contiguous run of T, in place if the layout allows, otherwise copied into a buffer.
template <class Rows>
class RowReader;

template <class T>
class RowReader<DenseRows<T>> {
public:
    explicit RowReader(const DenseRows<T>& X) : X_(X), buffer_(X.row_major() ? 0 : static_cast<std::size_t>(X.cols)) {}

    const T* operator()(Index row) {
        if (X_.row_major()) return X_.values + row * X_.row_stride;
        for (Index j = 0; j < X_.cols; ++j) {
            buffer_[j] = X_.at(row, j);
        }
        return buffer_.data();
    }

private:
    const DenseRows<T>& X_;
    std::vector<T> buffer_;
};

template <class T>
class RowReader<SparseRows<T>> {
public:
    explicit RowReader(const SparseRows<T>& X) : X_(X), buffer_(static_cast<std::size_t>(X.cols), T{0}) {}

    const T* operator()(Index row) {
        fill(last_, true);
        fill(row, false);
        last_ = row;
        return buffer_.data();
    }

private:
    void fill(Index row, bool with_zero) {
        if (row < 0) return;
        const auto end = static_cast<std::size_t>(X_.offsets[static_cast<std::size_t>(row) + 1]);
        for (auto entry = static_cast<std::size_t>(X_.offsets[static_cast<std::size_t>(row)]); entry < end; ++entry) {
            buffer_[X_.columns[entry]] = with_zero ? T{0} : X_.values[entry];
        }
    }

    const SparseRows<T>& X_;
    std::vector<T> buffer_;
    Index last_ = -1;
};

/// Calls body(column, value) for every stored entry of a row.
template <class T, class Body>
void for_each_entry(const DenseRows<T>& X, Index row, Body&& body) {
    const T* values = X.values + row * X.row_stride;
    for (Index j = 0; j < X.cols; ++j) {
        body(j, static_cast<double>(values[j * X.col_stride]));
    }
}

template <class T, class Body>
void for_each_entry(const SparseRows<T>& X, Index row, Body&& body) {
    const auto end = static_cast<std::size_t>(X.offsets[static_cast<std::size_t>(row) + 1]);
    for (auto entry = static_cast<std::size_t>(X.offsets[static_cast<std::size_t>(row)]); entry < end; ++entry) {
        body(static_cast<Index>(X.columns[entry]), static_cast<double>(X.values[entry]));
    }
}

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
