#include "questions/respects.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace mvlink {
inline namespace v1 {
namespace questions {

std::vector<Answer> answers_in(std::span<const Answer> answers, int respect) {
    std::vector<Answer> of_one(answers.begin(), answers.end());
    for (Answer& answer : of_one) {
        if (answer.same_in.empty()) continue;
        const bool named = std::find(answer.same_in.begin(), answer.same_in.end(), respect + 1) != answer.same_in.end();
        answer.verdict = named ? Reply::same : Reply::different;
    }
    return of_one;
}

int highest_respect(std::span<const Answer> answers) {
    int highest = 0;
    for (const Answer& answer : answers) {
        for (const int number : answer.same_in)
            highest = std::max(highest, number);
    }
    return highest;
}

std::vector<Constraint> joined_constraints(std::span<const std::vector<Constraint>> of_respects) {
    std::vector<Constraint> all;
    std::map<std::tuple<int, Index, int, Index, Link>, std::size_t> place;
    for (const auto& constraints : of_respects) {
        for (const Constraint& next : constraints) {
            const auto key = std::tuple(next.a.view, next.a.row, next.b.view, next.b.row, next.link);
            const auto [found, is_new] = place.try_emplace(key, all.size());
            if (is_new) {
                all.push_back(next);
            } else {
                all[found->second].weight = std::max(all[found->second].weight, next.weight);
            }
        }
    }
    return all;
}

}  // namespace questions
}  // namespace v1
}  // namespace mvlink
