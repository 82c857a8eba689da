#pragma once

#include "methods/propagation/joint_closure.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace propagation_steps {

/// Views are clustered one by one, so their numbers of clusters are unrelated at first. Every view takes the numbers
/// that agree best with the views before it, over the rows that the closure relates: number[view][cluster].
std::vector<std::vector<Index>> matched_numbers(const JointClosure& closure,
                                                std::span<const std::span<const std::int32_t>> labels, Index k);

}  // namespace propagation_steps
}  // namespace v1
}  // namespace mvlink
