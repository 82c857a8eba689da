#pragma once

#include <mvlink/context.hpp>
#include <mvlink/dataset.hpp>
#include <mvlink/propagation.hpp>
#include <mvlink/result.hpp>

#include "methods/propagation/joint_closure.hpp"

#include <vector>

namespace mvlink {
inline namespace v1 {
namespace propagation_steps {

/// How the threshold was chosen; empty where the judgements are too few to hold any out.
struct ThresholdChoice {
    double threshold = 0.75;
    std::vector<TriedThreshold> tried;
};

/// Folds of the given constraints such that none of a fold follows from the others: a group of must-linked rows, or a
/// pair of such groups, is never divided. At most `folds`, none empty.
std::vector<std::vector<Constraint>> closure_disjoint_folds(const Dataset& data, int folds, Random random);

/// Sec. 6.3: the threshold with the best cross-validated score; the largest of the best. The closure is decided
/// once, for all judgements: those that stay when some are held out might be refused.
ThresholdChoice choose_threshold(const Dataset& data, const PropagationOptions& options, const ClosureRules& rules,
                                 Context& context);

}  // namespace propagation_steps
}  // namespace v1
}  // namespace mvlink
