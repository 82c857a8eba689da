#pragma once

#include "methods/propagation/co_em.hpp"
#include "methods/propagation/threshold.hpp"

namespace mvlink {
inline namespace v1 {
namespace propagation_steps {

/// What the views have inferred for each other in the last round, by view, pair and type.
std::vector<PropagatedConstraint> inferred(const CoEm& run);

/// The answer of a run: every view as the base method gives it, with numbers of clusters that mean the same in all
/// views, the consensus of objects, and what should be known about it.
Result result_of(const Dataset& data, const PropagationOptions& options, CoEm& run, const ThresholdChoice& choice,
                 Context& context);

}  // namespace propagation_steps
}  // namespace v1
}  // namespace mvlink
