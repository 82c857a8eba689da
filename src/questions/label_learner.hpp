#pragma once

#include "questions/base.hpp"
#include "questions/beliefs.hpp"
#include "questions/reach.hpp"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace questions {

/// A Gaussian process over the items, one value per label. Its mean is `links` for the label that the links give an
/// item and 0 for the others; how much two items have in common falls with their distance as a Gaussian of `width`.
struct LearnerRule {
    double width = 0;
    double links = 0;
    /// Probability of every label of an asked item by what the others say.
    std::unordered_map<Index, std::vector<double>> expected = {};
};

/// The rule that best predicts the label of every asked item from the other asked ones and the start, leaving it out.
/// While little was asked, the links are preferred.
LearnerRule choose_rule(const Base& base, const std::vector<Index>& asked, const std::vector<std::int32_t>& labels,
                        int n_clusters, const Reach& reach);

/// Items of the answers that are believed, in the order of their first answers.
std::vector<Index> asked_items(const Beliefs& beliefs);

/// What the learner says of an item that nobody was asked about.
struct Doubt {
    std::int32_t item = 0;
    float p_wrong = 0;         ///< probability that its label is wrong
    std::int32_t nearest = 0;  ///< the nearest asked item of its label
};

/// What the learner adds to a grouping.
struct Learnt {
    std::vector<Doubt> doubts;                                ///< of the items that some asked one reaches
    std::unordered_map<Index, std::vector<double>> expected;  ///< labels of an asked item, by what the others say
    std::vector<float> told;  ///< by item: how much asked ones say of it, 0 to 1; empty where nothing was learnt
};

/// Lets every item that nobody was asked about follow the asked ones near it. A local correction of what moved along
/// links as a whole. Moves `share`, the probability that a label is right, as far as the asked ones say something.
Learnt follow_asked(const Base& base, const Beliefs& beliefs, int n_clusters, Reach& reach,
                    std::vector<std::int32_t>& labels, std::vector<double>& share);

}  // namespace questions
}  // namespace v1
}  // namespace mvlink
