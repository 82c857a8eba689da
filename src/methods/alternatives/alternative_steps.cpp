#include "methods/alternatives/alternative_steps.hpp"

#include <mvlink/error.hpp>

#include "kernels/label_sums.hpp"
#include "kernels/symmetric_eigen.hpp"
#include "kernels/thin_products.hpp"
#include "methods/alternatives/several_clusterings.hpp"

namespace mvlink {
inline namespace v1 {
namespace alternatives {

/// With centred rows the double sum is (k - 1) X'X + sum_j (n + n_j) m_j m_j': never rows x clusters. Clusters without
/// rows have no mean and do not count.
Matrix scatter_about_others(const Matrix& rows, std::span<const std::int32_t> labels, Index k, Context& context) {
    const auto n = static_cast<double>(rows.rows());
    const kernels::LabelSums found = kernels::label_sums(as_rows(rows), labels, k, context);
    Index clusters = 0;
    Matrix sum = Matrix::Zero(rows.cols(), rows.cols());
    for (Index h = 0; h < k; ++h) {
        const auto count = static_cast<double>(found.counts[h]);
        if (count == 0) continue;
        ++clusters;
        const Vector mean = found.sums.row(h).transpose() / count;
        sum.noalias() += (1 + count / n) * mean * mean.transpose();
    }
    return sum + static_cast<double>(clusters - 1) / n * kernels::gram(rows, context);
}

Matrix floored_power(const Matrix& S, double tradeoff, double floor) {
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver{Eigen::MatrixXd(S)};
    if (solver.info() != Eigen::Success) {
        throw Error(ErrorCode::numerical,
                    "alternative: the eigenvalues of a scatter matrix were not found; scale the "
                    "features");
    }
    const double largest = solver.eigenvalues().maxCoeff();
    if (!(largest > 0)) return Matrix::Identity(S.rows(), S.cols());
    const Vector powers = solver.eigenvalues().cwiseMax(floor * largest).array().pow(-tradeoff / 4).matrix();
    return solver.eigenvectors() * powers.asDiagonal() * solver.eigenvectors().transpose();
}

}  // namespace alternatives
}  // namespace v1
}  // namespace mvlink
