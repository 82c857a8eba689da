#pragma once

#include <mvlink/context.hpp>

#include "kernels/matrix.hpp"

#include <cstdint>
#include <span>

namespace mvlink {
inline namespace v1 {
namespace alternatives {

/// Sg = (1/n) sum_i sum_{j: x_i not in C_j} (x_i - m_j)(x_i - m_j)' of centred rows and a clustering of them.
Matrix scatter_about_others(const Matrix& rows, std::span<const std::int32_t> labels, Index k, Context& context);

/// S^(-tradeoff / 4), eigenvalues below `floor` of the largest raised to it. The identity if S is 0.
Matrix floored_power(const Matrix& S, double tradeoff, double floor);

}  // namespace alternatives
}  // namespace v1
}  // namespace mvlink
