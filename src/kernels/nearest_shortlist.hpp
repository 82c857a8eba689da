#pragma once

#include "kernels/nearest_tile.hpp"
#include "kernels/shortlist.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace mvlink {
inline namespace v1 {
namespace kernels {

/// From the scores of a row whose nearest centre is known, at this squared distance. Two scores differ by as much as
/// the distances do, up to `limit`. The score of the nearest is lost.
template <class T>
Shortlist make_shortlist(T* scores, Index width, Index nearest, double distance, double limit) {
    constexpr double kFloat = 1e-6;  // above the rounding of what is kept as float
    const auto own = static_cast<double>(scores[nearest]);
    scores[nearest] = std::numeric_limits<T>::infinity();
    T next = 0, third = 0, index = 0;
    lowest_of_line(scores, width, &next, &third, &index);
    const double above = static_cast<double>(next) - own, rest = static_cast<double>(third) - own;
    Shortlist list;
    list.nearest = distance;
    list.centre = {static_cast<std::int32_t>(nearest), std::isfinite(above) ? static_cast<std::int32_t>(index) : -1};
    list.above = {0, static_cast<float>(above)};
    list.rest = static_cast<float>(std::isfinite(rest) ? rest - limit - kFloat * std::abs(rest) : rest);
    list.slack = static_cast<float>(limit * (1 + kFloat) + (std::isfinite(above) ? kFloat * std::abs(above) : 0));
    return list;
}

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
