#pragma once

#include <mvlink/context.hpp>
#include <mvlink/matrix.hpp>

#include "kernels/matrix.hpp"

namespace mvlink {
inline namespace v1 {
namespace kernels {

/// Every row x of X as W x, in double: n x rows of W.
Matrix mapped_rows(const Features& X, const Matrix& W, Context& context);

/// S^(1/2) and S^(-1/2) of a symmetric S, eigenvalues below `floor` raised to it.
struct MatrixRoots {
    Matrix root;
    Matrix inverse_root;
};
MatrixRoots floored_roots(const Matrix& S, double floor);

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
