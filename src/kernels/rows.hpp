#pragma once

#include <mvlink/matrix.hpp>

#include <algorithm>
#include <array>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace kernels {

/// Eight partial sums as one, always in the same order.
inline double sum_of_lanes(const std::array<double, 8>& lane) {
    return ((lane[0] + lane[4]) + (lane[2] + lane[6])) + ((lane[1] + lane[5]) + (lane[3] + lane[7]));
}

/// Sums (x_j - c_j)^2 over j < d in a fixed order of eight lanes, which compilers vectorise without changing the
/// result: equal rows give equal bits in every layout, dense or sparse.
template <class T>
double squared_distance(const T* x, const double* c, Index d) {
    constexpr Index kLanes = 8;
    std::array<double, kLanes> lane{};
    Index j = 0;
    for (; j + kLanes <= d; j += kLanes) {
        for (Index l = 0; l < kLanes; ++l) {
            const double difference = static_cast<double>(x[j + l]) - c[j + l];
            lane[static_cast<std::size_t>(l)] += difference * difference;
        }
    }
    for (Index l = 0; j < d; ++j, ++l) {
        const double difference = static_cast<double>(x[j]) - c[j];
        lane[static_cast<std::size_t>(l)] += difference * difference;
    }
    return sum_of_lanes(lane);
}

/// One row after the other as a contiguous run of T, in place where the layout allows, else copied into a buffer.
template <class Rows>
class RowReader;

template <class T>
class RowReader<DenseRows<T>> {
public:
    explicit RowReader(const DenseRows<T>& X) : X_(X), buffer_(X.row_major() ? 0 : static_cast<std::size_t>(X.cols)) {}

    const T* operator()(Index row) {
        if (X_.row_major()) return X_.values + row * X_.row_stride;
        for (Index j = 0; j < X_.cols; ++j) {
            buffer_[static_cast<std::size_t>(j)] = X_.at(row, j);
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
            buffer_[static_cast<std::size_t>(X_.columns[entry])] = with_zero ? T{0} : X_.values[entry];
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
