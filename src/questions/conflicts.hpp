#pragma once

#include <mvlink/questions.hpp>

#include "questions/base.hpp"
#include "questions/beliefs.hpp"

#include <vector>

namespace mvlink {
inline namespace v1 {
namespace questions {

constexpr int kMostRepeats = 3;  ///< how often a pair is asked, at most
constexpr std::size_t kMostConflicts = 100;

/// A cycle of pairs with exactly one "different".
struct Cycle {
    std::vector<Index>
        pairs;           ///< numbers in Beliefs::pairs, the "different" first, then the way from one end to the other
    Index weakest = -1;  ///< of them, the one to ask again; -1: all were asked often enough
};

/// For every "different" whose ends are joined by "same" answers, the shortest such way. The oldest first, at most
/// kMostConflicts.
std::vector<Cycle> find_cycles(const Beliefs& beliefs);

}  // namespace questions
}  // namespace v1
}  // namespace mvlink
