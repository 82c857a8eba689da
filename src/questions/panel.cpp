#include "questions/panel.hpp"

#include "questions/checks.hpp"
#include "questions/respects.hpp"

#include <mvlink/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace mvlink {
inline namespace v1 {
namespace questions {
namespace {

constexpr double kCertain = 10;  // weight of an assumed answer: nobody is asked about a pair twice in one list

}  // namespace

bool Now::is_disputed(Index a, Index b) const {
    const auto together = [&](const RespectNow& respect) { return respect.labels[a] == respect.labels[b]; };
    return std::any_of(respects.begin(), respects.end(), together) &&
           !std::all_of(respects.begin(), respects.end(), together);
}

Ask weakest_of(const RespectNow& now, Index number, int respect) {
    const PairEvidence& pair = now.state.beliefs.pairs[number];
    Ask ask{pair.a,
            pair.b,
            QuestionKind::conflict,
            "Answers contradict each other; this is the weakest of them.",
            1 / (1 + std::exp(-pair.total())),
            0};
    ask.respect = respect;
    return ask;
}

Index count_moved(const std::vector<std::vector<std::int32_t>>& before, const Now& now) {
    Index moved = 0;
    const std::size_t n = before.empty() ? 0 : before.front().size();
    for (std::size_t item = 0; item < n; ++item) {
        bool differs = false;
        for (std::size_t i = 0; i < before.size(); ++i)
            differs = differs || before[i][item] != now.respects[i].labels[item];
        moved += differs ? 1 : 0;
    }
    return moved;
}

Panel::Panel(const Problem& problem, const SessionSetup& setup, Context& context)
    : options_(setup.options), context_(context) {
    for (Base& base : make_bases(problem, setup, context)) {
        Respect respect{std::make_unique<Base>(std::move(base)), {}, {}};
        respect.reach = std::make_unique<Reach>(*respect.base);
        respect.strategy = make_strategy(setup.options, *respect.base, context);
        if (!respect.base->about.empty()) about_.push_back(respect.base->about);
        respects_.push_back(std::move(respect));
    }
}

RespectNow Panel::respect_now(Respect& respect, std::span<const Answer> answers) {
    Beliefs beliefs = believe(*respect.base, answers, options_.error_rate);
    Grouping grouping = group_items(*respect.base, beliefs, *respect.reach);
    std::vector<Cycle> cycles = find_cycles(beliefs);
    State state{*respect.base, static_cast<Index>(answers.size()), std::move(beliefs), std::move(grouping)};
    RespectNow now{std::move(state), std::move(cycles), {}, 0};
    if (auto own = respect.strategy->labels(now.state, context_)) {
        now.labels = std::move(*own);
        now.n_clusters = 1 + *std::max_element(now.labels.begin(), now.labels.end());
    } else {
        now.labels = now.state.grouping.labels;
        now.n_clusters = now.state.grouping.n_clusters;
    }
    return now;
}

Now Panel::now_of(std::vector<Answer> answers) {
    Now now;
    for (std::size_t i = 0; i < respects_.size(); ++i)
        now.respects.push_back(respect_now(respects_[i], answers_in(answers, static_cast<int>(i))));
    now.answers = std::move(answers);
    return now;
}

/// A contradiction first, then a check if one is due, then what the strategy wants.
std::optional<Ask> Panel::ask(Now& now) {
    for (std::size_t i = 0; i < now.respects.size(); ++i) {
        for (const Cycle& cycle : now.respects[i].cycles) {
            if (cycle.weakest >= 0) return weakest_of(now.respects[i], cycle.weakest, static_cast<int>(i));
        }
    }
    State& first = now.respects.front().state;
    if (check_is_due(first.n_answers, options_.check_every)) {
        if (auto check = next_check(first, now.answers, options_.check_every, context_)) return check;
    }
    if (has_several()) {
        if (auto disputed = wanted(now, true)) return disputed;
    }
    return wanted(now, false);
}

/// What the strategy wants to know most, over all clusterings. An answer speaks about all of them, so that a pair which
/// one has together and another apart tells most.
std::optional<Ask> Panel::wanted(Now& now, bool disputed_only) {
    std::optional<Ask> best;
    for (std::size_t i = 0; i < respects_.size(); ++i) {
        State& state = now.respects[i].state;
        if (disputed_only) state.wanted = [&now](Index a, Index b) { return now.is_disputed(a, b); };
        std::optional<Ask> ask = respects_[i].strategy->next(state, context_);
        state.wanted = {};
        if (!ask || (best && ask->gain <= best->gain)) continue;
        best = ask;
        best->respect = static_cast<int>(i);
        if (has_several() && ask->kind == QuestionKind::strategy)
            best->why = disputed_only ? "Together in one clustering, apart in another: same in which respect?"
                                      : "Same in which respect?";
    }
    return best;
}

Question Panel::question_of(const Now& now, const Ask& ask) const {
    const auto [a, b] = items().shown(ask.a, ask.b);
    Question question{a, b, ask.kind, std::string(ask.why), ask.p_same, ask.gain};
    for (std::size_t i = 0; i < now.respects.size(); ++i) {
        const auto& labels = now.respects[i].labels;
        if (static_cast<int>(i) != ask.respect && labels[ask.a] != labels[ask.b]) question.p_same = 0;
    }
    return question;
}

Answer Panel::assumed(const Now& now, const Ask& ask) const {
    Answer answer;
    std::tie(answer.a, answer.b) = items().shown(ask.a, ask.b);
    answer.kind = ask.kind;
    answer.weight = kCertain;
    for (std::size_t i = 0; i < now.respects.size(); ++i) {
        const auto& labels = now.respects[i].labels;
        const bool asked = static_cast<int>(i) == ask.respect;
        if (asked ? ask.p_same >= 0.5 : labels[ask.a] == labels[ask.b])
            answer.same_in.push_back(static_cast<int>(i) + 1);
    }
    answer.verdict = answer.same_in.empty() ? Reply::different : Reply::same;
    if (answer.same_in.size() == now.respects.size()) answer.same_in.clear();
    return answer;
}

void Panel::settle_respects(SessionEvent& event) const {
    const std::string text = to_string(Ruling{event.verdict, event.same_in});
    std::sort(event.same_in.begin(), event.same_in.end());
    event.same_in.erase(std::unique(event.same_in.begin(), event.same_in.end()), event.same_in.end());
    if (event.same_in.empty()) return;
    if (event.verdict != Reply::same)
        throw Error(ErrorCode::input, fmt::format("answer \"{}\": only \"same\" may name clusterings", text));
    if (event.same_in.front() < 1 || event.same_in.back() > static_cast<int>(respects_.size())) {
        throw Error(ErrorCode::input,
                    fmt::format("answer \"{}\": there is no such clustering; the session has {}", text,
                                has_several() ? fmt::format("1 to {}", respects_.size())
                                              : "only one; it takes a method that has several"));
    }
    if (event.same_in.size() == respects_.size()) event.same_in.clear();
}

std::vector<PersonReport> Panel::people(const Now& now) const {
    std::vector<PersonReport> all = now.respects.front().state.beliefs.people;
    for (std::size_t p = 0; p < all.size(); ++p) {
        double sum = 0;
        for (const RespectNow& respect : now.respects) {
            const PersonReport& report = respect.state.beliefs.people[p];
            sum += report.error_rate;
            all[p].contradicted = std::max(all[p].contradicted, report.contradicted);
        }
        all[p].error_rate = sum / static_cast<double>(now.respects.size());
    }
    return all;
}

}  // namespace questions
}  // namespace v1
}  // namespace mvlink
