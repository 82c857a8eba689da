#pragma once

#include <mvlink/constraint.hpp>
#include <mvlink/export.hpp>
#include <mvlink/random.hpp>

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

/// Sampling constraints from the known classes of several views.
namespace mvlink {
inline namespace v1 {

/// Where the two rows of a pair lie.
enum class PairPlace {
    within,   ///< in one view
    between,  ///< in two views
    anywhere  ///< any two rows
};

/// How many pairs, of which kind, and how many of them wrong. Exactly one of count, percent and per_row is given.
struct ViewSampleOptions {
    PairPlace place = PairPlace::between;
    std::vector<std::pair<int, int>> between = {};  ///< pairs of views, where the place is `between`; empty: all
    Index count = -1;                               ///< number of pairs, drawn uniformly from all that may be drawn
    double percent = -1;          ///< of the pairs of every view, and of every pair of views (n_a n_b), each by itself
    double per_row = -1;          ///< as many times as there are rows of known class in the views that take part
    double must_share = -1;       ///< share of must-links; negative: as they occur in random pairs
    double wrong_share = 0;       ///< share of the pairs whose type is flipped
    double wrong_must_share = 0;  ///< share of the must-links that are flipped, and as many cannot-links with them
};

/// Pairs of rows drawn from known labels without repetition; one list of labels per view (negative: unknown, never
/// drawn; an empty list: the view takes no part). Memory and time are linear in the labels and in what is drawn. If
/// fewer pairs exist than were asked for: Error{input}.
MVLINK_API std::vector<Constraint> sample_constraints(std::span<const std::vector<std::int32_t>> labels,
                                                      const ViewSampleOptions& options, Random random);

}  // namespace v1
}  // namespace mvlink
