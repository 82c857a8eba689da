#pragma once

#include <mvlink/constraint.hpp>
#include <mvlink/dataset.hpp>
#include <mvlink/export.hpp>
#include <mvlink/random.hpp>
#include <mvlink/result.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

/// Making, checking and counting constraints.
namespace mvlink {
inline namespace v1 {

struct SampleOptions {
    Index count = 100;       ///< distinct pairs; fewer exist: Error{input}
    double must_share = -1;  ///< share of must-links; negative: as they occur in random pairs (as in the papers)
    double wrong_share = 0;  ///< share of the pairs whose type is flipped
};

/// Pairs of rows of one view drawn from known labels (negative: unknown, never drawn), without repetition, in the order
/// drawn.
MVLINK_API std::vector<Constraint> sample_constraints(std::span<const std::int32_t> labels, int view,
                                                      const SampleOptions& options, Random random);

/// What the judgements of a dataset amount to. One on objects counts once; where all are on objects, so do components,
/// instances and what the closure adds.
struct ConstraintSummary {
    Index must = 0, cannot = 0;
    Index implied_must = 0, implied_cannot = 0;  ///< what the closure adds
    Index components = 0;                        ///< groups of at least two instances joined by must-links
    Index largest_component = 0;
    Index instances = 0;                ///< with at least one constraint
    std::vector<Constraint> conflicts;  ///< cannot-links inside a component
};

/// How many judgements the constraints of the dataset stand for: one on objects counts once, whatever follows from
/// judgements does not.
MVLINK_API Index count_judgements(const Dataset& data);

MVLINK_API ConstraintSummary summarize_constraints(const Dataset& data);

/// Satisfied and violated counts of the dataset's judgements under the labels of the views; cost = weight x
/// constraint_weight. Labels: one span per view, empty where a view has none (its constraints are then left out).
MVLINK_API ConstraintReport report_constraints(const Dataset& data,
                                               std::span<const std::span<const std::int32_t>> labels,
                                               double constraint_weight = 1);

/// Splits rows into folds whose sizes differ by at most one; fold f of the result lists its rows, increasing.
MVLINK_API std::vector<std::vector<Index>> make_folds(Index rows, int folds, Random random);

}  // namespace v1
}  // namespace mvlink
