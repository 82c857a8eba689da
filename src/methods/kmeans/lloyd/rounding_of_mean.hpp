#pragma once

#include <mvlink/matrix.hpp>

#include <limits>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {

/// The squared distance that rounding alone can put between a row and the mean of `count` rows equal to it. Sums and
/// differences of so many rows are off by a few count * epsilon of them.
inline double rounding_of_mean(Index count, double squared_length) {
    const double relative = 4 * static_cast<double>(count + 4) * std::numeric_limits<double>::epsilon();
    return relative * relative * squared_length;
}

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
