#pragma once

#include "constraints/components.hpp"

#include <span>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace constraints {

/// The pairs with some soft must-links made certain, for the start of a run alone: the heaviest first (ties by node),
/// each unless the group that it makes would hold both ends of a cannot-link, certain or soft.
std::vector<Pair> with_safe_joins(std::span<const Pair> pairs);

}  // namespace constraints
}  // namespace v1
}  // namespace mvlink
