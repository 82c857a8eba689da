#include "kernels/linear_map.hpp"

#include <mvlink/error.hpp>

#include "kernels/rows.hpp"
#include "kernels/symmetric_eigen.hpp"
#include "runtime/parallel.hpp"

namespace mvlink {
inline namespace v1 {
namespace kernels {

Matrix mapped_rows(const Features& features, const Matrix& W, Context& context) {
    constexpr Index kGrain = 256;
    Matrix mapped(row_count(features), W.rows());
    std::visit(
        [&](const auto& X) {
            parallel_for(context, X.rows, kGrain, [&](Index begin, Index end) {
                RowReader<std::decay_t<decltype(X)>> read(X);
                Matrix block(end - begin, X.cols);
                for (Index row = begin; row < end; ++row) {
                    const auto* x = read(row);
                    std::copy(x, x + X.cols, block.row(row - begin).data());
                }
                mapped.middleRows(begin, end - begin).noalias() = block * W.transpose();
            });
        },
        features);
    return mapped;
}

MatrixRoots floored_roots(const Matrix& S, double floor) {
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver{Eigen::MatrixXd(S)};
    if (solver.info() != Eigen::Success) {
        throw Error(ErrorCode::numerical, "the eigenvalues of a covariance matrix were not found; scale the features");
    }
    const Vector roots = solver.eigenvalues().cwiseMax(floor).cwiseSqrt();
    const Eigen::MatrixXd& V = solver.eigenvectors();
    return {V * roots.asDiagonal() * V.transpose(), V * roots.cwiseInverse().asDiagonal() * V.transpose()};
}

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
