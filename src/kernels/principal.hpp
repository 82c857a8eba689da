#pragma once

#include <mvlink/context.hpp>
#include <mvlink/matrix.hpp>

#include <span>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace kernels {

/// The mean of some rows and the directions in which they vary most, the strongest first.
struct Principal {
    std::vector<double> mean;        ///< d
    std::vector<double> components;  ///< count x d, row after row; orthonormal, the largest loading of each positive
};

/// The first `count` principal components, 1 <= count <= min(n, d). Sparse rows are centred implicitly.
///
/// Exact for d <= 1024 (eigenvectors of the covariance) and for few rows (n <= 1024 with n d <= 2^24: those of the
/// inner products); beyond, by subspace iteration from a random start until their variance converges.
/// Instantiated for DenseRows and SparseRows of float and double.
template <class Rows>
Principal principal_components(const Rows& X, Index count, Context& context);

/// (x - mean) components' for every row: n x count, row after row.
template <class Rows>
std::vector<typename Rows::Scalar> project(const Rows& X, std::span<const double> mean,
                                           std::span<const double> components, Context& context);

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
