#pragma once

#include <mvlink/constraint.hpp>
#include <mvlink/dataset.hpp>
#include <mvlink/export.hpp>
#include <mvlink/random.hpp>

#include <vector>

/// Judgements to learn from and judgements to test with.
namespace mvlink {
inline namespace v1 {

/// A judgement (or a copy of one on objects) and the fold that it is in, from 0.
struct FoldedConstraint {
    Constraint constraint;
    int fold = 0;
};

/// Divides the judgements of a dataset into folds such that nothing in a fold follows from the others: not by the
/// closure, not through the mapping, not as a copy in another view. Must-links and cannot-links are each spread as
/// evenly as that allows. Error{input} if fewer parts than `folds` can be told apart, Error{usage} if `folds` < 2.
MVLINK_API std::vector<FoldedConstraint> constraint_folds(const Dataset& data, int folds, Random random);

}  // namespace v1
}  // namespace mvlink
