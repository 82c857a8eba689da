#pragma once

#include <mvlink/context.hpp>

#include "methods/mvcsc/problem.hpp"

namespace mvlink {
inline namespace v1 {
namespace mvcsc_steps {

/// The c smallest eigenvectors of the mean Laplacian, and equal weights.
State spectral_start(const Problem& problem, double eigen_tol, int eigen_iter, Context& context);

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
