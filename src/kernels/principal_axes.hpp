#pragma once

#include <mvlink/context.hpp>

#include "kernels/matrix.hpp"

#include <functional>

/// The directions in which rows vary most: what preparation, the report and methods compute their components from.
namespace mvlink {
inline namespace v1 {
namespace kernels {

/// Orthonormal directions, the strongest first.
struct PrincipalAxes {
    Matrix axes;     // d x count
    Vector scatter;  // the sum of squares along each
    bool converged = true;
};

/// S += X' X, its lower half.
void add_inner_products_of_columns(const Matrix& X, Eigen::MatrixXd& S);

/// The strongest eigenvectors of a scatter matrix, of which the lower half is read; `count` of them.
PrincipalAxes axes_of_scatter(const Eigen::MatrixXd& S, Index count);

/// The same of few centred rows with many columns.
Matrix axes_of_few_rows(const Matrix& centred, Index count);

/// How long a subspace iteration may take.
struct IterationLimits {
    Index width;  // directions that are iterated; spare ones make it converge sooner
    int most_rounds;
    double settled;  // it ends when the captured scatter grows by no more than this fraction
};

/// The `count` strongest directions by subspace iteration from a random start: for many columns d, where the scatter
/// matrix S would not fit. `scatter_of(W)` is S W.
PrincipalAxes axes_from_iteration(Index d, Index count, const IterationLimits& limits, Random random,
                                  const std::function<Matrix(const Matrix&)>& scatter_of);

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
