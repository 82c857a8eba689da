#include "methods/spectral/amgl_steps.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace mvlink {
inline namespace v1 {
namespace spectral_family {
namespace {

constexpr double kLeastRoughness = 1e-10;  // per coordinate, whose largest roughness is 2

}  // namespace

std::vector<double> roughness_of_views(const ObjectGraphs& graphs, const Matrix& F, Context& context) {
    std::vector<double> found;
    for (const ViewGraph& view : graphs.views) {
        found.push_back(roughness(view, F, context));
    }
    return found;
}

double amgl_objective(std::span<const double> roughness) {
    double sum = 0;
    for (const double trace : roughness) {
        sum += std::sqrt(trace);
    }
    return sum;
}

bool is_too_smooth(double roughness, int n_clusters) {
    return roughness <= kLeastRoughness * n_clusters;
}

std::vector<double> amgl_weights(std::span<const double> roughness, int n_clusters) {
    std::vector<double> weights;
    for (const double trace : roughness) {
        weights.push_back(1 / (2 * std::sqrt(std::max(trace, kLeastRoughness * n_clusters))));
    }
    const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
    for (double& weight : weights) {
        weight /= sum;
    }
    return weights;
}

double largest_change(std::span<const double> before, std::span<const double> after) {
    double change = 0;
    for (std::size_t v = 0; v < before.size(); ++v) {
        change = std::max(change, std::abs(after[v] - before[v]));
    }
    return change;
}

}  // namespace spectral_family
}  // namespace v1
}  // namespace mvlink
