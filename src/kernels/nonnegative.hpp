#pragma once

#include <mvlink/context.hpp>
#include <mvlink/matrix.hpp>

#include "kernels/matrix.hpp"

/// Least squares with solutions that are not negative.
namespace mvlink {
inline namespace v1 {
namespace kernels {

/// For every row b of B (n x k) the v >= 0 that minimizes v G v' - 2 b v', with G = A A' and b = x A': the row of
/// nonnegative combinations of the rows of A that is nearest to x. By active sets (Lawson and Hanson 1974) on the k x
/// k matrix; if rows of A depend on others, one of the minimizers.
Matrix nonnegative_rows(const Matrix& G, const Matrix& B, Context& context);

/// `sweeps` sweeps over the columns of V, each column optimal given the others: lowers v G v' - 2 b v' of every row
/// of V (rows x k). Columns whose G_jj is 0 stay as they are.
void coordinate_sweeps(const Matrix& G, const Eigen::Ref<const Matrix>& B, int sweeps, Eigen::Ref<Matrix> V);

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
