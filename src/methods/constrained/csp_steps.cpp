#include "methods/constrained/csp_steps.hpp"

#include <mvlink/error.hpp>

#include "kernels/symmetric_eigen.hpp"
#include "methods/constrained/pair_graphs.hpp"
#include "runtime/index.hpp"

#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace mvlink {
inline namespace v1 {
namespace constrained_spectral {
namespace {

constexpr double kFloor = 1e-10;     // added to L, which is singular where the graph falls apart
constexpr double kPositive = 1e-12;  // of the largest: eigenvalues below are rounding

/// The reflection I - 2 u u' that takes D^1/2 1 to the first axis: what is orthogonal to it keeps the other axes.
Eigen::VectorXd reflector(const Vector& degree) {
    Eigen::VectorXd u = degree.cwiseSqrt().normalized();
    u[0] += 1;
    return u.normalized();
}

/// A as the complement of D^1/2 1 sees it, (n - 1) x (n - 1).
Eigen::MatrixXd on_complement(const Eigen::MatrixXd& A, const Eigen::VectorXd& u) {
    const Eigen::VectorXd Au = A * u;
    const double uAu = u.dot(Au);
    const Index m = A.rows() - 1;
    Eigen::MatrixXd out = A.bottomRightCorner(m, m);
    out -= 2 * (u.tail(m) * Au.tail(m).transpose() + Au.tail(m) * u.tail(m).transpose());
    out += 4 * uAu * u.tail(m) * u.tail(m).transpose();
    return out;
}

/// Back from the complement.
Eigen::VectorXd lifted(const Eigen::VectorXd& inner, const Eigen::VectorXd& u) {
    Eigen::VectorXd v(u.size());
    v[0] = 0;
    v.tail(inner.size()) = inner;
    return v - 2 * u.dot(v) * u;
}

/// The vectors v = R'^-1 y of the eigenvalues mu > 0 of R^-1 (Qb - b I) R'^-1, where R R' = L, by their costs.
void add_feasible(const Eigen::MatrixXd& L, Eigen::MatrixXd Q, const Eigen::VectorXd& u, Index wanted, Cuts& cuts) {
    Eigen::MatrixXd shifted = L;
    shifted.diagonal().array() += kFloor;
    const Eigen::LLT<Eigen::MatrixXd> factor(shifted);
    if (factor.info() != Eigen::Success) {
        throw Error(ErrorCode::numerical, "csp: the Laplacian of the graph cannot be factorized");
    }
    Q.diagonal().array() -= cuts.b;
    factor.matrixL().solveInPlace(Q);
    Q.transposeInPlace();
    factor.matrixL().solveInPlace(Q);
    const Eigen::MatrixXd symmetric = (Q + Q.transpose()) / 2;
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solved(symmetric);
    const Eigen::VectorXd& mu = solved.eigenvalues();
    const double least = kPositive * mu.cwiseAbs().maxCoeff();
    const Index first = std::upper_bound(mu.begin(), mu.end(), least) - mu.begin();
    Eigen::MatrixXd v = solved.eigenvectors().rightCols(mu.size() - first);
    factor.matrixU().solveInPlace(v);
    std::vector<double> costs;
    for (Index j = 0; j < v.cols(); ++j) {
        v.col(j).normalize();
        const double cost = v.col(j).dot(L * v.col(j));
        costs.push_back(cost < kFloor ? 0 : cost);  // less is not known
    }
    std::vector<Index> order(costs.size());
    std::iota(order.begin(), order.end(), Index{0});
    std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return costs[at(a)] < costs[at(b)]; });
    order.resize(std::min(order.size(), at(wanted)));
    cuts.vectors.resize(u.size(), static_cast<Index>(order.size()));
    for (std::size_t j = 0; j < order.size(); ++j) {
        cuts.costs.push_back(costs[at(order[j])]);
        cuts.vectors.col(static_cast<Index>(j)) = lifted(v.col(order[j]), u);
    }
}

}  // namespace

Cuts cheapest_cuts(const kernels::NormalizedGraph& graph, const Eigen::MatrixXd& Z, int n_clusters, double strictness) {
    const Eigen::VectorXd u = reflector(graph.degree);
    const Vector half = graph.degree.cwiseSqrt().cwiseInverse();
    const Eigen::MatrixXd Q = on_complement(half.asDiagonal() * Z * half.asDiagonal(), u);
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solved(Q, Eigen::EigenvaluesOnly);
    const Eigen::VectorXd& values = solved.eigenvalues();  // ascending
    Cuts cuts;
    const double reached = values[values.size() - (n_clusters - 1)];
    if (!(reached > kPositive * values.cwiseAbs().maxCoeff())) return cuts;
    cuts.b = strictness * reached;
    cuts.above = values.end() - std::upper_bound(values.begin(), values.end(), cuts.b);
    Eigen::MatrixXd L = -as_dense(graph.S);
    L.diagonal().array() += 1;
    add_feasible(on_complement(L, u), Q, u, n_clusters - 1, cuts);
    return cuts;
}

}  // namespace constrained_spectral
}  // namespace v1
}  // namespace mvlink
