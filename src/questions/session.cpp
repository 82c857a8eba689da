#include <mvlink/error.hpp>
#include <mvlink/questions.hpp>

#include "questions/base.hpp"
#include "questions/checks.hpp"
#include "questions/conflicts.hpp"
#include "questions/constraints_of.hpp"
#include "questions/history.hpp"
#include "questions/progress.hpp"
#include "questions/strategy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace mvlink {
inline namespace v1 {

using namespace questions;

namespace {

/// Everything that follows from some answers.
struct Now {
    std::vector<Answer> answers;
    State state;
    std::vector<Cycle> cycles;
    std::vector<std::int32_t> labels;
    int n_clusters = 0;
};

void require_readable(const Dataset& data, InstanceId instance) {
    if (instance.view < 0 || instance.view >= data.n_views() || instance.row < 0 ||
        instance.row >= data.view(instance.view).rows()) {
        throw Error(ErrorCode::input, fmt::format("an answer about row {} of view number {}, which does not exist",
                                                  instance.row, instance.view));
    }
}

}  // namespace

struct QuestionSession::Implementation {
    Implementation(Problem given, SessionSetup wanted, Context& outer)
        : problem(std::move(given)), setup(std::move(wanted)), context(outer) {
        require_valid(setup.options);
        if (problem.data.objects().count() < 2) {
            throw Error(ErrorCode::input, fmt::format("{} to ask about; expected at least two rows",
                                                      problem.data.objects().count() == 1 ? "one row" : "no rows"));
        }
        base = std::make_unique<Base>(make_base(problem, setup, context));
        reach = std::make_unique<Reach>(*base);
        strategy = make_strategy(setup.options, *base, context);
    }

    static void require_valid(const QuestionOptions& options);
    Now now_of(std::vector<Answer> answers);
    Now& now();
    std::optional<Ask> ask(Now& now);
    Question question_of(const Ask& ask) const;
    Answer assumed(const Ask& ask) const;

    Problem problem;
    SessionSetup setup;
    Context& context;
    std::unique_ptr<Base> base;
    std::unique_ptr<Reach> reach;
    std::unique_ptr<Strategy> strategy;
    History history;
    std::optional<Now> cached;
    std::vector<std::int32_t> previous;  // labels when they were last looked at
};

void QuestionSession::Implementation::require_valid(const QuestionOptions& options) {
    const auto check = [](bool good, std::string_view name, double value, std::string_view expected) {
        if (!good) throw Error(ErrorCode::usage, fmt::format("{} {}: expected {}", name, value, expected));
    };
    check(options.check_every >= 0, "check_every", options.check_every, "a whole number >= 0");
    check(options.error_rate >= 0 && options.error_rate <= 0.45, "error_rate", options.error_rate, "0 to 0.45");
    check(options.restarts >= 2, "restarts", options.restarts, "a whole number >= 2");
}

Now QuestionSession::Implementation::now_of(std::vector<Answer> answers) {
    Beliefs beliefs = believe(*base, answers, setup.options.error_rate);
    Grouping grouping = group_items(*base, beliefs, *reach);
    std::vector<Cycle> cycles = find_cycles(beliefs);
    State state{*base, static_cast<Index>(answers.size()), std::move(beliefs), std::move(grouping)};
    Now now{std::move(answers), std::move(state), std::move(cycles), {}, 0};
    if (auto own = strategy->labels(now.state, context)) {
        now.labels = std::move(*own);
        now.n_clusters = 1 + *std::max_element(now.labels.begin(), now.labels.end());
    } else {
        now.labels = now.state.grouping.labels;
        now.n_clusters = now.state.grouping.n_clusters;
    }
    return now;
}

Now& QuestionSession::Implementation::now() {
    if (!cached) cached.emplace(now_of(history.effective()));
    return *cached;
}

/// A contradiction first, then a check if one is due, then what the strategy wants.
std::optional<Ask> QuestionSession::Implementation::ask(Now& now) {
    for (const Cycle& cycle : now.cycles) {
        if (cycle.weakest < 0) continue;
        const PairEvidence& pair = now.state.beliefs.pairs[cycle.weakest];
        return Ask{pair.a,
                   pair.b,
                   QuestionKind::conflict,
                   "Answers contradict each other; this is the weakest of them.",
                   1 / (1 + std::exp(-pair.total())),
                   0};
    }
    if (check_is_due(now.state.n_answers, setup.options.check_every)) {
        if (auto check = next_check(now.state, now.answers, setup.options.check_every, context)) return check;
    }
    return strategy->next(now.state, context);
}

Question QuestionSession::Implementation::question_of(const Ask& ask) const {
    const auto [a, b] = base->items.shown(ask.a, ask.b);
    return {a, b, ask.kind, std::string(ask.why), ask.p_same, ask.gain};
}

Answer QuestionSession::Implementation::assumed(const Ask& ask) const {
    Answer answer;
    const Question question = question_of(ask);
    answer.a = question.a;
    answer.b = question.b;
    answer.verdict = ask.p_same >= 0.5 ? Reply::same : Reply::different;
    answer.kind = ask.kind;
    return answer;
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
    const auto first = implementation_->ask(implementation_->now());
    if (!first) return questions;
    questions.push_back(implementation_->question_of(*first));
    std::vector<Answer> answers = implementation_->now().answers;
    std::optional<Ask> last = first;
    while (static_cast<int>(questions.size()) < count) {
        answers.push_back(implementation_->assumed(*last));
        Now ahead = implementation_->now_of(answers);
        last = implementation_->ask(ahead);
        if (!last) break;
        questions.push_back(implementation_->question_of(*last));
    }
    return questions;
}

SessionEvent QuestionSession::checked(SessionEvent event) const {
    const Dataset& data = implementation_->problem.data;
    if (event.type == EventType::answer) {
        require_readable(data, event.a);
        require_readable(data, event.b);
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
    if (implementation_->cached) implementation_->previous = std::move(implementation_->cached->labels);
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
    Now& now = implementation_->now();
    std::vector<Answer> answers = now.answers;
    for (const PairEvidence& pair : now.state.beliefs.pairs) {
        for (const Index number : pair.answers) {
            Answer& answer = answers[number];
            answer.weight *= 1 - 2 * now.state.beliefs.error_rate(answer.person);
            if (answer.verdict == Reply::not_sure) continue;
            const double p_same = 1 / (1 + std::exp(-pair.total()));
            answer.suspicion = answer.verdict == Reply::same ? 1 - p_same : p_same;
            answer.refuted = pair.refuted;
        }
    }
    return answers;
}

Partition QuestionSession::partition() {
    Now& now = implementation_->now();
    return {Scope::objects, "objects", now.n_clusters, now.labels, now.state.grouping.confidence};
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
    return implementation_->base->start;
}

std::vector<Conflict> QuestionSession::conflicts() {
    Now& now = implementation_->now();
    std::vector<Conflict> conflicts;
    for (const Cycle& cycle : now.cycles) {
        Conflict conflict;
        for (const Index number : cycle.pairs) {
            const PairEvidence& pair = now.state.beliefs.pairs[number];
            if (!pair.answers.empty()) conflict.answers.push_back(now.answers[pair.answers.back()].sequence);
        }
        const Index number = cycle.weakest >= 0 ? cycle.weakest : cycle.pairs.front();
        const PairEvidence& pair = now.state.beliefs.pairs[number];
        conflict.resolve = implementation_->question_of({pair.a, pair.b, QuestionKind::conflict,
                                                         "Answers contradict each other; this is the weakest of them.",
                                                         1 / (1 + std::exp(-pair.total())), 0});
        conflicts.push_back(std::move(conflict));
    }
    return conflicts;
}

std::vector<PersonReport> QuestionSession::people() {
    return implementation_->now().state.beliefs.people;
}

SessionProgress QuestionSession::progress() {
    Now& now = implementation_->now();
    const bool something = implementation_->ask(now).has_value();
    SessionProgress progress = progress_of(*implementation_->base, now.state.grouping, now.answers,
                                           static_cast<Index>(now.cycles.size()), something);
    const auto& previous = implementation_->previous;
    for (std::size_t i = 0; i < previous.size(); ++i)
        progress.moved += previous[i] != now.labels[i] ? 1 : 0;
    return progress;
}

std::vector<Constraint> QuestionSession::constraints() {
    Now& now = implementation_->now();
    return constraints_of(now.state.beliefs, implementation_->base->items, implementation_->problem.data);
}

}  // namespace v1
}  // namespace mvlink
