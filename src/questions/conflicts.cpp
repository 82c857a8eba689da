#include "questions/conflicts.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <unordered_map>

namespace mvlink {
inline namespace v1 {
namespace questions {
namespace {

/// What was said, also if it is not believed yet: a contradiction is shown as it arises. An answer that is still
/// disbelieved after it was asked for often enough is settled.
bool counts(const PairEvidence& pair) {
    return pair.decided() && (pair.holds() || pair.refuted || pair.same + pair.different < kMostRepeats);
}

/// The "same" answers as a graph over the items that have some.
class SameGraph {
public:
    explicit SameGraph(const Beliefs& beliefs) {
        for (std::size_t number = 0; number < beliefs.pairs.size(); ++number) {
            const PairEvidence& pair = beliefs.pairs[number];
            if (!counts(pair) || !pair.says_same()) continue;
            near_[pair.a].emplace_back(pair.b, static_cast<Index>(number));
            near_[pair.b].emplace_back(pair.a, static_cast<Index>(number));
        }
    }

    /// Numbers of the pairs on a shortest way; empty if there is none. Breadth first.
    [[nodiscard]] std::vector<Index> way(Index from, Index to) const {
        std::unordered_map<Index, std::pair<Index, Index>> came;  // item, pair
        std::deque<Index> open{from};
        came[from] = {-1, -1};
        while (!open.empty() && !came.contains(to)) {
            const Index item = open.front();
            open.pop_front();
            const auto found = near_.find(item);
            if (found == near_.end()) continue;
            for (const auto& [next, number] : found->second) {
                if (came.try_emplace(next, item, number).second) open.push_back(next);
            }
        }
        std::vector<Index> numbers;
        if (!came.contains(to)) return numbers;
        for (Index item = to; item != from; item = came[item].first)
            numbers.push_back(came[item].second);
        std::reverse(numbers.begin(), numbers.end());
        return numbers;
    }

private:
    std::unordered_map<Index, std::vector<std::pair<Index, Index>>> near_;
};

Index weakest_of(const Beliefs& beliefs, const std::vector<Index>& numbers) {
    Index weakest = -1;
    for (const Index number : numbers) {
        const PairEvidence& pair = beliefs.pairs[number];
        if (pair.answers.empty() || pair.same + pair.different >= kMostRepeats) continue;
        if (weakest < 0 || std::abs(pair.total()) < std::abs(beliefs.pairs[weakest].total())) weakest = number;
    }
    return weakest;
}

}  // namespace

std::vector<Cycle> find_cycles(const Beliefs& beliefs) {
    std::vector<Cycle> cycles;
    const SameGraph graph(beliefs);
    for (std::size_t number = 0; number < beliefs.pairs.size() && cycles.size() < kMostConflicts; ++number) {
        const PairEvidence& pair = beliefs.pairs[number];
        if (!counts(pair) || pair.says_same()) continue;
        std::vector<Index> way = graph.way(pair.a, pair.b);
        if (way.empty()) continue;
        way.insert(way.begin(), static_cast<Index>(number));
        cycles.push_back({way, weakest_of(beliefs, way)});
    }
    return cycles;
}

}  // namespace questions
}  // namespace v1
}  // namespace mvlink
