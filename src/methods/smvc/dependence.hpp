#pragma once

#include <mvlink/context.hpp>

#include "kernels/matrix.hpp"

namespace mvlink {
inline namespace v1 {
namespace smvc_method {

/// How much the dimensions of every pair depend on each other, D x D, 0 on the diagonal. Rows of `sample` are
/// standardised.

/// Mutual information in quantile bins, in nats, minus the bias of that many bins.
Matrix mutual_information(const Matrix& sample, Context& context);

/// |correlation|.
Matrix absolute_correlation(const Matrix& sample, Context& context);

/// The most columns that mutual information is computed for.
constexpr Index kMostInformed = 1000;

/// Spectral clustering of the dimensions into `groups`: the leading eigenvectors of the normalised dependence, then
/// K-Means on their rows. The first call for a matrix does the eigenvectors.
class DimensionGroups {
public:
    explicit DimensionGroups(const Matrix& dependence);
    /// The group of every dimension. `seed` and `n_init` are those of K-Means.
    [[nodiscard]] std::vector<int> split(int groups, std::uint64_t seed, int n_init, Context& context) const;

private:
    Eigen::MatrixXd vectors_;  // all eigenvectors, the leading ones last
};

}  // namespace smvc_method
}  // namespace v1
}  // namespace mvlink
