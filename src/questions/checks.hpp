#pragma once

#include "questions/strategy.hpp"

#include <optional>
#include <span>

namespace mvlink {
inline namespace v1 {
namespace questions {

/// Whether the question after these answers is a check.
bool check_is_due(Index n_answers, int check_every);

/// In turns: a pair that was answered long ago, to learn how reliable the answers are; and a pair drawn at random, half
/// of them inside clusters, to learn how good the partition is.
std::optional<Ask> next_check(State& state, std::span<const Answer> answers, int check_every, const Context& context);

}  // namespace questions
}  // namespace v1
}  // namespace mvlink
