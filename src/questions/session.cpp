#include <mvlink/error.hpp>
#include <mvlink/questions.hpp>

#include "data/require_instance.hpp"
#include "questions/constraints_of.hpp"
#include "questions/history.hpp"
#include "questions/panel.hpp"
#include "questions/progress.hpp"
#include "questions/respects.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace mvlink {
inline namespace v1 {

using namespace questions;

struct QuestionSession::Implementation {
    Implementation(Problem given, SessionSetup wanted, Context& outer)
        : problem(std::move(given)), setup(std::move(wanted)), context(outer) {
        require_valid(setup.options);
        if (problem.data.objects().count() < 2) {
            throw Error(ErrorCode::input, fmt::format("{} to ask about; expected at least two rows",
                                                      problem.data.objects().count() == 1 ? "one row" : "no rows"));
        }
        panel = std::make_unique<Panel>(problem, setup, context);
    }

    static void require_valid(const QuestionOptions& options);
    Now& now();

    Problem problem;
    SessionSetup setup;
    Context& context;
    std::unique_ptr<Panel> panel;
    History history;
    std::optional<Now> cached;
    std::vector<std::vector<std::int32_t>> previous;  // labels when they were last looked at
};

void QuestionSession::Implementation::require_valid(const QuestionOptions& options) {
    const auto check = [](bool good, std::string_view name, double value, std::string_view expected) {
        if (!good) throw Error(ErrorCode::usage, fmt::format("{} {}: expected {}", name, value, expected));
    };
    check(options.check_every >= 0, "check_every", options.check_every, "a whole number >= 0");
    check(options.error_rate >= 0 && options.error_rate <= 0.45, "error_rate", options.error_rate, "0 to 0.45");
    check(options.restarts >= 2, "restarts", options.restarts, "a whole number >= 2");
}

Now& QuestionSession::Implementation::now() {
    if (!cached) cached.emplace(panel->now_of(history.effective()));
    return *cached;
}

QuestionSession::QuestionSession(Problem problem, SessionSetup setup, Context& context)
    : implementation_(std::make_unique<Implementation>(std::move(problem), std::move(setup), context)) {}
QuestionSession::~QuestionSession() = default;
QuestionSession::QuestionSession(QuestionSession&&) noexcept = default;
QuestionSession& QuestionSession::operator=(QuestionSession&&) noexcept = default;

const Problem& QuestionSession::problem() const noexcept {
    return implementation_->problem;
}
const SessionSetup& QuestionSession::setup() const noexcept {
    return implementation_->setup;
}

std::vector<Question> QuestionSession::next(int count) {
    std::vector<Question> questions;
    if (count < 1) return questions;
    const auto first = implementation_->panel->ask(implementation_->now());
    if (!first) return questions;
    questions.push_back(implementation_->panel->question_of(implementation_->now(), *first));
    std::vector<Answer> answers = implementation_->now().answers;
    std::optional<Ask> last = first;
    std::optional<Now> ahead;
    constexpr int kMostInARow = 10;
    int repeats = 0;
    while (static_cast<int>(questions.size()) < count && repeats < kMostInARow) {
        answers.push_back(implementation_->panel->assumed(ahead ? *ahead : implementation_->now(), *last));
        ahead = implementation_->panel->now_of(answers);
        last = implementation_->panel->ask(*ahead);
        if (!last) break;
        Question question = implementation_->panel->question_of(*ahead, *last);
        // Nobody has answered what was assumed, so there is nothing to ask again.
        const bool is_repeated = std::any_of(questions.begin(), questions.end(), [&](const Question& other) {
            return (other.a == question.a && other.b == question.b) || (other.a == question.b && other.b == question.a);
        });
        repeats = is_repeated ? repeats + 1 : 0;
        if (!is_repeated) questions.push_back(std::move(question));
    }
    return questions;
}

SessionEvent QuestionSession::checked(SessionEvent event) const {
    const Dataset& data = implementation_->problem.data;
    if (event.type == EventType::answer || event.type == EventType::correct)
        implementation_->panel->settle_respects(event);
    if (event.type == EventType::answer) {
        require_instance(data, event.a);
        require_instance(data, event.b);
        if (data.objects().of(event.a) == data.objects().of(event.b)) {
            throw Error(ErrorCode::input,
                        fmt::format("{} is compared with itself; expected two objects", data.instance_name(event.a)));
        }
        if (event.strategy.empty()) event.strategy = implementation_->setup.options.strategy;
    }
    implementation_->history.check(event);
    event.sequence = implementation_->history.sequence() + 1;
    return event;
}

void QuestionSession::apply(const SessionEvent& event) {
    implementation_->history.add(checked(event));
    if (implementation_->cached) {
        implementation_->previous.clear();
        for (RespectNow& respect : implementation_->cached->respects)
            implementation_->previous.push_back(std::move(respect.labels));
    }
    implementation_->cached.reset();
}

void QuestionSession::replay(std::span<const SessionEvent> events) {
    implementation_->history = History();
    implementation_->cached.reset();
    implementation_->previous.clear();
    for (const SessionEvent& event : events)
        implementation_->history.add(checked(event));
}

bool QuestionSession::can_undo() const noexcept {
    return implementation_->history.can_undo();
}
bool QuestionSession::can_redo() const noexcept {
    return implementation_->history.can_redo();
}
Index QuestionSession::sequence() const noexcept {
    return implementation_->history.sequence();
}

std::vector<Answer> QuestionSession::answers() {
    const Now& now = implementation_->now();
    std::vector<Answer> answers = now.answers;
    for (std::size_t i = 0; i < now.respects.size(); ++i) {
        const std::vector<Answer> heard = answers_in(now.answers, static_cast<int>(i));
        for (const PairEvidence& pair : now.respects[i].state.beliefs.pairs) {
            const double p_same = 1 / (1 + std::exp(-pair.total()));
            for (const Index number : pair.answers) {
                Answer& answer = answers[number];
                if (answer.verdict == Reply::not_sure) continue;
                const double wrong = heard[number].verdict == Reply::same ? 1 - p_same : p_same;
                answer.suspicion = std::max(answer.suspicion, wrong);
                answer.refuted = answer.refuted || pair.refuted;
            }
        }
    }
    for (const PersonReport& person : implementation_->panel->people(now)) {
        for (Answer& answer : answers)
            if (answer.person == person.name) answer.weight *= 1 - 2 * person.error_rate;
    }
    return answers;
}

Partition QuestionSession::partition() {
    return std::move(clusterings().front());
}

const std::vector<std::string>& QuestionSession::respects() const noexcept {
    return implementation_->panel->about();
}

std::vector<Partition> QuestionSession::clusterings() {
    std::vector<Partition> partitions;
    for (const RespectNow& now : implementation_->now().respects) {
        const std::string name =
            implementation_->panel->has_several() ? fmt::format("clustering{}", partitions.size() + 1) : "objects";
        partitions.push_back({Scope::objects, name, now.n_clusters, now.labels, now.state.grouping.confidence});
    }
    return partitions;
}

std::vector<Partition> QuestionSession::view_partitions() {
    const Partition all = partition();
    const Dataset& data = implementation_->problem.data;
    std::vector<Partition> partitions;
    for (int view = 0; view < data.n_views(); ++view) {
        Partition partition{Scope::view, data.view(view).name(), all.n_clusters, {}, {}};
        for (Index row = 0; row < data.view(view).rows(); ++row) {
            const Index object = data.objects().of({view, row});
            partition.labels.push_back(all.labels[object]);
            partition.confidence.push_back(all.confidence[object]);
        }
        partitions.push_back(std::move(partition));
    }
    return partitions;
}

const Partition& QuestionSession::start_partition() const noexcept {
    return implementation_->panel->start();
}

std::vector<Conflict> QuestionSession::conflicts() {
    const Now& now = implementation_->now();
    std::vector<Conflict> conflicts;
    for (std::size_t i = 0; i < now.respects.size(); ++i) {
        const RespectNow& respect = now.respects[i];
        for (const Cycle& cycle : respect.cycles) {
            Conflict conflict;
            for (const Index number : cycle.pairs) {
                const PairEvidence& pair = respect.state.beliefs.pairs[number];
                if (!pair.answers.empty()) conflict.answers.push_back(now.answers[pair.answers.back()].sequence);
            }
            const Index number = cycle.weakest >= 0 ? cycle.weakest : cycle.pairs.front();
            conflict.resolve =
                implementation_->panel->question_of(now, weakest_of(respect, number, static_cast<int>(i)));
            conflicts.push_back(std::move(conflict));
        }
    }
    return conflicts;
}

std::vector<PersonReport> QuestionSession::people() {
    return implementation_->panel->people(implementation_->now());
}

SessionProgress QuestionSession::progress() {
    Now& now = implementation_->now();
    const bool something = implementation_->panel->ask(now).has_value();
    std::vector<Part> parts;
    Index n_cycles = 0;
    for (const RespectNow& respect : now.respects) {
        parts.push_back({respect.state.base, respect.state.grouping});
        n_cycles += static_cast<Index>(respect.cycles.size());
    }
    SessionProgress progress = progress_of(parts, now.answers, n_cycles, something);
    progress.moved = count_moved(implementation_->previous, now);
    return progress;
}

std::vector<Constraint> QuestionSession::constraints() {
    std::vector<std::vector<Constraint>> of_respects;
    for (const RespectNow& respect : implementation_->now().respects)
        of_respects.push_back(
            constraints_of(respect.state.beliefs, implementation_->panel->items(), implementation_->problem.data));
    return joined_constraints(of_respects);
}

}  // namespace v1
}  // namespace mvlink
