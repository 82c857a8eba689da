#pragma once

#include <mvlink/context.hpp>

#include "kernels/eigenvectors.hpp"
#include "kernels/matrix.hpp"

namespace mvlink {
inline namespace v1 {
namespace kernels {

/// The Chebyshev polynomial T_d of [low, cut] mapped to [-1, 1]: at most 1 there, and growing as fast as any polynomial
/// of degree d can above the cut.
struct ChebyshevFilter {
    double low = -1;
    double cut = 0;
    int degree = 1;

    [[nodiscard]] double centre() const { return 0.5 * (low + cut); }
    [[nodiscard]] double radius() const { return 0.5 * (cut - low); }
    /// T_d(lambda) is about exp(d * growth(lambda)) / 2 above the cut.
    [[nodiscard]] double growth(double lambda) const;
};

/// Memory of a filter: blocks of n x a multiple of 16 columns.
struct FilterBlocks {
    FloatMatrix source, current, previous;

    void resize(Index n, Index width);
};

/// For approximate eigenvectors x with values theta and residuals r = A x - theta x in blocks.source: leaves in
/// blocks.current what T_d(A) x / T_d(theta) has besides x, and returns the factor of x itself (1 above the cut).
///
/// With e_j = T_j(A) x - T_j(theta) x the three-term recurrence becomes e_{j+1} = 2 A e_j - e_{j-1} + 2 T_j(theta) r
/// (A, theta, r mapped): it never touches x. So float suffices: its rounding is relative to the residual, which
/// shrinks, not to x, and the pairs still converge to the precision of double.
Eigen::RowVectorXd filter_residuals(const SymmetricOperator& A, const ChebyshevFilter& filter, const Vector& theta,
                                    FilterBlocks& blocks, Context& context);

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
