#pragma once

#include <mvlink/matrix.hpp>

#include <array>

namespace mvlink {
inline namespace v1 {
namespace kernels {

/// Sums a_j (x_j - y_j)^2 over j < d in the fixed order of lanes that squared_distance() has.
template <class T>
double weighted_distance(const T* x, const double* y, const double* a, Index d) {
    constexpr Index kLanes = 8;
    std::array<double, kLanes> lane{};
    Index j = 0;
    for (; j + kLanes <= d; j += kLanes) {
        for (Index l = 0; l < kLanes; ++l) {
            const double difference = static_cast<double>(x[j + l]) - y[j + l];
            lane[static_cast<std::size_t>(l)] += a[j + l] * difference * difference;
        }
    }
    for (Index l = 0; j < d; ++j, ++l) {
        const double difference = static_cast<double>(x[j]) - y[j];
        lane[static_cast<std::size_t>(l)] += a[j] * difference * difference;
    }
    return ((lane[0] + lane[4]) + (lane[2] + lane[6])) + ((lane[1] + lane[5]) + (lane[3] + lane[7]));
}

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
