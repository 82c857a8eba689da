#include "methods/kmeans/metric/metric.hpp"

#include "kernels/symmetric_eigen.hpp"

#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {
namespace {

constexpr Index kBuffer = 64;

Metric diagonal_metric(const Vector& S, double count, const Vector& deviation, double floor) {
    Metric metric;
    metric.weights.resize(S.size());
    for (Index j = 0; j < S.size(); ++j) {
        const double squared = deviation[j] * deviation[j];
        const double variance = std::max(S[j] / count / squared, floor) * squared;
        metric.weights[j] = 1 / variance;
        metric.log_det -= std::log(variance);
    }
    return metric;
}

/// The metric of variances V v', along the columns of V, in coordinates multiplied by `scale`.
Metric metric_along(const Eigen::MatrixXd& V, const Vector& variance, const Vector& scale) {
    Metric metric;
    metric.factor = scale.asDiagonal() * V * variance.cwiseSqrt().cwiseInverse().asDiagonal();
    metric.log_det = 2 * scale.array().log().sum() - variance.array().log().sum();
    return metric;
}

/// The metric of a covariance L L': its factor is triangular.
Metric metric_of_cholesky(const Eigen::LLT<Eigen::MatrixXd>& solved, const Vector& scale) {
    const Index d = scale.size();
    Metric metric;
    metric.factor = scale.asDiagonal() * Eigen::MatrixXd(solved.matrixU().solve(Eigen::MatrixXd::Identity(d, d)));
    metric.factor.triangularView<Eigen::StrictlyLower>().setZero();
    metric.log_det = 2 * (scale.array().log().sum() - solved.matrixLLT().diagonal().array().log().sum());
    return metric;
}

/// Eigenvalues are computed only if some are below the floor, that is, if the rest has no Cholesky factor.
Metric full_metric(const Matrix& S, double count, const Vector& deviation, double floor) {
    const Vector scale = deviation.cwiseInverse();
    Eigen::MatrixXd C = scale.asDiagonal() * (S / count) * scale.asDiagonal();
    Eigen::MatrixXd above = C;
    above.diagonal().array() -= floor;
    if (above.llt().info() == Eigen::Success) return metric_of_cholesky(C.llt(), scale);
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solved(C);
    const Vector variance = solved.eigenvalues().cwiseMax(floor);
    C.noalias() = solved.eigenvectors() * variance.asDiagonal() * solved.eigenvectors().transpose();
    const Eigen::LLT<Eigen::MatrixXd> floored(C);
    return floored.info() == Eigen::Success ? metric_of_cholesky(floored, scale)
                                            : metric_along(solved.eigenvectors(), variance, scale);
}

}  // namespace

double Metric::squared_norm(const Vector& v) const {
    return is_full() ? (factor.transpose() * v).squaredNorm() : weights.dot(v.cwiseAbs2());
}

double largest_log_det(const Metrics& metrics) {
    double largest = metrics.front().log_det;
    for (const Metric& metric : metrics) {
        largest = std::max(largest, metric.log_det);
    }
    return largest;
}

Metric identity_metric(MetricForm form, Index d) {
    Metric metric;
    if (form == MetricForm::full) {
        metric.factor = Matrix::Identity(d, d);
    } else {
        metric.weights = Vector::Ones(d);
    }
    return metric;
}

Metric isotropic_metric(MetricForm form, Index d, double variance) {
    Metric metric = identity_metric(form, d);
    metric.weights /= variance;
    metric.factor /= std::sqrt(variance);
    metric.log_det = -static_cast<double>(d) * std::log(variance);
    return metric;
}

Scatter::Scatter(MetricForm form, Index d) {
    if (form == MetricForm::diagonal) {
        diagonal_ = Vector::Zero(d);
        return;
    }
    full_ = Matrix::Zero(d, d);
    waiting_.resize(kBuffer, d);
    waiting_weights_.resize(kBuffer);
}

void Scatter::add(const Vector& v, double weight) {
    if (full_.size() == 0) {
        diagonal_ += weight * v.cwiseAbs2();
        return;
    }
    waiting_.row(waits_) = v.transpose();
    waiting_weights_[waits_] = weight;
    if (++waits_ == kBuffer) finish();
}

void Scatter::finish() {
    if (waits_ == 0) return;
    const auto rows = waiting_.topRows(waits_);
    const Matrix weighted = waiting_weights_.head(waits_).asDiagonal() * rows;
    full_.noalias() += rows.transpose() * weighted;
    waits_ = 0;
}

Scatter& Scatter::operator+=(const Scatter& other) {
    if (full_.size() == 0) {
        diagonal_ += other.diagonal_;
    } else {
        full_ += other.full_;
    }
    return *this;
}

double Scatter::trace_under(const Metric& metric) const {
    if (!metric.is_full()) return metric.weights.dot(diagonal_);
    return metric.factor.cwiseProduct(full_ * metric.factor).sum();
}

std::size_t Scatter::bytes(MetricForm form, Index d) {
    const Index values = form == MetricForm::diagonal ? d : (d + kBuffer) * d;
    return static_cast<std::size_t>(values) * sizeof(double);
}

Metric metric_from_scatter(const Scatter& S, double count, const Vector& deviation, double floor, double shrinkage) {
    const bool full = S.full().size() > 0;
    if (shrinkage == 0) {
        return full ? full_metric(S.full(), count, deviation, floor)
                    : diagonal_metric(S.diagonal(), count, deviation, floor);
    }
    const Vector diagonal = full ? Vector(S.full().diagonal()) : S.diagonal();
    // Rows that all lie on their centroids have no variance; the floor is that of their columns then.
    const double least = floor * deviation.cwiseAbs2().minCoeff();
    const double mean = std::max(diagonal.sum() / static_cast<double>(diagonal.size()), least * count);
    if (shrinkage == 1) {
        return isotropic_metric(full ? MetricForm::full : MetricForm::diagonal, diagonal.size(), mean / count);
    }
    const Vector towards = Vector::Constant(diagonal.size(), shrinkage * mean);
    if (!full) return diagonal_metric((1 - shrinkage) * S.diagonal() + towards, count, deviation, floor);
    Matrix mixed = (1 - shrinkage) * S.full();
    mixed.diagonal() += towards;
    return full_metric(mixed, count, deviation, floor);
}

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
