#pragma once

#include <mvlink/context.hpp>
#include <mvlink/result.hpp>

#include "methods/propagation/gaussians.hpp"

#include <cstdint>
#include <span>

namespace mvlink {
inline namespace v1 {
namespace propagation_steps {

/// Sec. 6.4, condition (1): the share of rows whose cluster is not the one whose Gaussian is densest there. Of many
/// rows a sample, evenly spaced.
double disagreeing_share(const View& view, std::span<const ClusterGaussian> gaussians,
                         std::span<const std::int32_t> labels, Context& context);

/// Sec. 6.4, condition (2): the smallest symmetric Kullback-Leibler divergence between two clusters, the mean of both
/// directions. Infinite for one cluster.
double smallest_divergence(std::span<const ClusterGaussian> gaussians);

/// The two alerts of the paper, with numbers: "clusters-not-gaussian" and "clusters-overlap".
void warn_if_unsuitable(const View& view, std::span<const ClusterGaussian> gaussians,
                        std::span<const std::int32_t> labels, Result& result, Context& context);

}  // namespace propagation_steps
}  // namespace v1
}  // namespace mvlink
