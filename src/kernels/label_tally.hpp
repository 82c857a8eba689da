#pragma once

#include <mvlink/context.hpp>
#include <mvlink/matrix.hpp>

#include "kernels/label_sums.hpp"
#include "kernels/matrix.hpp"

#include <cstdint>
#include <span>

namespace mvlink {
inline namespace v1 {
namespace kernels {

/// Everything needed for the distances of all rows to the centres of their labels, for any centres: with the rows'
/// scatter S around a point o, sum |x - c|^2 = S + sum over labels of n |c - o|^2 - 2 (c - o).(sum of x - n o). While
/// labels change, only the sums have to follow them.
struct LabelTally {
    LabelSums sums;
    Vector origin;           ///< the mean of all rows, so that S is as small as it can be
    double scatter = 0;      ///< S
    double distances = 0;    ///< by differences, for the centres it was taken with
    double longest_row = 0;  ///< no row is longer
};

/// One pass over X; every row has a label.
LabelTally take_tally(const Features& X, std::span<const std::int32_t> labels, const Matrix& C, Context& context);

/// The sum of squared distances, up to rounding of the scatter.
double distances_from(const LabelTally& tally, const Matrix& C);

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
