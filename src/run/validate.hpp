#pragma once

#include <mvlink/evidence.hpp>

#include "run/sitting.hpp"

namespace mvlink {
inline namespace v1 {
namespace pipeline {

/// How well a method predicts judgements that it does not see, beside the same without any judgement: folds + 1 runs
/// with at most two starts each, on a sample if there are many rows. Never from the start of the run itself: that may
/// have seen them. `data` is prepared.
HeldOut held_out_agreement(const Dataset& data, const std::string& method, const std::vector<OptionText>& options,
                           int folds, Context& context);

/// What the same features say without guidance: by the method itself, or by K-Means if it needs judgements. Fills in
/// `unguided` and `without`.
void measure_unguided(const Exam& exam, const Recipe& recipe, Context& context, HeldOut& found);

}  // namespace pipeline
}  // namespace v1
}  // namespace mvlink
