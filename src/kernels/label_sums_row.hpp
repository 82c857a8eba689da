#pragma once

#include "kernels/rows.hpp"

namespace mvlink {
inline namespace v1 {
namespace kernels {

/// sum += x, for a contiguous row of d entries.
template <class T>
void add_row(const T* x, Index d, double* sum) {
    Index j = 0;
    for (; j + 4 <= d; j += 4) {
        const FourDoubles total = load_four(sum + j) + load_four(x + j);
        std::memcpy(sum + j, &total, sizeof(total));
    }
    for (; j < d; ++j) {
        sum[j] += static_cast<double>(x[j]);
    }
}

/// The same, and squared_distance(x, c, d) to the bit: both read x once.
template <class T>
double add_row_and_measure(const T* x, const double* __restrict c, Index d, double* __restrict sum) {
    SquareLanes lanes;
    const auto visit = [&](Index j) {
        const FourDoubles value = load_four(x + j);
        const FourDoubles total = load_four(sum + j) + value;
        std::memcpy(sum + j, &total, sizeof(total));
        return value - load_four(c + j);
    };
    Index j = 0;
    for (; j + 8 <= d; j += 8) {
        const FourDoubles first = visit(j);
        lanes.add(first, visit(j + 4));
    }
    if (j == d) return lanes.sum();
    add_row(x + j, d - j, sum + j);
    return add_last(lanes, x + j, c + j, d - j);
}

template <class T>
void subtract_row(const T* x, Index d, double* sum) {
    Index j = 0;
    for (; j + 4 <= d; j += 4) {
        const FourDoubles total = load_four(sum + j) - load_four(x + j);
        std::memcpy(sum + j, &total, sizeof(total));
    }
    for (; j < d; ++j) {
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

/// |x - c|^2 from |x|^2, x.c and |c|^2 = norm: differences would visit every column of a sparse row.
template <class T>
double measure_row(const SparseRows<T>& X, Index row, const double* c, double norm) {
    double squares = 0, product = 0;
    for_each_entry(X, row, [&](Index j, double value) {
        squares += value * value;
        product += value * c[j];
    });
    // Negative by rounding becomes zero; overflow stays NaN, so that the caller sees it.
    const double distance = squares - 2 * product + norm;
    return distance < 0 ? 0 : distance;
}

template <class Rows>
void subtract_row(const Rows& X, Index row, double* sum) {
    for_each_entry(X, row, [&](Index j, double value) { sum[j] -= value; });
}

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
