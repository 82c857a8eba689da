#pragma once

#include <mvlink/constraint.hpp>
#include <mvlink/dataset.hpp>
#include <mvlink/export.hpp>

#include <string>
#include <vector>

/// Whether judgements can all be right, and what they say about the number of clusters.
namespace mvlink {
inline namespace v1 {

/// A cannot-link, or a group that a rule keeps apart, whose two objects must-links join: one of these judgements is
/// wrong, or the mapping or the rule is.
struct Contradiction {
    Constraint cannot;       ///< of a group: two of its objects, with origin `implied`
    std::string group = {};  ///< the value that both objects have; empty: a cannot-link was given
    /// The fewest must-links that join the two, in order. Where one ends and the next begins at different rows, these
    /// rows are mapped to each other. Empty: both ends are rows of one object.
    std::vector<Constraint> chain;
};

/// One per cannot-link that is contradicted, in the order of the dataset, then those of groups; at most `most` of them.
/// Rows that are mapped to each other count as one, so a chain may lead through several views.
MVLINK_API std::vector<Contradiction> find_contradictions(const Dataset& data, std::size_t most = 100);

/// How many clusters satisfy every judgement and the group rule, where they do not contradict each other.
struct ClusterBounds {
    Index least = 1;                     ///< so many objects are pairwise apart
    std::vector<InstanceId> apart = {};  ///< one row of each of them
    Index enough = 1;                    ///< with so many clusters all cannot-links can be satisfied
    Index most = 0;                      ///< groups that must-links leave, single objects among them
    Index judged = 0;                    ///< objects with at least one judgement
    Index objects = 0;
};
MVLINK_API ClusterBounds cluster_bounds(const Dataset& data);

/// The judgements and all that follows from them: must-links within groups that must-links join, cannot-links between
/// groups that a cannot-link keeps apart, of origin `implied` and the weight of the lightest judgement that each may
/// follow from. Contradicted cannot-links imply nothing. More than `most` pairs: Error{input}.
MVLINK_API std::vector<Constraint> closed_constraints(const Dataset& data, Index most = 1'000'000);

}  // namespace v1
}  // namespace mvlink
