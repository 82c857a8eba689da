#pragma once

#include <mvlink/matrix.hpp>

#include <bit>
#include <cmath>
#include <cstdint>

namespace mvlink {
inline namespace v1 {
namespace kernels {

#ifdef __FMA__
inline double times_plus(double a, double b, double c) {
    return std::fma(a, b, c);
}
#else
inline double times_plus(double a, double b, double c) {
    return a * b + c;  // without the instruction std::fma is a slow call
}
#endif

/// exp(x) for x <= 0, to two units in the last place; below -700 it is exp(-700), which vanishes next to 1.
/// Without branches and division, so that compilers vectorize loops over it.
inline double exp_of_nonpositive(double x) {
    constexpr double kRound = 6755399441055744.0;  // 1.5 * 2^52: adding it leaves a whole number in the last bits
    constexpr double kLogOfE = 1.4426950408889634074, kLogTwoHigh = 0x1.62e42fefa0000p-1,
                     kLogTwoLow = 0x1.cf79abc9e3b3ap-40;
    x = x < -700 ? -700 : x;
    const double shifted = times_plus(x, kLogOfE, kRound);
    const double power = shifted - kRound;
    const double r = times_plus(power, -kLogTwoLow, times_plus(power, -kLogTwoHigh, x));  // |r| <= ln 2 / 2
    double p = times_plus(1.0 / 479001600, r, 1.0 / 39916800);
    p = times_plus(p, r, 1.0 / 3628800);
    p = times_plus(p, r, 1.0 / 362880);
    p = times_plus(p, r, 1.0 / 40320);
    p = times_plus(p, r, 1.0 / 5040);
    p = times_plus(p, r, 1.0 / 720);
    p = times_plus(p, r, 1.0 / 120);
    p = times_plus(p, r, 1.0 / 24);
    p = times_plus(p, r, 1.0 / 6);
    p = times_plus(p, r, 0.5);
    p = times_plus(p, r, 1.0);
    p = times_plus(p, r, 1.0);
    return std::bit_cast<double>(std::bit_cast<std::int64_t>(p) + (std::bit_cast<std::int64_t>(shifted) << 52));
}

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
