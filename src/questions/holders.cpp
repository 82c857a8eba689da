#include "questions/holders.hpp"

#include <algorithm>
#include <limits>
#include <map>

namespace mvlink {
inline namespace v1 {
namespace questions {
namespace {

constexpr double kToLeave = 2;  // so many parts must have followed for one that stayed before others leave at once

/// An asked item that hangs on another one, and the length of the branch that it is in.
struct Witness {
    Index item;
    double branch;
};
using Witnesses = std::map<Index, std::vector<Witness>>;  // by the asked item that they hang on

Witnesses witnesses_of(const Base& base, std::span<const Index> asked) {
    Witnesses witnesses;
    for (const Index item : asked)
        witnesses[item];
    for (const Index item : asked) {
        Index from = item;
        for (Index at = base.tree.parent[item]; at >= 0; from = at, at = base.tree.parent[at]) {
            const auto found = witnesses.find(at);
            if (found != witnesses.end()) found->second.push_back({item, base.tree.length[from]});
        }
    }
    return witnesses;
}

/// Nothing but the start says what belongs together in two spaces: nothing stays behind in another one.
bool leaves(const Base& base, Index item, Index holder, Closure& known) {
    return holder >= 0 && base.cloud.space[item] == base.cloud.space[holder] && known.apart(item, holder);
}

struct Cases {
    double followed = 0, stayed = 0;
};

Cases count_cases(const Base& base, const Witnesses& witnesses, Closure& known) {
    Cases cases;
    for (const auto& [item, below] : witnesses) {
        const Index parent = base.tree.parent[item];
        if (!leaves(base, item, parent, known)) continue;
        for (const Witness& witness : below) {
            cases.followed += known.apart(witness.item, parent) ? 1 : 0;
            cases.stayed += known.joined(witness.item, parent) ? 1 : 0;
        }
    }
    return cases;
}

/// Branches of an item that left follow it up to this length.
double follows_up_to(Index item, Index holder, const std::vector<Witness>& below, bool at_once, Closure& known) {
    double longest = 0;
    for (const Witness& witness : below) {
        if (known.joined(witness.item, holder)) at_once = false;
        if (known.apart(witness.item, holder) && !known.apart(witness.item, item))
            longest = std::max(longest, witness.branch);
    }
    return at_once ? std::numeric_limits<double>::infinity() : longest;
}

}  // namespace

Holders find_holders(const Base& base, std::span<const Index> asked, Closure& known) {
    Holders holders{base.tree.parent, 0.5};
    if (asked.empty()) return holders;
    const Witnesses witnesses = witnesses_of(base, asked);
    const Cases cases = count_cases(base, witnesses, known);
    holders.p_follow = (1 + cases.followed) / (2 + cases.followed + cases.stayed);
    const bool at_once = cases.followed > kToLeave * cases.stayed;
    std::vector<std::uint8_t> is_asked(base.tree.parent.size(), 0);
    for (const Index item : asked)
        is_asked[item] = 1;
    std::map<Index, double> left;  // how far the branches of an item that left follow it
    for (const std::int32_t item : base.tree.top_down) {
        const std::int32_t parent = base.tree.parent[item];
        if (parent >= 0 && is_asked[parent] != 0) {
            const auto found = left.find(parent);
            if (found != left.end() && base.tree.length[item] > found->second) holders.of[item] = holders.of[parent];
        }
        if (is_asked[item] == 0 || !leaves(base, item, holders.of[item], known)) continue;
        left[item] = follows_up_to(item, holders.of[item], witnesses.at(item), at_once, known);
    }
    return holders;
}

}  // namespace questions
}  // namespace v1
}  // namespace mvlink
