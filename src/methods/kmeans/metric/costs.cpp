#include "methods/kmeans/metric/costs.hpp"

#include "kernels/rows.hpp"
#include "kernels/weighted_distance.hpp"

#include <utility>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {
namespace {

/// (x - mu)^2 - mu^2 over stored entries, plus the centroid's own term.
template <class T>
double sparse_distance(const SparseRows<T>& X, Index row, const double* mu, const double* a, double at_zero) {
    double sum = at_zero;
    kernels::for_each_entry(X, row, [&](Index j, double x) { sum += a[j] * x * (x - 2 * mu[j]); });
    return sum;
}

}  // namespace

MetricCosts::MetricCosts(const Features& X, const Matrix& centroids, const Metrics& metrics, Vector centre)
    : X_(X), centroids_(centroids), metrics_(metrics), centre_(std::move(centre)), at_zero_(centroids.rows()) {
    if (!metrics.front().is_full()) {
        for (Index h = 0; h < centroids.rows(); ++h) {
            at_zero_[h] = metric_of(metrics, h).squared_norm(centroids.row(h).transpose());
        }
        return;
    }
    for (const Metric& metric : metrics) {
        maps_.emplace_back(metric.factor);
    }
    turned_ = centroids.rowwise() - centre_.transpose();
    for (Index h = 0; h < centroids.rows(); ++h) {
        const Vector relative = turned_.row(h).transpose();
        maps_[metric_of(h, maps_.size())].map(relative.data(), 1, turned_.row(h).data(), relative.size());
    }
}

/// Rows become coordinates of each metric, then distances by differences.
template <class Rows>
void MetricCosts::fill_full(const Rows& X, std::span<const Index> rows, Eigen::Ref<Matrix> out) const {
    const auto count = static_cast<Index>(rows.size());
    const Index d = X.cols;
    kernels::RowReader<Rows> read(X);
    Matrix block(count, d);
    for (Index i = 0; i < count; ++i) {
        const auto* x = read(rows[i]);
        for (Index j = 0; j < d; ++j) {
            block(i, j) = static_cast<double>(x[j]) - centre_[j];
        }
    }
    if (maps_.size() == 1) {
        Matrix turned(count, d);
        maps_.front().map(block.data(), count, turned.data(), d);
        for (Index i = 0; i < count; ++i) {
            for (Index h = 0; h < centroids_.rows(); ++h) {
                out(i, h) = kernels::squared_distance(turned.data() + i * d, turned_.data() + h * d, d);
            }
        }
    } else {
        for (Index h = 0; h < centroids_.rows(); ++h) {
            maps_[h].squared_distances(block.data(), count, turned_.data() + h * d, out.data() + h, out.outerStride());
        }
    }
    for (Index h = 0; h < centroids_.rows(); ++h) {
        out.col(h).array() -= metric_of(metrics_, h).log_det;
    }
}

template <class Rows>
void MetricCosts::fill_diagonal(const Rows& X, std::span<const Index> rows, Eigen::Ref<Matrix> out) const {
    const Index d = X.cols;
    kernels::RowReader<Rows> read(X);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto* x = Rows::kSparse ? nullptr : read(rows[i]);
        for (Index h = 0; h < centroids_.rows(); ++h) {
            const Metric& metric = metric_of(metrics_, h);
            const double* mu = centroids_.data() + h * d;
            double distance = 0;
            if constexpr (Rows::kSparse) {
                distance = sparse_distance(X, rows[i], mu, metric.weights.data(), at_zero_[h]);
            } else {
                distance = kernels::weighted_distance(x, mu, metric.weights.data(), d);
            }
            out(static_cast<Index>(i), h) = distance - metric.log_det;
        }
    }
}

void MetricCosts::operator()(std::span<const Index> rows, Eigen::Ref<Matrix> out) const {
    const bool full = metrics_.front().is_full();
    std::visit([&](const auto& X) { full ? fill_full(X, rows, out) : fill_diagonal(X, rows, out); }, X_);
}

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
