#pragma once

#include "kernels/graph.hpp"
#include "kernels/matrix.hpp"
#include "methods/constrained/beliefs.hpp"

#include <vector>

namespace mvlink {
inline namespace v1 {
namespace constrained_spectral {

/// F = (1 - alpha)^2 (I - alpha S)^-1 Z (I - alpha S)^-1: the limit of spreading Z over the graph, down its columns and
/// then along its rows (E2CP). Only the columns of constrained objects are solved for.
Eigen::MatrixXd propagated(const kernels::Graph& S, const std::vector<Belief>& beliefs, double alpha);

/// Divides by the largest |entry| off the diagonal, unless all are zero.
void scale_to_largest(Eigen::MatrixXd& F);

/// 1 - (1 - F)(1 - W) where F >= 0, (1 + F) W elsewhere; F is cut to [-1, 1], W is in [0, 1]. Zero diagonal.
Eigen::MatrixXd refined(const Eigen::MatrixXd& F, const Eigen::MatrixXd& W);

}  // namespace constrained_spectral
}  // namespace v1
}  // namespace mvlink
