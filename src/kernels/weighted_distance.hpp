#pragma once

#include <mvlink/matrix.hpp>

#include "kernels/rows.hpp"

#include <array>
#include <cstring>

namespace mvlink {
inline namespace v1 {
namespace kernels {

/// a_j (x_j - y_j)^2 of D <= 4 columns, one in each lane: no detour by memory, and no product is fused with the sum.
template <int D, class T>
double few_weighted_squares(const T* x, const double* y, const double* a) {
    FourDoubles difference{}, weight{};
    for (int j = 0; j < D; ++j) {
        difference[j] = static_cast<double>(x[j]) - y[j];
        weight[j] = a[j];
    }
    const FourDoubles lane = weight * difference * difference;
    return (lane[0] + lane[2]) + (lane[1] + lane[3]);
}

/// Sums a_j (x_j - y_j)^2 over j < d in the fixed order of lanes that squared_distance() has.
template <class T>
double weighted_distance(const T* x, const double* y, const double* a, Index d) {
    switch (d) {
        case 1:
            return few_weighted_squares<1>(x, y, a);
        case 2:
            return few_weighted_squares<2>(x, y, a);
        case 3:
            return few_weighted_squares<3>(x, y, a);
        case 4:
            return few_weighted_squares<4>(x, y, a);
        default:
            break;
    }
    SquareLanes lanes;
    Index j = 0;
    for (; j + 8 <= d; j += 8) {
        const FourDoubles first = load_four(x + j) - load_four(y + j);
        const FourDoubles second = load_four(x + j + 4) - load_four(y + j + 4);
        lanes.low += load_four(a + j) * first * first;
        lanes.high += load_four(a + j + 4) * second * second;
    }
    if (j == d) return lanes.sum();
    std::array<double, 8> lane{};
    std::memcpy(lane.data(), &lanes, sizeof(lanes));
    for (Index l = 0; j < d; ++j, ++l) {
        const double difference = static_cast<double>(x[j]) - y[j];
        lane[l] += a[j] * difference * difference;
    }
    return ((lane[0] + lane[4]) + (lane[2] + lane[6])) + ((lane[1] + lane[5]) + (lane[3] + lane[7]));
}

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
