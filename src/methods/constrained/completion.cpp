#include "methods/constrained/completion.hpp"

#include "kernels/symmetric_eigen.hpp"

#include <algorithm>
#include <cmath>

namespace mvlink {
inline namespace v1 {
namespace constrained_spectral {

std::vector<KnownEntry> known_entries(const std::vector<Belief>& beliefs, Index n) {
    std::vector<KnownEntry> known;
    for (Index i = 0; i < n; ++i) {
        known.push_back({i, i, 1, 1});
    }
    for (const Belief& belief : beliefs) {
        const double target = belief.z > 0 ? 1 : 0, weight = std::abs(belief.z);
        known.push_back({belief.first, belief.second, target, weight});
        known.push_back({belief.second, belief.first, target, weight});
    }
    return known;
}

Spectrum shrunk(const Eigen::MatrixXd& Y, double mu) {
    const Eigen::MatrixXd symmetric = (Y + Y.transpose()) / 2;
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solved(symmetric);
    const auto shrink = [mu](double value) { return std::copysign(std::max(std::abs(value) - mu, 0.0), value); };
    return {solved.eigenvalues().unaryExpr(shrink), solved.eigenvectors()};
}

}  // namespace constrained_spectral
}  // namespace v1
}  // namespace mvlink
