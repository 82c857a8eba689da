#pragma once

#include <mvlink/context.hpp>

#include "methods/mvcsc/problem.hpp"

namespace mvlink {
inline namespace v1 {
namespace mvcsc_steps {

/// The c smallest eigenvectors of sum_k mu_k L_k, orthonormal. `near` may be null: columns that are near them.
Matrix eigenvectors_of(const Problem& problem, const std::vector<double>& mu, double tol, const Matrix* near,
                       Context& context);

/// Those of the mean Laplacian, and equal weights.
State spectral_start(const Problem& problem, double eigen_tol, Context& context);

/// The same with every entry shifted by noise as large as the entries are, then orthonormal again: another valley, but
/// not one far away.
State perturbed(const State& start, Random random, Context& context);

/// A random orthonormal F of so many columns (the start of the paper), and equal weights. One column: centred.
State random_start(const Problem& problem, Index columns, Random random, Context& context);

/// The one column of the two-class form: the second eigenvector, centred.
State two_class_start(const State& spectral, Context& context);

}  // namespace mvcsc_steps
}  // namespace v1
}  // namespace mvlink
