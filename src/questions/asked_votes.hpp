#pragma once

#include "questions/base.hpp"
#include "questions/beliefs.hpp"

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace questions {

/// Which items are near an asked one, and how near. What was found is remembered: it follows from the base alone.
class Reach {
public:
    explicit Reach(const Base& base) : base_(base) {}

    /// The nearest kMostReached items and their distances, in units of how dense the items lie around both ends.
    const std::vector<std::pair<std::int32_t, float>>& of(Index asked);
    /// The same between two items; infinite between two spaces.
    [[nodiscard]] double distance(Index a, Index b) const noexcept;

private:
    const Base& base_;
    std::unordered_map<Index, std::vector<std::pair<std::int32_t, float>>> found_;
};

/// Votes of the asked items near an item, against the label that its links give it.
struct VoteRule {
    double width = 0;  ///< of a Gaussian: how far an asked item is heard
    double links = 0;  ///< what the links count, in asked items at distance 0
};

/// The rule that best predicts the label of every asked item from the other asked ones and the start, leaving itself
/// out. While little was asked, the links are preferred.
VoteRule choose_rule(const Base& base, const std::vector<Index>& asked, const std::vector<std::int32_t>& labels,
                     const Reach& reach);

/// Items of the answers that are believed, in the order of their first answers.
std::vector<Index> asked_items(const Beliefs& beliefs);

/// Lets every item that nobody was asked about follow the asked ones near it. A local correction of what moved along
/// links as a whole. Sets `share` of the items that it looked at to the share of votes for their label.
void follow_asked(const Base& base, const Beliefs& beliefs, int n_clusters, Reach& reach,
                  std::vector<std::int32_t>& labels, std::vector<double>& share);

}  // namespace questions
}  // namespace v1
}  // namespace mvlink
