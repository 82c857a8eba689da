#pragma once

#include <mvlink/matrix.hpp>

#include <span>
#include <vector>

/// One metric in place of several: A = (sum of share_m A_m^-1)^-1. Where every A_m is the inverse of a covariance, A is
/// that of their mean, so that one metric with huge weights, of a cluster of few rows, does not decide alone.
///
/// Metrics are stored one after the other; the shares are >= 0 and add up to 1. Metrics of share 0 do not count.
namespace mvlink {
inline namespace v1 {
namespace kernels {

/// For diagonal metrics (metrics x d weights): the roots of the weights of A. A weight of 0 stays 0.
std::vector<double> pooled_roots(std::span<const double> weights, std::span<const double> shares);

/// For full metrics A_m = F_m F_m' (metrics x d x d): F with A = F F', row after row. Empty if a factor is singular.
std::vector<double> pooled_factor(std::span<const double> factors, Index d, std::span<const double> shares);

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
