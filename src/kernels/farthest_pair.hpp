#pragma once

#include <mvlink/context.hpp>
#include <mvlink/matrix.hpp>

#include "kernels/matrix.hpp"

namespace mvlink {
inline namespace v1 {
namespace kernels {

struct FarthestPair {
    Index a = 0;
    Index b = 0;  ///< a <= b
    double squared_distance = 0;
    bool exact = true;  ///< no pair is farther; else none was found within the work allowed
};

/// The two rows of Y that are farthest apart. Sweeps from row to farthest row give a bound; then only pairs whose
/// distances from the mean add up to more than it are compared, with at most `work` multiplications (the worst
/// case is every pair).
FarthestPair farthest_pair(const Matrix& Y, double work, Context& context);

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
