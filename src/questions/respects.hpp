#pragma once

#include <mvlink/questions.hpp>

#include <span>
#include <vector>

/// Where a method has several clusterings, every answer says something about each of them.
namespace mvlink {
inline namespace v1 {
namespace questions {

/// The answers as they count for one clustering, from 0: what is the same in others only is different in this one.
std::vector<Answer> answers_in(std::span<const Answer> answers, int respect);

/// The highest number of a clustering that an answer names; 0: none does.
int highest_respect(std::span<const Answer> answers);

/// Constraints of all clusterings: of those about the same pair, one of each kind, with its largest weight.
std::vector<Constraint> joined_constraints(std::span<const std::vector<Constraint>> of_respects);

}  // namespace questions
}  // namespace v1
}  // namespace mvlink
