#pragma once

#include "serve/refit.hpp"

#include <mvlink/journal.hpp>
#include <mvlink/questions.hpp>

#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace mvlink::serve {

/// What the answers say about every row at one moment.
struct Shown {
    Index version = 0;
    Partition objects;
    std::vector<Partition> views;
    std::vector<Constraint> constraints;
    std::vector<Partition> clusterings;  ///< of the objects; one where there are not several
};

/// Everything else that a page shows of the session at one moment.
struct Standing {
    Index version = 0;
    std::optional<Question> question;
    SessionProgress progress;
    std::vector<PersonReport> people;
    std::vector<Conflict> conflicts;
    std::vector<Answer> answers;
    std::vector<std::string> respects;  ///< where there are several clusterings, what each is about
    bool can_undo = false;
    bool can_redo = false;
};

/// The session that all windows share. Any thread may call it. Every change names the version of the journal that the
/// person saw; if it is another by now, BadRequest{409}. What cannot be written to disk is BadRequest{507}.
class Desk {
public:
    struct Setup {
        SessionSetup session = {};
        std::filesystem::path journal;
        std::string person = {};
        Context::Settings refits = {};  ///< threads and seed of the runs in the background
    };
    /// The context must outlive the desk.
    Desk(Problem problem, Setup setup, Context& context);

    [[nodiscard]] const Problem& problem() const noexcept { return problem_; }
    [[nodiscard]] const Dataset& data() const noexcept { return problem_.data; }
    [[nodiscard]] const std::string& person() const noexcept { return person_; }
    [[nodiscard]] std::filesystem::path journal_file() const;
    /// Whether its last line was incomplete and was set aside.
    [[nodiscard]] bool journal_was_torn() const;

    [[nodiscard]] std::shared_ptr<const Standing> standing();
    [[nodiscard]] std::shared_ptr<const Shown> shown();
    [[nodiscard]] const Refitter& refits() const noexcept { return refits_; }

    /// An answer to the current question, to one that resolves a conflict, or about a pair that the person chose.
    void answer(Index version, InstanceId a, InstanceId b, const Ruling& verdict);
    /// A judgement about many rows is undone and redone as one.
    void undo(Index version);
    void redo(Index version);
    /// Another verdict for an earlier answer, or none at all.
    void change(Index version, Index target, const std::optional<Ruling>& verdict);

    enum class Relation { same, two };
    /// same: all rows belong together. two: each group belongs together, the groups do not. Not with several
    /// clusterings, where a group would have to say in which respect: BadRequest{409}.
    void judge_groups(Index version, const std::vector<std::vector<InstanceId>>& groups, Relation relation);

    /// Rows that one judgement may name.
    static constexpr std::size_t kMostRowsInGroups = 300;

private:
    RefitTask refit_task();
    void require_version(Index version);
    void submit(SessionEvent event);
    Question question_about(InstanceId a, InstanceId b);
    std::shared_ptr<const Standing> standing_locked();
    std::shared_ptr<const Shown> shown_locked();

    Problem problem_;
    std::string person_;
    std::mutex mutex_;  // of everything down to shown_
    JournaledSession session_;
    std::shared_ptr<const Standing> standing_;
    std::shared_ptr<const Shown> shown_;
    Refitter refits_;  // last: its worker calls refit_task
};

}  // namespace mvlink::serve
