#pragma once

#include <mvlink/context.hpp>

#include "kernels/eigenvectors.hpp"
#include "kernels/matrix.hpp"

#include <vector>

namespace mvlink {
inline namespace v1 {
namespace kernels {

/// An orthonormal block X of approximate eigenvectors (Ritz vectors), with their values, the largest first, and
/// residuals |A x - theta x|.
class RitzBlock {
public:
    /// Columns near eigenvectors where they are known, others random.
    RitzBlock(const SymmetricOperator& A, const EigenRequest& request, Index width, Context& context);

    /// The best approximations in the span of the columns (Rayleigh and Ritz). One product with A. Columns that depend
    /// on the others are drawn anew.
    void settle(Context& context);

    /// R = A X - X theta of these columns, in float; further columns of R are zero.
    void residuals(const std::vector<Index>& columns, FloatMatrix& R, Context& context) const;

    /// x <- keep x + change for these columns.
    void correct(const std::vector<Index>& columns, const Eigen::RowVectorXd& keep, const FloatMatrix& change,
                 Context& context);

    /// The largest entry of |X'X - I|.
    [[nodiscard]] double skew(Context& context) const;

    [[nodiscard]] const Matrix& vectors() const { return X_; }
    [[nodiscard]] const Vector& values() const { return theta_; }
    [[nodiscard]] const Vector& residual() const { return residual_; }
    [[nodiscard]] Index width() const { return X_.cols(); }

private:
    void draw(Index first, Context& context);
    void rotate(const Matrix& C, Context& context);

    const SymmetricOperator& A_;
    std::string_view purpose_;
    std::uint64_t drawn_ = 0;
    Matrix X_, AX_;
    Vector theta_, residual_;
};

/// Sums over the rows of a(i, c) * b(i, c), one per column.
Eigen::RowVectorXd column_products(const FloatMatrix& a, const FloatMatrix& b, Context& context);

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
