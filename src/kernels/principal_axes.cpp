#include "kernels/principal_axes.hpp"

#include "kernels/symmetric_eigen.hpp"

#include <Eigen/Dense>

#include <algorithm>

namespace mvlink {
inline namespace v1 {
namespace kernels {
namespace {

/// Orthonormal columns that span those of Z; also if some of these depend on others.
Matrix orthonormal(const Matrix& Z) {
    const Eigen::HouseholderQR<Eigen::MatrixXd> qr((Eigen::MatrixXd(Z)));
    return qr.householderQ() * Eigen::MatrixXd::Identity(Z.rows(), Z.cols());
}

}  // namespace

void add_inner_products_of_columns(const Matrix& X, Eigen::MatrixXd& S) {
    S.selfadjointView<Eigen::Lower>().rankUpdate(X.transpose());
}

PrincipalAxes axes_of_scatter(const Eigen::MatrixXd& S, Index count) {
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(S);  // eigenvalues increase
    return {solver.eigenvectors().rightCols(count).rowwise().reverse(), solver.eigenvalues().tail(count).reverse(),
            solver.info() == Eigen::Success};
}

/// Eigenvectors U of the inner products of the rows give the directions X' U. For those without variance the
/// orthogonalization gives any directions at right angles to the others.
Matrix axes_of_few_rows(const Matrix& centred, Index count) {
    Eigen::MatrixXd G = Eigen::MatrixXd::Zero(centred.rows(), centred.rows());
    G.selfadjointView<Eigen::Lower>().rankUpdate(centred);
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(G);
    const Eigen::MatrixXd U = solver.eigenvectors().rightCols(count).rowwise().reverse();
    return orthonormal(Matrix(centred.transpose() * U));
}

PrincipalAxes axes_from_iteration(Index d, Index count, const IterationLimits& limits, Random random,
                                  const std::function<Matrix(const Matrix&)>& scatter_of) {
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

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
