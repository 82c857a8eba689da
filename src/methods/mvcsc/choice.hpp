#pragma once

#include "methods/mvcsc/problem.hpp"

#include <span>
#include <vector>

/// Which of two solutions the constraints and the views prefer.
namespace mvlink {
inline namespace v1 {
namespace mvcsc_steps {

/// Whether the first violates fewer constraints by more than chance: by more than one standard error of the difference,
/// in which only constraints count that one of the two violates, and by more than `least`. A few constraints that
/// differ prove nothing, nor do many that weigh next to nothing.
bool violates_fewer(std::span<const double> one, std::span<const double> other, double least = 0);

/// Whether a view has weight on which F is hardly smoother than it would be on a graph that has nothing to do with F:
/// there the c - 1 columns beside the trivial one have a roughness of 1/2 each.
bool uses_view_at_chance(const Trial& trial);

/// The largest beta with which F, as rough as it is on each view, would ignore the views at chance. 0: all are.
double beta_without_chance(const Trial& trial);

}  // namespace mvcsc_steps
}  // namespace v1
}  // namespace mvlink
