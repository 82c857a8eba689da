#pragma once

#include "kernels/laplacian.hpp"
#include "kernels/matrix.hpp"

#include <vector>

namespace mvlink {
inline namespace v1 {
namespace constrained_spectral {

/// Vectors v of length 1, orthogonal to D^1/2 1, with v'Qb v > b: solutions of L v = lambda (Qb - b I) v with lambda >
/// 0, where Qb = D^-1/2 Z D^-1/2.
struct Cuts {
    double b = 0;     ///< 0 or less: the constraints leave fewer than K - 1 directions
    Index above = 0;  ///< eigenvalues of Qb above b; as many vectors are feasible (Sylvester's law of inertia)
    std::vector<double> costs;  ///< v'L v of the cheapest, ascending
    Eigen::MatrixXd vectors;    ///< n x as many columns
};

/// The K - 1 cheapest cuts, if there are as many; b is `strictness` times the (K-1)th largest eigenvalue of Qb. K >= 2.
Cuts cheapest_cuts(const kernels::NormalizedGraph& graph, const Eigen::MatrixXd& Z, int n_clusters, double strictness);

}  // namespace constrained_spectral
}  // namespace v1
}  // namespace mvlink
