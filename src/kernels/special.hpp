#pragma once

#include <cmath>

namespace mvlink {
inline namespace v1 {
namespace kernels {

/// ln Gamma(x), x > 0, to rounding. std::lgamma writes a global sign, so two threads may not share it.
inline double log_gamma(double x) {
    constexpr double kHalfLogTwoPi = 0.91893853320467274178;
    double product = 1;
    for (; x < 16; ++x) {
        product *= x;
    }
    const double y = 1 / (x * x);
    const double series =
        (1.0 / 12 - y * (1.0 / 360 - y * (1.0 / 1260 - y * (1.0 / 1680 - y * (1.0 / 1188 - y * 691.0 / 360360))))) / x;
    return (x - 0.5) * std::log(x) - x + kHalfLogTwoPi + series - std::log(product);
}

/// The derivative of ln Gamma(x), x > 0, to rounding.
inline double digamma(double x) {
    double shift = 0;
    for (; x < 16; ++x) {
        shift += 1 / x;
    }
    const double y = 1 / (x * x);
    const double series =
        y * (1.0 / 12 - y * (1.0 / 120 - y * (1.0 / 252 - y * (1.0 / 240 - y * (1.0 / 132 - y * 691.0 / 32760)))));
    return std::log(x) - 0.5 / x - series - shift;
}

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
