#pragma once

#include <mvlink/alternatives.hpp>
#include <mvlink/context.hpp>

#include "kernels/matrix.hpp"

#include <cstdint>
#include <span>

namespace mvlink {
inline namespace v1 {
namespace alternatives {

/// Orthonormal directions (count x d) that keep this share of the variance of centred rows, strongest first.
Matrix leading_directions(const Matrix& rows, double share, Context& context);

/// Form 1: x <- x - mu (mu'x) / (mu'mu), mu the mean of the row's own cluster. Means close to 0 take nothing.
void take_out_own_means(Matrix& rows, std::span<const std::int32_t> labels, const Matrix& means, Context& context);

/// Orthonormal directions that span the means of the clusters of centred rows: at most k - 1.
Matrix directions_of_means(const Matrix& means);

/// Form 2: X <- X - X A'A for directions A (count x d).
void take_out_directions(Matrix& rows, const Matrix& directions, Context& context);

/// One of the two, as the variant says.
void take_out(OrthogonalVariant variant, Matrix& rows, std::span<const std::int32_t> labels, const Matrix& means,
              Context& context);

/// Sum of all squares.
double total_square(const Matrix& rows, Context& context);

}  // namespace alternatives
}  // namespace v1
}  // namespace mvlink
