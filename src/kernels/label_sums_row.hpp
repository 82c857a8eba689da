#pragma once

#include "kernels/rows.hpp"

namespace mvlink {
inline namespace v1 {
namespace kernels {

/// sum += x, for a contiguous row of d entries.
template <class T>
void add_row(const T* x, Index d, double* sum) {
    for (Index j = 0; j < d; ++j) {
        sum[j] += static_cast<double>(x[j]);
    }
}

/// The same, and squared_distance(x, c, d) to the bit: both read x once.
template <class T>
double add_row_and_measure(const T* x, const double* __restrict c, Index d, double* __restrict sum) {
    constexpr Index kLanes = 8;
    std::array<double, kLanes> lane{};
    const auto visit = [&](Index j, Index l) {
        const auto value = static_cast<double>(x[j]);
        const double difference = value - c[j];
        sum[j] += value;
        lane[static_cast<std::size_t>(l)] += difference * difference;
    };
    Index j = 0;
    for (; j + kLanes <= d; j += kLanes) {
        for (Index l = 0; l < kLanes; ++l) {
            visit(j + l, l);
        }
    }
    for (Index l = 0; j < d; ++j, ++l) {
        visit(j, l);
    }
    return sum_of_lanes(lane);
}

template <class T>
void subtract_row(const T* x, Index d, double* sum) {
    for (Index j = 0; j < d; ++j) {
        sum[j] -= static_cast<double>(x[j]);
    }
}

template <class T>
void add_row(const DenseRows<T>& X, Index row, double* sum) {
    const T* x = X.values + row * X.row_stride;
    if (X.row_major()) {
        add_row(x, X.cols, sum);
        return;
    }
    for (Index j = 0; j < X.cols; ++j) {
        sum[j] += static_cast<double>(x[j * X.col_stride]);
    }
}

template <class T>
void add_row(const SparseRows<T>& X, Index row, double* sum) {
    for_each_entry(X, row, [&](Index j, double value) { sum[j] += value; });
}

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
