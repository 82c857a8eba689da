#pragma once

#include <vector>

/// When a run has converged, as its objective shows. Every rule looks at the last two rounds and is false before the
/// second.
namespace mvlink {
inline namespace v1 {

/// The last iteration changed the objective by no more than this fraction. An objective that may pass through zero is
/// taken to be at least `least` in size.
bool has_settled(const std::vector<double>& objective, double tol, double least = 0);

/// The last round lowered the objective (>= 0) by no more than this share of what it was, or raised it.
bool has_stopped_falling(const std::vector<double>& objective, double tol);

/// The last round changed the objective by less than `amount`, or by less than its sums can show.
bool has_settled_within(const std::vector<double>& objective, double amount);

}  // namespace v1
}  // namespace mvlink
