#pragma once

#include "questions/beliefs.hpp"
#include "questions/items.hpp"

#include <vector>

namespace mvlink {
inline namespace v1 {
namespace questions {

/// Every pair whose answers hold: in each view that has both items, else between the rows that show them. The weight is
/// 1 - 2 x the probability that the answers are wrong.
std::vector<Constraint> constraints_of(const Beliefs& beliefs, const Items& items, const Dataset& data);

}  // namespace questions
}  // namespace v1
}  // namespace mvlink
