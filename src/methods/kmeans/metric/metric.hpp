#pragma once

#include <mvlink/matrix.hpp>
#include <mvlink/mpck_means.hpp>

#include "kernels/matrix.hpp"

#include <vector>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {

/// A of the paper, in the form that is needed. Distances are |x - y|_A^2 = (x - y)' A (x - y).
struct Metric {
    Vector weights;  // diagonal form: the diagonal of A
    Matrix factor;   // full form: A = F F', d x d, triangular where it was learnt
    double log_det = 0;

    [[nodiscard]] bool is_full() const { return factor.size() > 0; }
    /// v' A v
    [[nodiscard]] double squared_norm(const Vector& v) const;
};

/// One metric for every cluster, or one for all.
using Metrics = std::vector<Metric>;

inline std::size_t metric_of(Index cluster, std::size_t n_metrics) {
    return n_metrics == 1 ? 0 : static_cast<std::size_t>(cluster);
}
inline const Metric& metric_of(const Metrics& metrics, Index cluster) {
    return metrics[metric_of(cluster, metrics.size())];
}

/// Added to a cost of Eq. (6), it makes it a number >= 0 again: the distance alone, where there is one metric.
double largest_log_det(const Metrics& metrics);

/// A = I, log det 0: the start of every run.
Metric identity_metric(MetricForm form, Index d);

/// A sum of weight * v v', or of its diagonal alone.
class Scatter {
public:
    Scatter() = default;
    Scatter(MetricForm form, Index d);

    void add(const Vector& v, double weight);
    /// Adds to one entry of a diagonal form.
    void add_diagonal(Index column, double value) { diagonal_[column] += value; }
    Scatter& operator+=(const Scatter& other);
    /// Adds the buffered vectors to the sum. Call before reading.
    void finish();

    [[nodiscard]] const Vector& diagonal() const { return diagonal_; }
    [[nodiscard]] const Matrix& full() const { return full_; }
    /// tr(A S)
    [[nodiscard]] double trace_under(const Metric& metric) const;
    [[nodiscard]] static std::size_t bytes(MetricForm form, Index d);

private:
    Vector diagonal_;
    Matrix full_;
    Matrix waiting_;  // rows that become one product
    Vector waiting_weights_;
    Index waits_ = 0;
};

/// A = I / variance: all features count alike.
Metric isotropic_metric(MetricForm form, Index d, double variance);

/// A = count S^-1, Eq. (7), or its diagonal form, Eq. (8), with S / count drawn towards its mean variance by
/// `shrinkage` in [0, 1].
// Departure: in coordinates divided by the columns' deviations, eigenvalues of S / count below `floor` are raised to
// it. The paper adds a fraction of the trace, which the widest column dominates, and sets negative eigenvalues of A to
// zero, but the objective favours large ones and the log determinant needs positive ones.
Metric metric_from_scatter(const Scatter& S, double count, const Vector& deviation, double floor, double shrinkage = 0);

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
