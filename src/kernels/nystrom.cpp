#include "kernels/nystrom.hpp"

#include "runtime/parallel.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace kernels {
namespace {

constexpr Index kGrain = 1024;

/// Weights of the edges to neighbours at these distances. Those of a Gaussian are relative to the nearest, so that none
/// underflows just because a row is far away.
void weigh(std::span<const double> distance, std::span<const double> scale, double own_scale, EdgeWeights weights,
           std::span<double> weight) {
    if (weights == EdgeWeights::binary) {
        std::fill(weight.begin(), weight.end(), 1.0);
        return;
    }
    if (weights == EdgeWeights::cosine) {
        std::transform(distance.begin(), distance.end(), weight.begin(),
                       [](double d) { return std::clamp(1 - d, 0.0, 1.0); });
        return;
    }
    const double width = (weights == EdgeWeights::local_scaling ? 1 : 2) * own_scale;
    for (std::size_t e = 0; e < weight.size(); ++e) {
        weight[e] = -std::max(0.0, distance[e]) / (width * scale[e]);
    }
    const double nearest = *std::max_element(weight.begin(), weight.end());
    for (double& exponent : weight) {
        exponent = std::exp(exponent - nearest);
    }
}

/// The width that a new row has of its own: by local scaling the distance to the last of its neighbours.
double scale_of_new_row(std::span<const double> distance, std::span<const double> scale, EdgeWeights weights) {
    const double last = std::sqrt(std::max(0.0, distance.back()));
    return weights == EdgeWeights::local_scaling && last > 0 ? last : scale.back();
}

}  // namespace

OwnedSparseRows<double> walk_from_new_rows(const Neighbours& found, Index n, const GraphRequest& request,
                                           const Vector& scale, Context& context) {
    const auto k = static_cast<std::size_t>(found.k), rows = static_cast<std::size_t>(found.rows);
    OwnedSparseRows<double> walk{found.rows, n, std::vector<Index>(rows + 1), std::vector<std::int32_t>(rows * k),
                                 std::vector<double>(rows * k)};
    for (std::size_t row = 0; row <= rows; ++row) {
        walk.offsets[row] = static_cast<Index>(row * k);
    }
    if (k == 0) return walk;
    parallel_for(context, found.rows, kGrain, [&](Index begin, Index end) {
        std::vector<double> scales(k), weight(k);
        std::vector<std::pair<std::int32_t, double>> line(k);
        for (auto row = static_cast<std::size_t>(begin); row < static_cast<std::size_t>(end); ++row) {
            const std::span distance(found.distance.data() + row * k, k);
            for (std::size_t e = 0; e < k; ++e) {
                scales[e] = scale[found.index[row * k + e]];
            }
            weigh(distance, scales, scale_of_new_row(distance, scales, request.weights), request.weights, weight);
            double sum = 0;
            for (std::size_t e = 0; e < k; ++e) {
                line[e] = {found.index[row * k + e], weight[e]};
                sum += weight[e];
            }
            std::sort(line.begin(), line.end());
            for (std::size_t e = 0; e < k; ++e) {
                walk.columns[row * k + e] = line[e].first;
                walk.values[row * k + e] = sum > 0 ? line[e].second / sum : 0;
            }
        }
    });
    return walk;
}

Matrix extended_rows(const OwnedSparseRows<double>& walk, const Matrix& phi, const Vector& values, Context& context) {
    Matrix rows = times(walk.view(), phi, context);
    rows.array().rowwise() /= values.transpose().array();
    return rows;
}

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
