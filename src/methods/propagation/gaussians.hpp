#pragma once

#include <mvlink/context.hpp>
#include <mvlink/propagation.hpp>
#include <mvlink/view.hpp>

#include "kernels/matrix.hpp"
#include "methods/kmeans/resumable.hpp"

#include <vector>

namespace mvlink {
inline namespace v1 {
namespace propagation_steps {

/// The model of a cluster, Eq. (7): its mean and Sigma, as the map to coordinates in which Sigma is the identity.
struct ClusterGaussian {
    Vector mean;
    Vector scale;         // diagonal Sigma: z = scale * x
    Eigen::MatrixXd map;  // full Sigma: z = map x
    double log_det = 0;   // of Sigma

    /// Rows in these coordinates, with the mean at 0.
    [[nodiscard]] Matrix mapped(const Matrix& rows) const;
    /// (x - mean)' Sigma^-1 (x - mean), Eq. (8).
    [[nodiscard]] double squared_distance(const Vector& x) const;
};

/// How Sigma is found.
struct GaussianRules {
    PropagationCovariance covariance = PropagationCovariance::empirical;  // not automatic
    double gamma = 0;
};

/// What `auto` stands for with this base, in this view.
GaussianRules gaussian_rules(const PropagationOptions& options, const View& view, Context& context);

/// The Gaussians of all clusters of a run, Eq. (4) to (6).
std::vector<ClusterGaussian> cluster_gaussians(const View& view, const ResumableRun& run, const GaussianRules& rules,
                                               Context& context);

}  // namespace propagation_steps
}  // namespace v1
}  // namespace mvlink
