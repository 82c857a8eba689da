#include "questions/random_pairs.hpp"

namespace mvlink {
inline namespace v1 {
namespace questions {
namespace {

constexpr int kDraws = 2000;

class RandomPairs final : public Strategy {
public:
    std::optional<Ask> next(State& state, Context& context) override {
        auto ask = random_pair(state, context.stream("questions/random", static_cast<std::uint64_t>(state.n_answers)),
                               std::nullopt);
        if (ask) ask->why = "A pair drawn at random.";
        return ask;
    }
};

}  // namespace

std::optional<Ask> random_pair(State& state, Random random, std::optional<bool> within) {
    const Index n = state.base.count();
    if (n < 2) return std::nullopt;
    for (int draw = 0; draw < kDraws; ++draw) {
        const Index a = random.below(n);
        const Index b = random.below(n);
        const bool together = state.grouping.labels[a] == state.grouping.labels[b];
        if (a == b || (within && draw < kDraws / 2 && together != *within) || !is_open(state, a, b)) continue;
        return Ask{a, b, QuestionKind::strategy, "", together ? 1.0 : 0.0, 0};
    }
    return std::nullopt;
}

std::unique_ptr<Strategy> make_random_strategy() {
    return std::make_unique<RandomPairs>();
}

}  // namespace questions
}  // namespace v1
}  // namespace mvlink
