#include "asking.hpp"

#include "interrupt.hpp"
#include "pair_text.hpp"
#include "screen.hpp"
#include "text.hpp"

#include <mvlink/error.hpp>

#include <algorithm>
#include <iostream>
#include <optional>

#include <fmt/format.h>

namespace mvlink::cli {
namespace {

constexpr auto kKeys = "y same   n different   ? not sure   u undo   r redo   c contradictions   q stop";

/// One question until it is answered or the person wants something else.
class Asker {
public:
    Asker(JournaledSession& session, std::string person)
        : session_(session), person_(std::move(person)), pairs_(session.session().problem()) {}

    void run() {
        print_out(opening());
        while (true) {
            const auto questions = session_.session().next(1);
            if (questions.empty()) {
                print_out("\nNothing is left to ask: every answer follows from those given.\n");
                return;
            }
            show(questions.front());
            if (!take(questions.front())) return;
        }
    }

private:
    [[nodiscard]] std::string opening() const {
        const auto& respects = session_.session().respects();
        if (respects.empty()) return fmt::format("Are the two of one kind?\n{}\n", kKeys);
        std::string text = "Are the two of one kind, and in which respect?\n";
        for (std::size_t i = 0; i < respects.size(); ++i)
            text += fmt::format("  {} same in {}\n", i + 1, respects[i]);
        return text + fmt::format("{}\n1 same in 1 only   1+2 in both; y means in all, n in none\n", kKeys);
    }

    void show(const Question& question) {
        const Index number = static_cast<Index>(session_.session().answers().size()) + 1;
        print_out(fmt::format("\nQuestion {}. {}\n{}", number, question.why,
                              pairs_.text(question.a, question.b, text_width())));
    }

    /// False if the person stops.
    bool take(const Question& question) {
        while (true) {
            print_out(session_.session().respects().empty() ? "same? [y/n/?/u/r/c/q] "
                                                            : "same? [y/n/1/2../?/u/r/c/q] ");
            flush_out();
            std::string line;
            if (!std::getline(std::cin, line)) {
                print_out("\n");
                return false;
            }
            if (line == "q" || line == "quit") return false;
            if (line == "c") {
                show_conflicts();
                continue;
            }
            const auto event = event_of(question, line);
            if (!event) {
                print_out(fmt::format("\"{}\" is not an answer: {}\n", line, kKeys));
                continue;
            }
            if (submit(*event)) return true;
        }
    }

    std::optional<SessionEvent> event_of(const Question& question, const std::string& line) const {
        if (line == "y" || line == "same") return answered(question, Reply::same, person_);
        if (line == "n" || line == "different") return answered(question, Reply::different, person_);
        if (line == "?" || line == "not-sure") return answered(question, Reply::not_sure, person_);
        const bool names_respects =
            !session_.session().respects().empty() && !line.empty() && line[0] >= '0' && line[0] <= '9';
        const auto verdict = parse_ruling(names_respects ? "same in " + line : line);
        if (verdict) return answered(question, *verdict, person_);
        SessionEvent event;
        event.person = person_;
        event.type = line == "u" ? EventType::undo : EventType::redo;
        return line == "u" || line == "r" ? std::optional(event) : std::nullopt;
    }

    bool submit(const SessionEvent& event) {
        try {
            session_.submit(event);
        } catch (const Error& error) {
            if (error.code() != ErrorCode::input) throw;  // a full disk must end the session visibly
            print_out(fmt::format("{}\n", error.message()));
            return false;
        }
        const SessionProgress progress = session_.session().progress();
        print_out(fmt::format("{} kept, {} moved. {}\n", counted(progress.answers, "answer"),
                              counted(progress.moved, "row"), progress.recommendation));
        flush_out();
        return true;
    }

    void show_conflicts() {
        const auto conflicts = session_.session().conflicts();
        if (conflicts.empty()) print_out("No answers contradict each other.\n");
        const auto answers = session_.session().answers();
        const Dataset& data = session_.session().problem().data;
        for (const Conflict& conflict : conflicts) {
            print_out("These answers cannot all be right:\n");
            for (const Answer& answer : answers) {
                if (std::find(conflict.answers.begin(), conflict.answers.end(), answer.sequence) ==
                    conflict.answers.end())
                    continue;
                print_out(fmt::format("  {}. {} and {}: {}\n", answer.sequence, data.instance_name(answer.a),
                                      data.instance_name(answer.b), to_string(Ruling{answer.verdict, answer.same_in})));
            }
        }
    }

    JournaledSession& session_;
    std::string person_;
    PairText pairs_;
};

}  // namespace

void ask_in_terminal(JournaledSession& session, const std::string& person) {
    Asker(session, person).run();
}

std::string describe_progress(QuestionSession& session) {
    const SessionProgress progress = session.progress();
    std::string out = fmt::format("{}: {} same, {} different, {} not sure. {}\n", counted(progress.answers, "answer"),
                                  progress.same, progress.different, progress.not_sure, progress.recommendation);
    if (progress.audits > 0) {
        out += fmt::format("Of {} drawn at random, {} agreed with the clusters (95 % interval {:.2f} to {:.2f}).\n",
                           counted(progress.audits, "pair"), progress.audits_agreed, progress.agreement_low,
                           progress.agreement_high);
    }
    for (const PersonReport& person : session.people()) {
        if (person.contradicted == 0) continue;
        out += fmt::format("{}: about {:.0f} % of the answers seem to be wrong.\n",
                           person.name.empty() ? "You" : person.name, 100 * person.error_rate);
    }
    return out;
}

}  // namespace mvlink::cli
