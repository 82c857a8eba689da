#include "kernels/pooled_metric.hpp"

#include "kernels/matrix.hpp"

#include <Eigen/Cholesky>
#include <Eigen/LU>

#include <cmath>

namespace mvlink {
inline namespace v1 {
namespace kernels {

std::vector<double> pooled_roots(std::span<const double> weights, std::span<const double> shares) {
    const std::size_t d = shares.empty() ? 0 : weights.size() / shares.size();
    std::vector<double> roots(d, 0.0);
    for (std::size_t j = 0; j < d; ++j) {
        double spread = 0;  // share / weight: infinite where a weight is 0
        for (std::size_t m = 0; m < shares.size(); ++m) {
            if (shares[m] > 0) spread += shares[m] / weights[m * d + j];
        }
        roots[j] = std::sqrt(1 / spread);
    }
    return roots;
}

std::vector<double> pooled_factor(std::span<const double> factors, Index d, std::span<const double> shares) {
    if (shares.size() == 1) return {factors.begin(), factors.end()};
    Matrix spread = Matrix::Zero(d, d);
    for (std::size_t m = 0; m < shares.size(); ++m) {
        if (!(shares[m] > 0)) continue;
        const Eigen::Map<const Matrix> F(factors.data() + static_cast<Index>(m) * d * d, d, d);
        const Matrix inverse = F.inverse();  // A_m^-1 = F_m^-T F_m^-1
        spread.noalias() += shares[m] * inverse.transpose() * inverse;
    }
    if (!spread.allFinite()) return {};
    const Eigen::LLT<Eigen::MatrixXd> root{Eigen::MatrixXd(spread)};
    if (root.info() != Eigen::Success) return {};
    // spread = L L', so A = L^-T L^-1 and F = L^-T.
    const Matrix F = root.matrixU().solve(Eigen::MatrixXd::Identity(d, d));
    if (!F.allFinite()) return {};
    return {F.data(), F.data() + F.size()};
}

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
