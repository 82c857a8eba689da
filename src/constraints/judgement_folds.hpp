#pragma once

#include <mvlink/dataset.hpp>
#include <mvlink/random.hpp>

#include "constraints/judgements.hpp"

#include <vector>

namespace mvlink {
inline namespace v1 {
namespace constraints {

/// Judgements divided into folds such that nothing in a fold follows from the others. Objects that must-links join are
/// one group; a unit is all judgements inside one group, or all between two groups. A unit is never divided, so neither
/// the closure, nor a copy in another view, nor the mapping tells one fold what another one holds.
struct JudgementFolds {
    std::vector<Index> unit;  ///< of each judgement; numbered in the order of judgements
    std::vector<int> fold;    ///< of each judgement
    Index units = 0;
    int folds = 0;  ///< at most as many as there are units; every one holds a judgement
};

/// Must-links and cannot-links are each spread as evenly as units allow, the largest units first.
JudgementFolds judgement_folds(const Judgements& judgements, const Objects& objects, int folds, Random random);

}  // namespace constraints
}  // namespace v1
}  // namespace mvlink
