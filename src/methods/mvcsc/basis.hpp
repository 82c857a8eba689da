#pragma once

#include <mvlink/context.hpp>

#include "methods/mvcsc/solve.hpp"

namespace mvlink {
inline namespace v1 {
namespace mvcsc_steps {

/// Turns F, and the centres with it, so that F' S_mu F is diagonal, the largest entry first: the basis in which every
/// column shrinks by a factor of its own when the graph is applied, as the extension to new rows assumes. Labels and
/// the corrected objective do not depend on the basis. The largest |entry| of every column is positive.
void turn_to_principal_basis(const Problem& problem, Answer& answer, Context& context);

}  // namespace mvcsc_steps
}  // namespace v1
}  // namespace mvlink
