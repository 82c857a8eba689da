#pragma once

#include <mvlink/constraint.hpp>
#include <mvlink/context.hpp>
#include <mvlink/dataset.hpp>
#include <mvlink/export.hpp>
#include <mvlink/options.hpp>
#include <mvlink/problem.hpp>
#include <mvlink/result.hpp>
#include <mvlink/run.hpp>

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Which pair should a person judge next, and what follows from the answers.
///
///   QuestionSession session(problem, {.start = {.options = {{"n_clusters", "3"}}}}, context);
///   for (const Question& question : session.next(1)) session.apply(answered(question, Reply::same));
///   Partition now = session.partition();
///
/// Everything a session says is a function of (dataset, setup, seed of the context, effective answers): undo, redo and
/// resuming are replay. What is judged are objects, so rows where there is one view and instances where nothing is
/// mapped; a question names one instance of each, of the same view where there is one that holds both.
namespace mvlink {
inline namespace v1 {

enum class Reply { same, different, not_sure };
/// "same", "different", "not-sure".
MVLINK_API std::string_view to_string(Reply verdict) noexcept;
MVLINK_API std::optional<Reply> parse_reply(std::string_view text) noexcept;

/// What a person says of two objects. Where a session has several clusterings, two objects may be the same in some
/// respects only: "same in 1" says that they belong together in the first clustering and not in the others.
struct Ruling {
    Reply reply = Reply::not_sure;
    std::vector<int> same_in = {};  ///< numbers of clusterings, from 1; empty: the reply holds in all of them
};
/// "same", "different", "not-sure", "same in 1", "same in 1+3".
MVLINK_API std::string to_string(const Ruling& verdict);
/// The same; the numbers may also be separated by spaces, commas or "and", and follow the word clustering.
MVLINK_API std::optional<Ruling> parse_ruling(std::string_view text);

/// Why a question is asked at all.
enum class QuestionKind {
    strategy,  ///< the strategy wants to know; the answer follows from nothing that was said
    repeat,    ///< asked before: to confirm a surprising answer, or to learn how reliable the person is
    audit,     ///< a pair drawn at random, to measure how good the partition is
    conflict,  ///< one of the answers that contradict each other
};
/// "strategy", "repeat", "audit", "conflict".
MVLINK_API std::string_view to_string(QuestionKind kind) noexcept;
MVLINK_API std::optional<QuestionKind> parse_question_kind(std::string_view text) noexcept;

struct Question {
    InstanceId a;
    InstanceId b;
    QuestionKind kind = QuestionKind::strategy;
    std::string why = {};  ///< one sentence, without scores or cluster names
    double p_same = 0.5;   ///< what is expected; of several clusterings: that the two are the same in all of them
    double gain = 0;       ///< expected share of the objects that the answer moves
};

enum class EventType { answer, undo, redo, correct, withdraw };
/// "answer", "undo", "redo", "correct", "withdraw".
MVLINK_API std::string_view to_string(EventType type) noexcept;
MVLINK_API std::optional<EventType> parse_event_type(std::string_view text) noexcept;

/// One step of a session: a line of the journal.
struct SessionEvent {
    EventType type = EventType::answer;
    Index sequence = 0;       ///< 1, 2, ..: set by the session
    std::string time = {};    ///< UTC, "2026-01-31T12:00:00Z"; set by the journal; never looked at
    std::string person = {};  ///< may be empty
    InstanceId a = {};        ///< answer
    InstanceId b = {};
    Reply verdict = Reply::not_sure;  ///< answer, correct
    std::vector<int> same_in = {};    ///< answer, correct: as in Ruling
    double weight = 1;                ///< answer: how sure the person is, in (0, 1]
    QuestionKind kind = QuestionKind::strategy;
    double p_same = 0.5;  ///< answer: what was expected when it was asked
    std::string strategy = {};
    std::string why = {};
    Index target = 0;  ///< correct, withdraw: the sequence number of the answer
};

/// The event that answers a question.
MVLINK_API SessionEvent answered(const Question& question, Reply verdict, std::string person = {});
MVLINK_API SessionEvent answered(const Question& question, const Ruling& verdict, std::string person = {});

/// An answer as it stands now, after undo and corrections.
struct Answer {
    Index sequence = 0;  ///< of the event that gave it
    InstanceId a;
    InstanceId b;
    Reply verdict = Reply::not_sure;  ///< after corrections
    std::vector<int> same_in = {};    ///< the same, as in Ruling
    double weight = 1;                ///< as given, times 1 - 2 x the person's error rate
    std::string person;
    QuestionKind kind = QuestionKind::strategy;
    double p_same = 0.5;  ///< what was expected when it was asked
    std::string time;
    std::string why;
    bool corrected = false;
    bool refuted = false;  ///< stronger answers say the opposite: it has no effect
    double suspicion = 0;  ///< probability that it is wrong, given the other answers and the distances
};

/// Answers that cannot all be right: one says "different" of two objects that the others join.
struct Conflict {
    std::vector<Index> answers;  ///< sequence numbers around the shortest such cycle, the "different" first
    Question resolve;            ///< the weakest of them, to be asked again
};

struct PersonReport {
    std::string name;
    Index answers = 0;
    Index repeats = 0;         ///< pairs answered again
    Index contradicted = 0;    ///< of them, with the opposite answer; and answers that were refuted
    double error_rate = 0.05;  ///< estimated
};

enum class StopAdvice {
    go_on,
    resolve_conflicts,  ///< answers contradict each other
    may_stop,           ///< few objects may still move
    finished,           ///< no question is left whose answer does not follow
};

/// How far a session has come.
struct SessionProgress {
    Index answers = 0;  ///< effective ones; the next three add up to it
    Index same = 0;
    Index different = 0;
    Index not_sure = 0;
    Index audits = 0;          ///< answered with same or different
    Index audits_agreed = 0;   ///< with the partition at the time they were asked (of several: on "same in all")
    double agreement_low = 0;  ///< 95 % interval (Wilson) of the share of pairs that the partition gets right
    double agreement_high = 1;
    double may_move = 0;  ///< share of the objects that are in doubt; a guide that trusts the distances, not measured
    double next_twenty = 0;  ///< expected share of the objects that the next 20 answers move
    Index moved = 0;         ///< objects that the last event moved
    Index conflicts = 0;
    StopAdvice advice = StopAdvice::go_on;
    std::string recommendation;  ///< one plain sentence
};

/// What a strategy is, for every front end that lists them.
struct StrategyInfo {
    std::string name;
    std::string title;
    std::string description;
};
/// skeleton, uncertain, super-instances, random.
MVLINK_API std::span<const StrategyInfo> strategies();

struct QuestionOptions {
    std::string strategy = "skeleton";
    int check_every = 12;
    double error_rate = 0.05;
    int restarts = 8;

    template <class Self, class Visitor>
    static void describe(Self& self, Visitor&& field) {
        field("check_every", self.check_every, at_least(0),
              "One question in this many is a check: a repeat, or a pair drawn at random. 0: no checks.");
        field("error_rate", self.error_rate, between(0, 0.45),
              "Share of wrong answers expected of a person of whom nothing is known yet.");
        field("restarts", self.restarts, at_least(2), "Clusterings that the strategy uncertain compares per view.");
    }
};

/// What a session is asked for. `start` makes the partition to begin with: method, n_clusters, preparation. Without
/// n_clusters the number is chosen from the data. A method with several clusterings is asked about all of them at once,
/// each with the columns that it is based on. Views that `start` does not prepare are prepared for distances: dense
/// ones are standardized, sparse ones weighted (tfidf) and scaled to length 1.
struct SessionSetup {
    QuestionOptions options = {};
    RunRequest start = {};
    std::optional<Partition> partition = {};  ///< begin with these labels of the objects instead of a run
};

/// The answers of several sessions about the same data, as constraints.
struct MergedAnswers {
    std::vector<Constraint>
        constraints;  ///< one per pair that the answers decide, with weights; contradicted ones left out
    std::vector<PersonReport> people;  ///< by name
    Index shared = 0;                  ///< pairs that at least two people decided
    Index agreed = 0;                  ///< of them, where all said the same
    double alpha = 1;     ///< Krippendorff's, over the shared pairs; 1 where there is nothing to disagree on
    Index undecided = 0;  ///< pairs on which answers cancel out or contradict stronger ones
};
/// Effective answers of every list of events, together. No clustering is involved.
MVLINK_API MergedAnswers merge_answers(const Problem& problem, std::span<const std::vector<SessionEvent>> sessions);

/// Asks, takes answers, and says what follows. For one thread at a time; partition(), answers() and the others return
/// copies that stay valid.
class MVLINK_API QuestionSession {
public:
    /// Clusters, finds neighbours, and prepares the strategy: the only step whose time grows faster than the rows.
    /// The context must outlive the session.
    QuestionSession(Problem problem, SessionSetup setup, Context& context);
    ~QuestionSession();
    QuestionSession(QuestionSession&&) noexcept;
    QuestionSession& operator=(QuestionSession&&) noexcept;

    [[nodiscard]] const Problem& problem() const noexcept;
    [[nodiscard]] const SessionSetup& setup() const noexcept;

    /// Up to `count` questions, the most useful first; fewer where nothing is left to ask. All but the first assume the
    /// likeliest answers to those before them.
    [[nodiscard]] std::vector<Question> next(int count = 1);

    /// Throws Error{input} if the event cannot follow the ones before it: an object with itself, nothing to undo, an
    /// answer that does not exist. Returns the event with its sequence number.
    [[nodiscard]] SessionEvent checked(SessionEvent event) const;
    /// Checks and takes the event. The work is done when something is asked for.
    void apply(const SessionEvent& event);
    /// All events from the beginning.
    void replay(std::span<const SessionEvent> events);

    [[nodiscard]] bool can_undo() const noexcept;
    [[nodiscard]] bool can_redo() const noexcept;
    /// The sequence number of the last event.
    [[nodiscard]] Index sequence() const noexcept;

    /// Effective answers, oldest first.
    [[nodiscard]] std::vector<Answer> answers();
    /// Of the objects. Numbers stay as answers come in; a number may be without objects after two clusters were joined.
    /// The first clustering where there are several.
    [[nodiscard]] Partition partition();
    /// Where the start has several clusterings, what each is about: "clustering1: petal length, petal width". Else
    /// empty.
    [[nodiscard]] const std::vector<std::string>& respects() const noexcept;
    /// All clusterings; one where there are not several.
    [[nodiscard]] std::vector<Partition> clusterings();
    /// The same for the rows of every view.
    [[nodiscard]] std::vector<Partition> view_partitions();
    /// The partition that the session began with; the first of several.
    [[nodiscard]] const Partition& start_partition() const noexcept;
    [[nodiscard]] std::vector<Conflict> conflicts();
    [[nodiscard]] std::vector<PersonReport> people();
    [[nodiscard]] SessionProgress progress();
    /// What the answers amount to for a constrained method: not refuted, with weights; one per pair, or a must-link and
    /// a cannot-link where two objects are the same in some respects only.
    [[nodiscard]] std::vector<Constraint> constraints();

private:
    struct Implementation;
    std::unique_ptr<Implementation> implementation_;
};

}  // namespace v1
}  // namespace mvlink
