#pragma once

#include "questions/base.hpp"
#include "questions/closure.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace questions {

/// What every item hangs on, and how far parts follow the item that left their cluster.
struct Holders {
    std::vector<std::int32_t> of;  ///< its parent, or what its parent was cut off from; -1: a top
    double p_follow = 0.5;         ///< how probably a part goes where its item goes, by the cases that were asked about
};

/// An item that answers cut off from its holder leaves alone: what hangs on it stays, branch by branch, until a second
/// item of the part is known to be different from that holder too, in the branch itself or in one that is joined to the
/// item later. Where parts were found to follow (more than twice as often as not) they leave with the item, if no
/// answer says that theirs stays.
/// `known`: what the answers entail; `asked`: the items that they are about.
Holders find_holders(const Base& base, std::span<const Index> asked, Closure& known);

}  // namespace questions
}  // namespace v1
}  // namespace mvlink
