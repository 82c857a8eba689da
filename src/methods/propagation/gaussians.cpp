#include "methods/propagation/gaussians.hpp"

#include <mvlink/error.hpp>

#include "kernels/label_scatter.hpp"
#include "kernels/label_sums.hpp"
#include "kernels/symmetric_eigen.hpp"
#include "methods/propagation/base.hpp"

#include <fmt/core.h>
#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>

namespace mvlink {
inline namespace v1 {
namespace propagation_steps {
namespace {

constexpr Index kMostColumns = 500;  // with a full Sigma, unless asked for

double largest_eigenvalue(const Eigen::MatrixXd& symmetric) {
    return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(symmetric, Eigen::EigenvaluesOnly).eigenvalues().maxCoeff();
}

ClusterGaussian with_variances(const Vector& mean, const Vector& variances) {
    return {mean, variances.cwiseSqrt().cwiseInverse(), {}, variances.array().log().sum()};
}

/// Sigma = L L', so z = L^-1 x.
ClusterGaussian with_covariance(const Vector& mean, const Eigen::MatrixXd& sigma) {
    const Eigen::LLT<Eigen::MatrixXd> factored(sigma);
    if (factored.info() != Eigen::Success) {
        throw Error(ErrorCode::numerical,
                    "propagation: the covariance of a cluster is singular; raise gamma or standardize the features");
    }
    const Eigen::MatrixXd L = factored.matrixL();
    Eigen::MatrixXd map = Eigen::MatrixXd::Identity(sigma.rows(), sigma.cols());
    L.triangularView<Eigen::Lower>().solveInPlace(map);
    return {mean, {}, std::move(map), 2 * L.diagonal().array().log().sum()};
}

/// Eq. (6) with the widest axis of the rows: Sigma = alpha M^-1, so Sigma^-1 = M / alpha.
ClusterGaussian with_metric(const Vector& mean, const kmeans_family::Metric& metric, double widest) {
    const auto d = static_cast<double>(mean.size());
    if (!metric.is_full()) {
        const double alpha = widest * metric.weights.minCoeff();
        return {mean, (metric.weights / alpha).cwiseSqrt(), {}, d * std::log(alpha) - metric.log_det};
    }
    const Eigen::MatrixXd factor = metric.factor;
    const Eigen::MatrixXd M = factor * factor.transpose();
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solved(M, Eigen::EigenvaluesOnly);
    const double alpha = widest * solved.eigenvalues().minCoeff();
    return {mean, {}, factor.transpose() / std::sqrt(alpha), d * std::log(alpha) - metric.log_det};
}

}  // namespace

Matrix ClusterGaussian::mapped(const Matrix& rows) const {
    const Matrix centred = rows.rowwise() - mean.transpose();
    if (map.size() == 0) return centred * scale.asDiagonal();
    return centred * map.transpose();
}

double ClusterGaussian::squared_distance(const Vector& x) const {
    if (map.size() == 0) return (x - mean).cwiseProduct(scale).squaredNorm();
    return (map * (x - mean)).squaredNorm();
}

GaussianRules gaussian_rules(const PropagationOptions& options, const View& view, Context& context) {
    GaussianRules rules{options.covariance, options.gamma.value.value_or(0)};
    // Departure: Eq. (5) matches a learnt metric to the rows along its widest axis alone, which makes regions too wide.
    const bool as_learnt = options.mode == Mode::paper && learns_metrics(options.base);
    if (rules.covariance == PropagationCovariance::automatic) {
        rules.covariance = as_learnt                     ? PropagationCovariance::learnt
                           : view.cols() <= kMostColumns ? PropagationCovariance::empirical
                                                         : PropagationCovariance::diagonal;
    }
    if (options.gamma.is_auto()) {
        const double variance = kernels::column_moments(view.features(), context).deviation.squaredNorm() /
                                static_cast<double>(std::max<Index>(view.cols(), 1));
        rules.gamma = 1e-3 * (variance > 0 ? variance : 1);
    }
    return rules;
}

std::vector<ClusterGaussian> cluster_gaussians(const View& view, const ResumableRun& run, const GaussianRules& rules,
                                               Context& context) {
    const Matrix& centroids = run.centroids();
    const Index k = centroids.rows(), d = centroids.cols();
    const bool full = rules.covariance == PropagationCovariance::empirical ||
                      (rules.covariance == PropagationCovariance::learnt && d <= kMostColumns);
    if (full) {
        context.require_memory(static_cast<std::size_t>(2 * k * d * d) * sizeof(double),
                               "the covariances of the clusters");
    }
    const kernels::LabelScatter scatter =
        kernels::label_scatter(view.features(), run.labels(), centroids, full, context);
    std::vector<ClusterGaussian> gaussians;
    for (Index h = 0; h < k; ++h) {
        const auto at = static_cast<std::size_t>(h);
        const double count = std::max<double>(1, static_cast<double>(scatter.counts[at]));
        const Vector mean = centroids.row(h).transpose();
        const Vector variances = (scatter.diagonal.row(h).transpose() / count).array() + rules.gamma;
        if (rules.covariance == PropagationCovariance::diagonal) {
            gaussians.push_back(with_variances(mean, variances));
            continue;
        }
        Eigen::MatrixXd sigma;  // Eq. (4)
        if (full) sigma = scatter.full[at] / count + rules.gamma * Eigen::MatrixXd::Identity(d, d);
        if (rules.covariance == PropagationCovariance::empirical) {
            gaussians.push_back(with_covariance(mean, sigma));
        } else {
            const double widest = full ? largest_eigenvalue(sigma) : variances.maxCoeff();  // Eq. (5)
            gaussians.push_back(with_metric(mean, run.metric(h), widest));
        }
    }
    return gaussians;
}

}  // namespace propagation_steps
}  // namespace v1
}  // namespace mvlink
