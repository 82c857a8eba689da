#include "methods/kmeans/metric.hpp"

#include <Eigen/Eigenvalues>

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

Metric full_metric(const Matrix& S, double count, const Vector& deviation, double floor) {
    const Vector scale = deviation.cwiseInverse();
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solved(scale.asDiagonal() * (S / count) * scale.asDiagonal());
    const Vector variance = solved.eigenvalues().cwiseMax(floor);
    Metric metric;
    metric.factor = scale.asDiagonal() * solved.eigenvectors() * variance.cwiseSqrt().cwiseInverse().asDiagonal();
    metric.log_det = 2 * scale.array().log().sum() - variance.array().log().sum();
    return metric;
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

Metric metric_from_scatter(const Scatter& S, double count, const Vector& deviation, double floor) {
    return S.full().size() == 0 ? diagonal_metric(S.diagonal(), count, deviation, floor)
                                : full_metric(S.full(), count, deviation, floor);
}

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
