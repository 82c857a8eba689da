#pragma once

#include <mvlink/questions.hpp>

#include "questions/base.hpp"
#include "questions/grouping.hpp"

#include <span>

namespace mvlink {
inline namespace v1 {
namespace questions {

/// One clustering and what follows for it.
struct Part {
    const Base& base;
    const Grouping& grouping;
};

/// How far a session has come, in the mean over its clusterings; `moved` is left to the caller.
SessionProgress progress_of(std::span<const Part> parts, std::span<const Answer> answers, Index n_conflicts,
                            bool something_to_ask);

/// 95 % interval of a share of `hits` in `n` (Wilson 1927).
std::pair<double, double> wilson(Index hits, Index n);

}  // namespace questions
}  // namespace v1
}  // namespace mvlink
