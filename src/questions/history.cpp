#include "questions/history.hpp"

#include <mvlink/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace mvlink {
inline namespace v1 {
namespace questions {
namespace {

[[noreturn]] void refuse(const std::string& what) {
    throw Error(ErrorCode::input, what);
}

bool has_answer(const std::vector<Answer>& answers, Index sequence) {
    return std::any_of(answers.begin(), answers.end(),
                       [&](const Answer& answer) { return answer.sequence == sequence; });
}

Answer answer_of(const SessionEvent& event) {
    Answer answer;
    answer.sequence = event.sequence;
    answer.a = event.a;
    answer.b = event.b;
    answer.verdict = event.verdict;
    answer.same_in = event.same_in;
    answer.weight = event.weight;
    answer.person = event.person;
    answer.kind = event.kind;
    answer.p_same = event.p_same;
    answer.time = event.time;
    answer.why = event.why;
    return answer;
}

void amend(std::vector<Answer>& answers, const SessionEvent& event) {
    const auto found = std::lower_bound(answers.begin(), answers.end(), event.target,
                                        [](const Answer& answer, Index target) { return answer.sequence < target; });
    if (found == answers.end() || found->sequence != event.target) return;
    if (event.type == EventType::withdraw) {
        answers.erase(found);
        return;
    }
    found->verdict = event.verdict;
    found->same_in = event.same_in;
    found->corrected = true;
}

}  // namespace

void History::check(const SessionEvent& event) const {
    switch (event.type) {
        case EventType::answer:
            if (!(event.weight > 0 && event.weight <= 1)) {
                refuse(fmt::format("weight {} of an answer; expected a number above 0 and up to 1", event.weight));
            }
            return;
        case EventType::undo:
            if (!can_undo()) refuse("there is nothing to undo");
            return;
        case EventType::redo:
            if (!can_redo()) refuse("there is nothing to redo");
            return;
        case EventType::correct:
        case EventType::withdraw:
            if (!has_answer(effective(), event.target)) {
                refuse(fmt::format("answer {} does not exist, or was undone or withdrawn", event.target));
            }
            return;
    }
}

void History::add(const SessionEvent& event) {
    sequence_ = event.sequence;
    if (event.type == EventType::undo) {
        undone_.push_back(std::move(done_.back()));
        done_.pop_back();
    } else if (event.type == EventType::redo) {
        done_.push_back(std::move(undone_.back()));
        undone_.pop_back();
    } else {
        done_.push_back(event);
        undone_.clear();
    }
}

std::vector<Answer> History::effective() const {
    std::vector<Answer> answers;
    answers.reserve(done_.size());
    for (const SessionEvent& event : done_) {
        if (event.type == EventType::answer) {
            answers.push_back(answer_of(event));
        } else {
            amend(answers, event);
        }
    }
    return answers;
}

}  // namespace questions
}  // namespace v1
}  // namespace mvlink
