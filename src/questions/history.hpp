#pragma once

#include <mvlink/questions.hpp>

#include <vector>

namespace mvlink {
inline namespace v1 {
namespace questions {

/// What is left of a list of events after undo, redo and corrections.
class History {
public:
    /// Throws Error{input} if the event cannot follow.
    void check(const SessionEvent& event) const;
    void add(const SessionEvent& event);

    [[nodiscard]] bool can_undo() const noexcept { return !done_.empty(); }
    [[nodiscard]] bool can_redo() const noexcept { return !undone_.empty(); }
    [[nodiscard]] Index sequence() const noexcept { return sequence_; }
    /// Oldest first; weight, refuted and suspicion as given.
    [[nodiscard]] std::vector<Answer> effective() const;

private:
    std::vector<SessionEvent> done_;    // answers, corrections and withdrawals that stand
    std::vector<SessionEvent> undone_;  // the last undone at the end
    Index sequence_ = 0;
};

}  // namespace questions
}  // namespace v1
}  // namespace mvlink
