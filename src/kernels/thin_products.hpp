#pragma once

#include <mvlink/context.hpp>
#include <mvlink/matrix.hpp>

#include "kernels/matrix.hpp"

namespace mvlink {
inline namespace v1 {
namespace kernels {

/// Products of features of any kind with thin dense matrices, in double: the same bits for any number of threads.

/// X B for B (d x c): n x c.
Matrix times(const Features& X, const Matrix& B, Context& context);

/// X' A for A (n x c): d x c.
Matrix transposed_times(const Features& X, const Matrix& A, Context& context);

/// A' B for tall matrices (n x a) and (n x b): a x b.
Matrix transposed_times(const Matrix& A, const Matrix& B, Context& context);

/// X' X, d x d, and A' A, c x c.
Matrix gram(const Features& X, Context& context);
Matrix gram(const Matrix& A, Context& context);

/// |x|^2 of every row.
Vector row_squares(const Features& X, Context& context);

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
