#pragma once

#include "run/race.hpp"

#include <optional>
#include <span>

namespace mvlink {
inline namespace v1 {
namespace pipeline {

/// How alike two entrants group the objects: the adjusted Rand index of what they answered in the same fold, as a mean.
double likeness(const Entrant& a, const Entrant& b);

/// The entrant to take among few. Held-out judgements seldom tell which of several is the best, so each is plausible by
/// its prior and by how many standard errors it agrees less with the judgements beyond chance than the best. The one
/// whose answer is most alike those of all, by plausibility, is expected to agree most with the truth. An entrant on
/// one view is no part of this: it is taken if it agrees more than that one, by its margin.
std::optional<std::size_t> most_like_the_plausible(const Questions& questions, std::span<const Entrant> entrants);

}  // namespace pipeline
}  // namespace v1
}  // namespace mvlink
