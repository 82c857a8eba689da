#pragma once

#include <mvlink/context.hpp>

#include "kernels/stiefel.hpp"
#include "methods/mvcsc/object_links.hpp"
#include "methods/mvcsc/quadratic.hpp"

#include <vector>

/// The constraints of mode=corrected.
///
/// Departure: the paper's row (+1, +1) of a cannot-link has the same L1 norm whether its two objects are in one cluster
/// or in two, once there are more than two clusters. Here a cannot-link costs <F_i, F_j>^2, which is 0 for two clusters
/// and positive for one, and a must-link costs |F_i - F_j|^2. Neither depends on the basis of F, and both are scaled so
/// that gamma means the same for every number of objects, clusters and constraints.
namespace mvlink {
inline namespace v1 {
namespace mvcsc_steps {

/// gamma n / (2 c M) sum_ML w |F_i - F_j|^2 + gamma n^2 / (2 c^2 M) sum_CL w <F_i, F_j>^2 over M constraints.
class ConstraintTerms {
public:
    ConstraintTerms(const std::vector<ObjectPair>& pairs, double gamma, Index n, Index c);

    /// The must-links as weights of a graph, factor included; the first term is Tr(F' L F) / 2 of its Laplacian.
    [[nodiscard]] const kernels::OwnedSparseRows<double>& must() const { return must_; }
    /// The row sums of must().
    [[nodiscard]] const Vector& must_degree() const { return must_degree_; }

    /// The second term; its gradient is added to G.
    double add_cannot(const Matrix& F, Matrix& G, Context& context) const;

private:
    kernels::OwnedSparseRows<double> must_, cannot_;  // n x n, factors included
    Vector must_degree_;
};

/// The objective for fixed weights of the views, as a function of F: Tr(F'AF)/2 plus the cannot-links. A is the
/// weighted sum of the views' Laplacians and of that of terms.must(). `terms` and the context must outlive it.
kernels::StiefelFunction corrected_objective(const ConstraintTerms& terms, Quadratic A, Context& context);

}  // namespace mvcsc_steps
}  // namespace v1
}  // namespace mvlink
