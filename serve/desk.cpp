#include "serve/desk.hpp"

#include "serve/query.hpp"

#include <mvlink/error.hpp>

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace mvlink::serve {
namespace {

constexpr std::string_view kGroupMark = "chosen on the map together with others, judgement ";

/// Answers of one judgement about many rows say so, also to a session that is resumed: "judgement 57 of 12 answers".
std::string group_reason(Index first_sequence, std::size_t answers) {
    return fmt::format("{}{} of {} answers", kGroupMark, first_sequence, answers);
}

bool is_group_reason(std::string_view why) {
    return why.substr(0, kGroupMark.size()) == kGroupMark;
}

std::size_t group_size(std::string_view why) {
    const std::size_t of = why.find(" of ");
    return of == std::string_view::npos ? 0 : std::strtoul(std::string(why.substr(of + 4)).c_str(), nullptr, 10);
}

std::size_t answers_with(const std::vector<Answer>& answers, const std::string& why) {
    return static_cast<std::size_t>(
        std::count_if(answers.begin(), answers.end(), [&](const Answer& answer) { return answer.why == why; }));
}

std::string last_reason(const std::vector<Answer>& answers) {
    const auto last = std::max_element(answers.begin(), answers.end(),
                                       [](const Answer& x, const Answer& y) { return x.sequence < y.sequence; });
    return last == answers.end() ? std::string() : last->why;
}

bool same_pair(const Question& question, InstanceId a, InstanceId b) {
    return (question.a == a && question.b == b) || (question.a == b && question.b == a);
}

/// A star around the first row: with n rows n - 1 answers from which all pairs follow.
void add_star(const std::vector<InstanceId>& group, const Objects& objects, std::vector<SessionEvent>& events) {
    std::vector<Index> seen{objects.of(group.front())};
    for (const InstanceId& row : group) {
        const Index object = objects.of(row);
        if (std::find(seen.begin(), seen.end(), object) != seen.end()) continue;
        seen.push_back(object);
        SessionEvent event;
        event.a = group.front();
        event.b = row;
        event.verdict = Reply::same;
        events.push_back(std::move(event));
    }
}

std::vector<SessionEvent> events_of(const std::vector<std::vector<InstanceId>>& groups, Desk::Relation relation,
                                    const Objects& objects) {
    std::vector<SessionEvent> events;
    if (relation == Desk::Relation::same) {
        std::vector<InstanceId> all;
        for (const auto& group : groups)
            all.insert(all.end(), group.begin(), group.end());
        add_star(all, objects, events);
        return events;
    }
    for (const auto& group : groups)
        add_star(group, objects, events);
    for (std::size_t i = 0; i < groups.size(); ++i) {
        for (std::size_t j = i + 1; j < groups.size(); ++j) {
            SessionEvent event;
            event.a = groups[i].front();
            event.b = groups[j].front();
            event.verdict = Reply::different;
            events.push_back(std::move(event));
        }
    }
    return events;
}

}  // namespace

Desk::Desk(Problem problem, Setup setup, Context& context)
    : problem_(problem),
      person_(setup.person),
      session_(std::move(problem), setup.session, setup.journal, context),
      refits_(setup.session.start, setup.refits, [this] { return refit_task(); }) {
    refits_.want();
}

bool Desk::journal_was_torn() const {
    return !session_.journal().contents().torn.empty();
}

std::filesystem::path Desk::journal_file() const {
    return session_.journal().file();
}

RefitTask Desk::refit_task() {
    const auto now = shown();
    std::vector<Constraint> constraints(problem_.data.constraints().begin(), problem_.data.constraints().end());
    constraints.insert(constraints.end(), now->constraints.begin(), now->constraints.end());
    RefitTask task{now->version, problem_, {}};
    if (now->clusterings.size() == 1) task.now = now->views;
    task.problem.data = task.problem.data.with_constraints(std::span<const Constraint>(constraints));
    return task;
}

std::shared_ptr<const Standing> Desk::standing() {
    const std::lock_guard lock(mutex_);
    return standing_locked();
}

std::shared_ptr<const Standing> Desk::standing_locked() {
    QuestionSession& session = session_.session();
    if (standing_ && standing_->version == session.sequence()) return standing_;
    auto standing = std::make_shared<Standing>();
    standing->version = session.sequence();
    auto questions = session.next(1);
    if (!questions.empty()) standing->question = std::move(questions.front());
    standing->progress = session.progress();
    standing->people = session.people();
    standing->conflicts = session.conflicts();
    standing->answers = session.answers();
    standing->respects = session.respects();
    standing->can_undo = session.can_undo();
    standing->can_redo = session.can_redo();
    standing_ = std::move(standing);
    return standing_;
}

std::shared_ptr<const Shown> Desk::shown() {
    const std::lock_guard lock(mutex_);
    return shown_locked();
}

std::shared_ptr<const Shown> Desk::shown_locked() {
    QuestionSession& session = session_.session();
    if (shown_ && shown_->version == session.sequence()) return shown_;
    shown_ = std::make_shared<const Shown>(Shown{session.sequence(), session.partition(), session.view_partitions(),
                                                 session.constraints(), session.clusterings()});
    return shown_;
}

void Desk::require_version(Index version) {
    if (version == session_.session().sequence()) return;
    throw BadRequest{409, "another window has answered in the meantime; this page now shows how things stand"};
}

void Desk::submit(SessionEvent event) {
    event.person = person_;
    try {
        session_.submit(std::move(event));
    } catch (const Error& error) {
        if (error.code() == ErrorCode::file) {
            throw BadRequest{507, fmt::format("not saved, and so not counted: {}", error.message())};
        }
        throw BadRequest{409, std::string(error.message())};
    }
    refits_.want();
}

Question Desk::question_about(InstanceId a, InstanceId b) {
    const auto standing = standing_locked();
    if (standing->question && same_pair(*standing->question, a, b)) return *standing->question;
    for (const Conflict& conflict : standing->conflicts) {
        if (same_pair(conflict.resolve, a, b)) return conflict.resolve;
    }
    Question question;
    question.a = a;
    question.b = b;
    question.why = "chosen by the person";
    return question;
}

void Desk::answer(Index version, InstanceId a, InstanceId b, const Ruling& verdict) {
    const std::lock_guard lock(mutex_);
    require_version(version);
    submit(answered(question_about(a, b), verdict));
}

void Desk::undo(Index version) {
    const std::lock_guard lock(mutex_);
    require_version(version);
    const std::string why = last_reason(session_.session().answers());
    std::size_t left = is_group_reason(why) ? answers_with(session_.session().answers(), why) : 0;
    do {
        SessionEvent event;
        event.type = EventType::undo;
        submit(std::move(event));
        const std::size_t now = left == 0 ? 0 : answers_with(session_.session().answers(), why);
        if (now >= left) return;  // not a group, or a correction was undone and not an answer of the group
        left = now;
    } while (left > 0 && session_.session().can_undo());
}

void Desk::redo(Index version) {
    const std::lock_guard lock(mutex_);
    require_version(version);
    std::size_t before = 0;
    do {
        SessionEvent event;
        event.type = EventType::redo;
        submit(std::move(event));
        const auto answers = session_.session().answers();
        const std::string why = last_reason(answers);
        const std::size_t now = is_group_reason(why) ? answers_with(answers, why) : 0;
        if (now <= before || now >= group_size(why)) return;  // no group, something else was redone, or all of it
        before = now;
    } while (session_.session().can_redo());
}

void Desk::change(Index version, Index target, const std::optional<Ruling>& verdict) {
    const std::lock_guard lock(mutex_);
    require_version(version);
    SessionEvent event;
    event.type = verdict ? EventType::correct : EventType::withdraw;
    event.target = target;
    if (verdict) {
        event.verdict = verdict->reply;
        event.same_in = verdict->same_in;
    }
    submit(std::move(event));
}

void Desk::judge_groups(Index version, const std::vector<std::vector<InstanceId>>& groups, Relation relation) {
    const std::lock_guard lock(mutex_);
    require_version(version);
    if (!session_.session().respects().empty()) {
        throw BadRequest{409,
                         "with several clusterings a group cannot say in which respect it belongs together; "
                         "answer pairs instead"};
    }
    std::vector<SessionEvent> events = events_of(groups, relation, problem_.data.objects());
    if (events.empty()) throw BadRequest{400, "a judgement needs two different rows"};
    const std::string why = events.size() > 1 ? group_reason(session_.session().sequence() + 1, events.size())
                                              : std::string("chosen on the map");
    for (SessionEvent& event : events) {
        event.why = why;
        submit(std::move(event));
    }
}

}  // namespace mvlink::serve
