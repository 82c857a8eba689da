#include "methods/factors/answer/fold_in.hpp"

#include "kernels/nonnegative.hpp"
#include "kernels/thin_products.hpp"

namespace mvlink {
inline namespace v1 {
namespace factors {

Matrix fold_in(const kernels::ScaledRows& X, const Matrix& U, Context& context) {
    return kernels::nonnegative_rows(kernels::gram(U, context), kernels::times(X, U, context), context);
}

}  // namespace factors
}  // namespace v1
}  // namespace mvlink
