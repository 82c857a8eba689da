#include "questions/checks.hpp"

#include "questions/random_pairs.hpp"

#include <cmath>

namespace mvlink {
inline namespace v1 {
namespace questions {
namespace {

constexpr Index kLongAgo = 20;

std::optional<Ask> old_pair(const State& state, std::span<const Answer> answers, Random random) {
    std::vector<const PairEvidence*> candidates;
    for (const PairEvidence& pair : state.beliefs.pairs) {
        if (pair.answers.size() != 1 || pair.same + pair.different != 1) continue;
        if (pair.answers.front() + kLongAgo <= static_cast<Index>(answers.size())) candidates.push_back(&pair);
    }
    if (candidates.empty()) return std::nullopt;
    const PairEvidence& pair = *candidates[random.below(static_cast<Index>(candidates.size()))];
    return Ask{pair.a,
               pair.b,
               QuestionKind::repeat,
               "Asked again, to see how reliable answers are.",
               1 / (1 + std::exp(-pair.total())),
               0};
}

}  // namespace

bool check_is_due(Index n_answers, int check_every) {
    return check_every > 0 && (n_answers + 1) % check_every == 0;
}

std::optional<Ask> next_check(State& state, std::span<const Answer> answers, int check_every, const Context& context) {
    const Index n = static_cast<Index>(answers.size());
    const Index turn = (n + 1) / check_every;
    const auto seed = static_cast<std::uint64_t>(n);
    if (turn % 2 == 0) {
        if (auto ask = old_pair(state, answers, context.stream("questions/repeat", seed))) return ask;
    }
    auto ask = random_pair(state, context.stream("questions/audit", seed), (turn / 2) % 2 == 0);
    if (ask) {
        ask->kind = QuestionKind::audit;
        ask->why = "A pair drawn at random, to measure how good the clusters are.";
    }
    return ask;
}

}  // namespace questions
}  // namespace v1
}  // namespace mvlink
