#pragma once

#include "questions/base.hpp"
#include "questions/beliefs.hpp"
#include "questions/holders.hpp"
#include "questions/label_learner.hpp"

#include <cstdint>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace questions {

/// A part of a cluster of the start that answers cut off.
struct Piece {
    Index root = 0;
    Index size = 0;
    Index home = -1;    ///< an item of the cluster that it was put into or may belong to; -1: it is a new cluster
    double p_home = 1;  ///< how probably it is where it belongs
};

/// The partition that follows from the beliefs, and how sure every part of it is.
struct Grouping {
    int n_clusters = 0;
    std::vector<std::int32_t> labels;
    std::vector<Index> sizes;                   ///< by label; 0 where a cluster of the start was joined with another
    std::vector<std::int32_t> representatives;  ///< by label: an item to ask about; -1: the cluster is empty
    Holders holders;                            ///< what every item hangs on
    std::vector<std::uint8_t> linked;           ///< the item is held by its link to its holder
    std::vector<double> p_wrong;                ///< of that link; 0 where it follows from answers
    std::vector<std::int32_t> below;            ///< items that hang on this one by links, itself included
    std::vector<Piece> pieces;                  ///< largest first
    std::vector<double> confidence;             ///< of the label of every item
    Learnt learnt;                              ///< what the asked items say of the others
};

/// Joins what the answers join, then items along the links of the skeleton, the safest first, as far as no answer
/// forbids it. Pieces that are cut off go to the likeliest cluster that is not forbidden, or become new ones. Items
/// that nobody was asked about then follow the asked ones near them.
Grouping group_items(const Base& base, const Beliefs& beliefs, Reach& reach);

}  // namespace questions
}  // namespace v1
}  // namespace mvlink
