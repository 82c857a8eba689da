#pragma once

#include <mvlink/constraints.hpp>

#include <span>

namespace mvlink {
inline namespace v1 {
namespace constraints {

/// Summary of constraints: distinct pairs, each with a < b, as a Dataset keeps them. Linear in them: the closure is
/// counted, never expanded.
ConstraintSummary summarize(std::span<const Constraint> given);

}  // namespace constraints
}  // namespace v1
}  // namespace mvlink
