#pragma once

#include <mvlink/options.hpp>
#include <mvlink/random.hpp>

#include "methods/propagation/propagate.hpp"

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace propagation_steps {

/// A constraint that a view was told of: between its rows a < b, because of a pair of rows in view `from`.
struct Received {
    Index a = 0, b = 0;
    Link link = Link::must;
    double weight = 0;
    int from = 0;
    Propagated there = {};
    bool operator==(const Received&) const = default;
};

/// Cluster Membership (sec. 6.2): every pair of mapped rows by whether they share a cluster, weight 1; of more than
/// `most` pairs a random choice.
std::vector<Propagated> by_membership(std::span<const Index> mapped, std::span<const std::int32_t> labels, Index most,
                                      Random random);

/// f_{U -> V}, Eq. (12): onto all pairs of rows that the two rows are related to; onto one and the same row: dropped.
/// Rows of two groups are related to the same rows, so only the heaviest constraint between them is carried over. Of
/// what the closure holds anyway and of the others no more than `most` each: the heaviest. Where judgements of less
/// than weight 1 relate the rows of a group, nothing that is carried over weighs more than they do.
std::vector<Received> transferred(const JointClosure& closure, int from, std::span<const Propagated> constraints,
                                  int to, Index most = std::numeric_limits<Index>::max());

/// The max-union of Eq. (14), by pair and type.
std::vector<Received> heaviest_of_each(std::vector<Received> received);

/// The constraint was given, or the closure holds it.
bool is_certain(const ViewConstraints& constraints, const JointClosure& closure, int view, const Received& received);

/// Since which round each received pair and type has been there, if `since` says so of those of the round before. Both
/// lists are those of heaviest_of_each.
std::vector<int> rounds_since(std::span<const Received> before, std::span<const int> since,
                              std::span<const Received> now, int round);

/// The weights with which received constraints count if a row hears every constraint once: W / max(n_a, n_b), n_a
/// being the sum of the weights at row a over the largest of them, of all that come from the same constraint (u, v). It
/// reaches a row in as many pairs as there are rows near its other end, and if it is wrong, all of them are.
std::vector<double> shared_weights(std::span<const Received> received);

/// C-tilde of step 9: the certain constraints of a view with those received, whose weights are multiplied by `factor`,
/// or shared if it is auto. What is certain anyway is not received again, unless it weighs more.
std::vector<Constraint> unified(const ViewConstraints& constraints, const JointClosure& closure, int view,
                                std::span<const Received> received, const OrAuto<double>& factor = 1.0);

}  // namespace propagation_steps
}  // namespace v1
}  // namespace mvlink
