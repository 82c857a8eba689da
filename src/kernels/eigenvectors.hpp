#pragma once

#include <mvlink/context.hpp>
#include <mvlink/error.hpp>

#include "kernels/matrix.hpp"
#include "kernels/sparse_products.hpp"

#include <string_view>

namespace mvlink {
inline namespace v1 {
namespace kernels {

using FloatMatrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// One step of a three-term recurrence on blocks of columns, every coefficient one per column:
/// previous <- product * A current + shift * current + back * previous + push * source.
struct RecurrenceStep {
    FloatMatrix& previous;  ///< becomes the next
    const FloatMatrix& current;
    const FloatMatrix& source;
    Eigen::RowVectorXf product, shift, back, push;
};

/// A symmetric operator on blocks of columns, whose spectrum lies in [lowest, highest]. The eigensolver sees no matrix.
class SymmetricOperator {
public:
    virtual ~SymmetricOperator() = default;
    [[nodiscard]] virtual Index rows() const = 0;
    /// y = A x for x of any number of columns; y has the size of x.
    virtual void apply(const Matrix& x, Matrix& y, Context& context) const = 0;
    /// The filter of the eigensolver works in float: its rounding slows convergence a little, and never enters the
    /// result. By default this calls apply(); operators that can do better override it.
    virtual void advance(const RecurrenceStep& step, Context& context) const;

    double lowest = -1;
    double highest = 1;
};

/// A symmetric sparse matrix. Keeps a copy of the values in float; the matrix must outlive it.
class SparseOperator : public SymmetricOperator {
public:
    explicit SparseOperator(const OwnedSparseRows<double>& A);
    [[nodiscard]] Index rows() const override { return A_.rows; }
    void apply(const Matrix& x, Matrix& y, Context& context) const override;
    void advance(const RecurrenceStep& step, Context& context) const override;

protected:
    SparseRows<double> A_;
    std::vector<float> values_;
};

/// A + sum_j weight_j u_j u_j' for the columns u_j of U (n x r): n x n matrices of low rank are never formed. The
/// caller sets the bounds of the spectrum. U must outlive it.
class SparsePlusLowRank : public SparseOperator {
public:
    SparsePlusLowRank(const OwnedSparseRows<double>& A, const Matrix& U, Vector weight);
    void apply(const Matrix& x, Matrix& y, Context& context) const override;
    void advance(const RecurrenceStep& step, Context& context) const override;

private:
    const Matrix& U_;
    Vector weight_;
};

struct EigenRequest {
    int count = 1;
    double tol = 1e-8;    ///< of the residual |A x - lambda x|, as a fraction of highest - lowest
    int max_iter = 5000;  ///< most products of A with the block
    /// Columns (n x any number) near the eigenvectors, where they are known: those of a similar operator, say.
    const Matrix* start = nullptr;
    std::string_view purpose = "eigenvectors";  ///< the random stream of the other columns
};

struct EigenPairs {
    Vector values;        ///< the largest first
    Matrix vectors;       ///< n x count, orthonormal; the largest |entry| of each is positive, the first of equal ones
    double residual = 0;  ///< the largest |A x - lambda x| as a fraction of highest - lowest
    int iterations = 0;   ///< products of A with the block; 0 if the matrix was small and decomposed directly
    bool converged = true;
};

/// The `count` largest eigenvalues with their vectors; min(count, n) of them. Eigenvalues that repeat are found with
/// their multiplicity. The same bits for any number of threads.
EigenPairs largest_eigenpairs(const SymmetricOperator& A, const EigenRequest& request, Context& context);

/// Turns each vector so that its largest entry (the first of equal ones) is positive.
void settle_signs(Matrix& vectors);

/// Throws Error{numerical} that says how far the residual is from the one asked for, and what helps. `where` opens it.
void require_converged(const EigenPairs& pairs, const EigenRequest& request, std::string_view where);

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
