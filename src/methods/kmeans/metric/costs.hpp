#pragma once

#include <mvlink/matrix.hpp>

#include "kernels/matrix.hpp"
#include "kernels/packed_map.hpp"
#include "methods/kmeans/metric/metric.hpp"

#include <span>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {

/// |x - mu_h|^2 under A_h, less log det A_h: what a row pays in each cluster before constraints, Eq. (6).
class MetricCosts {
public:
    /// `centre` is any point amid the data: full metrics rotate rows relative to it, so that no digits are lost.
    MetricCosts(const Features& X, const Matrix& centroids, const Metrics& metrics, Vector centre);

    /// out(i, h) for the i-th of these rows. Thread-safe.
    void operator()(std::span<const Index> rows, Eigen::Ref<Matrix> out) const;

private:
    template <class Rows>
    void fill_diagonal(const Rows& X, std::span<const Index> rows, Eigen::Ref<Matrix> out) const;
    template <class Rows>
    void fill_full(const Rows& X, std::span<const Index> rows, Eigen::Ref<Matrix> out) const;

    const Features& X_;
    const Matrix& centroids_;
    const Metrics& metrics_;
    Vector centre_;
    std::vector<kernels::PackedMap> maps_;  // into the coordinates of each full metric
    Matrix turned_;                         // centroids in those of their metrics
    Vector at_zero_;                        // |mu_h|^2 under A_h: what an empty sparse row pays
};

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
