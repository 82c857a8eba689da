#pragma once

#include "kernels/centred_rows.hpp"
#include "kernels/matrix.hpp"
#include "kernels/symmetric_eigen.hpp"

#include <Eigen/Dense>

#include <algorithm>

/// The directions in which rows vary most: what preparation, the report and methods compute their components from.
/// Only for the .cpp files that do so: it brings in Eigen.
namespace mvlink {
inline namespace v1 {
namespace kernels {

/// Orthonormal directions, the strongest first.
struct PrincipalAxes {
    Matrix axes;     // d x count
    Vector scatter;  // the sum of squares along each
    bool converged = true;
};

/// The strongest eigenvectors of a scatter matrix, of which the lower half is read; `count` of them.
inline PrincipalAxes axes_of_scatter(const Eigen::MatrixXd& S, Index count) {
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(S);  // eigenvalues increase
    return {solver.eigenvectors().rightCols(count).rowwise().reverse(), solver.eigenvalues().tail(count).reverse(),
            solver.info() == Eigen::Success};
}

/// How long a subspace iteration may take.
struct IterationLimits {
    Index width;  // directions that are iterated; spare ones make it converge sooner
    int most_rounds;
    double settled;  // it ends when the captured scatter grows by no more than this fraction
};

/// The `count` strongest directions by subspace iteration from a random start: for many columns d, where the scatter
/// matrix S would not fit. `scatter_of(W)` is S W.
template <class ScatterOf>
PrincipalAxes axes_from_iteration(Index d, Index count, const IterationLimits& limits, Random random,
                                  ScatterOf&& scatter_of) {
    Matrix W(d, limits.width);
    std::generate_n(W.data(), W.size(), [&] { return random.normal(); });
    W = orthonormal(W);

    PrincipalAxes found;
    double before = 0;
    for (int round = 0; round < limits.most_rounds; ++round) {
        const Matrix Z = scatter_of(W);
        const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(Eigen::MatrixXd(W.transpose() * Z));
        found.axes = W * solver.eigenvectors().rightCols(count).rowwise().reverse();
        found.scatter = solver.eigenvalues().tail(count).reverse();
        const double captured = solver.eigenvalues().tail(count).sum();
        if (captured - before <= limits.settled * captured) break;
        before = captured;
        W = orthonormal(Z);
    }
    return found;
}

/// The same of the rows themselves.
template <class Rows>
PrincipalAxes axes_from_iteration(const CentredRows<Rows>& centred, Index count, const IterationLimits& limits,
                                  Random random, Context& context) {
    return axes_from_iteration(centred.X.cols, count, limits, random,
                               [&](const Matrix& W) { return scatter_times(centred, W, context); });
}

/// Turns each axis so that its largest loading (the first of equal ones) is positive: signs must not depend on the
/// solver.
inline void settle_signs(Matrix& axes) {
    for (Index axis = 0; axis < axes.cols(); ++axis) {
        Index largest = 0;
        axes.col(axis).cwiseAbs().maxCoeff(&largest);
        if (axes(largest, axis) < 0) axes.col(axis) *= -1;
    }
}

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
