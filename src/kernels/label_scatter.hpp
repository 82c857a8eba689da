#pragma once

#include <mvlink/context.hpp>
#include <mvlink/matrix.hpp>

#include "kernels/matrix.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace kernels {

/// Per label the sum of (x - c)(x - c)' over its rows, c the centre of the label, or of its diagonal alone.
struct LabelScatter {
    std::vector<Eigen::MatrixXd> full;  // empty if the diagonal was asked for
    Matrix diagonal;                    // k x d
    std::vector<Index> counts;
};

/// labels: one per row, 0 .. k - 1.
LabelScatter label_scatter(const Features& X, std::span<const std::int32_t> labels, const Matrix& centres, bool full,
                           Context& context);

/// Some rows of X in double, one after the other.
Matrix gathered_rows(const Features& X, std::span<const Index> rows);

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
