#pragma once

#include <mvlink/context.hpp>

#include "kernels/matrix.hpp"
#include "kernels/sparse_products.hpp"

#include <span>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace mvcsc_steps {

/// The symmetric matrix A = diag(diagonal) - off, which Laplacians and their sums are.
struct Quadratic {
    kernels::OwnedSparseRows<double> off;
    Vector diagonal;

    /// Tr(F'AF) / 2; its gradient A F is written into G.
    double value(const Matrix& F, Matrix& G, Context& context) const;
};

/// v_k = Tr(F' L_k F) / 2 of every view, L_k = I - S_k: how rough F is on its graph.
std::vector<double> roughness(std::span<const kernels::OwnedSparseRows<double>> S, const Matrix& F, Context& context);

}  // namespace mvcsc_steps
}  // namespace v1
}  // namespace mvlink
