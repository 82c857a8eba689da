#include "methods/propagation/alerts.hpp"

#include "kernels/label_scatter.hpp"
#include "methods/common/warnings.hpp"
#include "runtime/parallel.hpp"

#include <fmt/format.h>
#include <Eigen/LU>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace propagation_steps {
namespace {

constexpr Index kSample = 4000, kBlock = 256;
constexpr double kMostDisagreeing = 0.08, kLeastDivergence = 2;

/// tr(Sigma_g^-1 Sigma_h) for z = map x: |map_g map_h^-1|^2.
double trace_of_ratio(const ClusterGaussian& g, const ClusterGaussian& h) {
    if (g.map.size() == 0) return g.scale.cwiseQuotient(h.scale).squaredNorm();
    return (g.map * h.map.inverse()).squaredNorm();
}

double divergence(const ClusterGaussian& g, const ClusterGaussian& h) {
    const auto d = static_cast<double>(g.mean.size());
    return 0.25 * (trace_of_ratio(g, h) + trace_of_ratio(h, g) - 2 * d + g.squared_distance(h.mean) +
                   h.squared_distance(g.mean));
}

}  // namespace

double disagreeing_share(const View& view, std::span<const ClusterGaussian> gaussians,
                         std::span<const std::int32_t> labels, Context& context) {
    const Index n = view.rows(), count = std::min(n, kSample);
    std::vector<Index> sample;
    for (Index at = 0; at < count; ++at) {
        sample.push_back(at * n / count);
    }
    const double wrong = ordered_sum(context, count, [&](Index begin, Index end) {
        double sum = 0;
        for (Index first = begin; first < end; first += kBlock) {
            const Index last = std::min(end, first + kBlock);
            const auto rows = std::span(sample).subspan(first, last - first);
            const Matrix X = kernels::gathered_rows(view.features(), rows);
            Matrix costs(X.rows(), static_cast<Index>(gaussians.size()));
            for (std::size_t h = 0; h < gaussians.size(); ++h) {
                costs.col(static_cast<Index>(h)) =
                    gaussians[h].mapped(X).rowwise().squaredNorm().array() + gaussians[h].log_det;
            }
            for (Index i = 0; i < X.rows(); ++i) {
                const auto own =
                    static_cast<Index>(labels[static_cast<std::size_t>(rows[static_cast<std::size_t>(i)])]);
                sum += costs(i, own) > costs.row(i).minCoeff() ? 1 : 0;
            }
        }
        return sum;
    });
    return wrong / static_cast<double>(count);
}

double smallest_divergence(std::span<const ClusterGaussian> gaussians) {
    double smallest = std::numeric_limits<double>::infinity();
    for (std::size_t g = 0; g < gaussians.size(); ++g) {
        for (std::size_t h = g + 1; h < gaussians.size(); ++h) {
            smallest = std::min(smallest, divergence(gaussians[g], gaussians[h]));
        }
    }
    return smallest;
}

void warn_if_unsuitable(const View& view, std::span<const ClusterGaussian> gaussians,
                        std::span<const std::int32_t> labels, Result& result, Context& context) {
    const std::vector<OptionText> advice{{"transfer", "direct"}};
    const double share = disagreeing_share(view, gaussians, labels, context);
    if (share > kMostDisagreeing) {
        warn(result, "clusters-not-gaussian",
             fmt::format("view \"{}\": {:.0f} % of the rows are not in the cluster whose Gaussian fits them best "
                         "(alert above {:.0f} %): the clusters may not be globular, and propagated constraints wrong",
                         view.name(), 100 * share, 100 * kMostDisagreeing),
             share, advice);
    }
    const double overlap = smallest_divergence(gaussians);
    if (overlap < kLeastDivergence) {
        warn(result, "clusters-overlap",
             fmt::format("view \"{}\": two clusters overlap, their divergence is {:.2f} (alert below {}): propagated "
                         "constraints between them may be wrong",
                         view.name(), overlap, kLeastDivergence),
             overlap, advice);
    }
}

}  // namespace propagation_steps
}  // namespace v1
}  // namespace mvlink
