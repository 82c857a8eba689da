#pragma once

#include <mvlink/context.hpp>

#include "kernels/matrix.hpp"
#include "methods/common/rounds.hpp"
#include "methods/spectral/view_graphs.hpp"

#include <span>
#include <vector>

/// AMGL: min over F'F = I of sum_v sqrt(tr(F' L_v F)).
namespace mvlink {
inline namespace v1 {
namespace spectral_family {

struct AmglTrial : Course {
    std::vector<double> weights;    ///< of the views, with sum 1
    Matrix vectors;                 ///< eigenvectors of the weighted sum, where the next ones begin
    Matrix F;                       ///< coordinates of the objects
    std::vector<double> roughness;  ///< tr(F' L_v F) of every view
};

std::vector<double> roughness_of_views(const ObjectGraphs& graphs, const Matrix& F, Context& context);

/// sum_v sqrt(tr(F' L_v F))
double amgl_objective(std::span<const double> roughness);

/// a_v = 1 / (2 sqrt(tr(F' L_v F))), scaled to sum 1: the eigenvectors do not see the scale. A trace of (almost) 0 is
/// raised to 1e-10 per coordinate.
std::vector<double> amgl_weights(std::span<const double> roughness, int n_clusters);

/// Whether the trace is so small that it is raised.
bool is_too_smooth(double roughness, int n_clusters);

double largest_change(std::span<const double> before, std::span<const double> after);

}  // namespace spectral_family
}  // namespace v1
}  // namespace mvlink
