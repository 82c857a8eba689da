#pragma once

#include <mvlink/dataset.hpp>
#include <mvlink/options.hpp>

#include "methods/propagation/joint_closure.hpp"

namespace mvlink {
inline namespace v1 {
namespace propagation_steps {

/// What the closure should do: as asked for, or, if that is left open, no closure where the constraints of one view
/// contradict each other by themselves. Error{input} with the smallest chain if they contradict the mapping.
ClosureRules checked_rules(const Dataset& data, const OrAuto<bool>& closure, bool across_views);

}  // namespace propagation_steps
}  // namespace v1
}  // namespace mvlink
