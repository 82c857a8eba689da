#pragma once

#include <mvlink/constraints.hpp>

#include <span>

namespace mvlink {
inline namespace v1 {
namespace constraints {

/// What constraints amount to: distinct pairs, each with a < b, as a Dataset keeps them. Linear in them: the closure is
/// counted, never expanded.
ConstraintSummary summarize(std::span<const Constraint> given, const Objects& objects = {});

}  // namespace constraints
}  // namespace v1
}  // namespace mvlink
