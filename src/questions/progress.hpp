#pragma once

#include <mvlink/questions.hpp>

#include "questions/base.hpp"
#include "questions/grouping.hpp"

#include <span>

namespace mvlink {
inline namespace v1 {
namespace questions {

/// How far a session has come; `moved` is left to the caller.
SessionProgress progress_of(const Base& base, const Grouping& grouping, std::span<const Answer> answers,
                            Index n_conflicts, bool something_to_ask);

/// 95 % interval of a share of `hits` in `n` (Wilson 1927).
std::pair<double, double> wilson(Index hits, Index n);

}  // namespace questions
}  // namespace v1
}  // namespace mvlink
