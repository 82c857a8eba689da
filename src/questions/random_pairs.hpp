#pragma once

#include <mvlink/random.hpp>

#include "questions/strategy.hpp"

#include <optional>

namespace mvlink {
inline namespace v1 {
namespace questions {

/// A pair whose answer does not follow; nothing if none was found in many draws. `within` keeps to pairs of one
/// cluster, or of two.
std::optional<Ask> random_pair(State& state, Random random, std::optional<bool> within);

}  // namespace questions
}  // namespace v1
}  // namespace mvlink
