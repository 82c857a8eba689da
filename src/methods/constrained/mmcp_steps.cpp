#include "methods/constrained/mmcp_steps.hpp"

#include "methods/constrained/pair_graphs.hpp"
#include "runtime/index.hpp"

#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>

namespace mvlink {
inline namespace v1 {
namespace constrained_spectral {
namespace {

/// The objects that some belief is about, ascending.
std::vector<Index> constrained_objects(const std::vector<Belief>& beliefs) {
    std::vector<Index> objects;
    for (const Belief& belief : beliefs) {
        objects.push_back(belief.first);
        objects.push_back(belief.second);
    }
    std::sort(objects.begin(), objects.end());
    objects.erase(std::unique(objects.begin(), objects.end()), objects.end());
    return objects;
}

}  // namespace

Eigen::MatrixXd propagated(const kernels::Graph& S, const std::vector<Belief>& beliefs, double alpha) {
    const std::vector<Index> objects = constrained_objects(beliefs);
    const auto c = static_cast<Index>(objects.size());
    if (c == 0) return Eigen::MatrixXd::Zero(S.rows, S.rows);
    const auto place = [&](Index object) {
        return std::lower_bound(objects.begin(), objects.end(), object) - objects.begin();
    };
    Eigen::MatrixXd ends = Eigen::MatrixXd::Zero(S.rows, c), Z = Eigen::MatrixXd::Zero(c, c);
    for (Index i = 0; i < c; ++i) {
        ends(objects[at(i)], i) = 1 - alpha;
    }
    for (const Belief& belief : beliefs) {
        Z(place(belief.first), place(belief.second)) = Z(place(belief.second), place(belief.first)) = belief.z;
    }
    Eigen::MatrixXd A = -alpha * as_dense(S);
    A.diagonal().array() += 1;
    const Eigen::MatrixXd G = A.llt().solve(ends);  // positive definite: the eigenvalues of S are at most 1
    return G * Z * G.transpose();
}

void scale_to_largest(Eigen::MatrixXd& F) {
    double most = 0;
    for (Index j = 0; j < F.cols(); ++j) {
        for (Index i = 0; i < j; ++i) {
            most = std::max(most, std::abs(F(i, j)));
        }
    }
    if (most > 0) F /= most;
}

Eigen::MatrixXd refined(const Eigen::MatrixXd& F, const Eigen::MatrixXd& W) {
    Eigen::MatrixXd out = Eigen::MatrixXd::Zero(W.rows(), W.cols());
    for (Index j = 0; j < W.cols(); ++j) {
        for (Index i = 0; i < j; ++i) {
            const double f = std::clamp(F(i, j), -1.0, 1.0), w = W(i, j);
            out(i, j) = out(j, i) = f >= 0 ? 1 - (1 - f) * (1 - w) : (1 + f) * w;
        }
    }
    return out;
}

}  // namespace constrained_spectral
}  // namespace v1
}  // namespace mvlink
