#pragma once

#include <mvlink/context.hpp>

#include "kernels/factor_products.hpp"

namespace mvlink {
inline namespace v1 {
namespace factors {

/// The V >= 0 that makes |X - V U'| smallest, U fixed: exact non-negative least squares for every row of X.
Matrix fold_in(const kernels::ScaledRows& X, const Matrix& U, Context& context);

}  // namespace factors
}  // namespace v1
}  // namespace mvlink
