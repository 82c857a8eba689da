#pragma once

#include <mvlink/questions.hpp>

#include "questions/base.hpp"
#include "questions/conflicts.hpp"
#include "questions/reach.hpp"
#include "questions/strategy.hpp"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace questions {

/// What follows from some answers for one clustering.
struct RespectNow {
    State state;
    std::vector<Cycle> cycles;
    std::vector<std::int32_t> labels;
    int n_clusters = 0;
};

/// Everything that follows from some answers.
struct Now {
    std::vector<Answer> answers;
    std::vector<RespectNow> respects;

    /// One clustering has the two together, another apart.
    [[nodiscard]] bool is_disputed(Index a, Index b) const;
};

/// The question that resolves a contradiction: the pair with this number.
Ask weakest_of(const RespectNow& now, Index number, int respect);
/// Objects whose label differs in some clustering.
Index count_moved(const std::vector<std::vector<std::int32_t>>& before, const Now& now);

/// The clusterings that people are asked about, one in most sessions, and what is asked. It remembers no answers.
class Panel {
public:
    Panel(const Problem& problem, const SessionSetup& setup, Context& context);

    [[nodiscard]] Now now_of(std::vector<Answer> answers);
    std::optional<Ask> ask(Now& now);
    [[nodiscard]] Question question_of(const Now& now, const Ask& ask) const;
    /// The likeliest answer.
    [[nodiscard]] Answer assumed(const Now& now, const Ask& ask) const;
    /// Error{input} if an answer names a clustering that there is not. What holds in all needs no names.
    void settle_respects(SessionEvent& event) const;
    /// Everyone, with the mean of the error rates that the clusterings show.
    [[nodiscard]] std::vector<PersonReport> people(const Now& now) const;

    [[nodiscard]] bool has_several() const noexcept { return respects_.size() > 1; }
    [[nodiscard]] const Items& items() const noexcept { return respects_.front().base->items; }
    [[nodiscard]] const Partition& start() const noexcept { return respects_.front().base->start; }
    [[nodiscard]] const std::vector<std::string>& about() const noexcept { return about_; }

private:
    struct Respect {
        std::unique_ptr<Base> base;
        std::unique_ptr<Reach> reach;
        std::unique_ptr<Strategy> strategy;
    };

    RespectNow respect_now(Respect& respect, std::span<const Answer> answers);
    std::optional<Ask> wanted(Now& now, bool disputed_only);

    QuestionOptions options_;
    Context& context_;
    std::vector<Respect> respects_;
    std::vector<std::string> about_;  // where there are several
};

}  // namespace questions
}  // namespace v1
}  // namespace mvlink
