#include "questions/respects.hpp"
#include "io/support.hpp"
#include "questions/columns.hpp"
#include "questions/support.hpp"

#include <mvlink/error.hpp>
#include <mvlink/journal.hpp>
#include <mvlink/measures.hpp>

#include <gmock/gmock.h>

#include <algorithm>
#include <set>

namespace mvlink::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// Rows with two groupings that have nothing to do with each other: i % 2 in the first two columns, i / 2 % 2 in the
/// others.
struct Crossed {
    Problem problem;
    std::vector<std::int32_t> first, second;
};

Crossed make_crossed(int rows, double distance, std::uint64_t seed) {
    Random random(seed);
    std::vector<double> values;
    Crossed made{Problem{Dataset(View::dense("x", 1, 1, std::vector<double>{0.0}))}, {}, {}};
    for (int i = 0; i < rows; ++i) {
        made.first.push_back(i % 2);
        made.second.push_back(i / 2 % 2);
        for (const int side : {i % 2, i % 2, i / 2 % 2, i / 2 % 2})
            values.push_back(distance * side + random.normal());
    }
    made.problem = Problem{Dataset(View::dense("x", rows, 4, std::move(values)))};
    return made;
}

SessionSetup several(int check_every = 0) {
    SessionSetup setup = setup_for(2, "skeleton", check_every);
    setup.start.method = "smvc";
    return setup;
}

Ruling truth_about(const Crossed& data, const Question& question) {
    Ruling ruling{Reply::same, {}};
    if (data.first[question.a.row] == data.first[question.b.row]) ruling.same_in.push_back(1);
    if (data.second[question.a.row] == data.second[question.b.row]) ruling.same_in.push_back(2);
    if (ruling.same_in.empty()) ruling.reply = Reply::different;
    return ruling;
}

double mean_score(const Crossed& data, QuestionSession& session) {
    const auto found = session.clusterings();
    return (adjusted_rand_index(data.first, found[0].labels) + adjusted_rand_index(data.second, found[1].labels)) / 2;
}

TEST(Ruling, IsReadAsItIsWrittenAndInOtherSpellings) {
    for (const char* text : {"same", "different", "not-sure", "same in 1", "same in 1+3"})
        EXPECT_EQ(to_string(parse_ruling(text).value()), text);
    for (const char* text : {"same in 1 and 3", "Same in 3, 1", "same-in-1-3", "same in clustering1 + clustering 3"})
        EXPECT_EQ(to_string(parse_ruling(text).value()), "same in 1+3") << text;
    for (const char* text : {"", "same in", "same in 0", "same in 100", "same in all", "different in 1", "in 1",
                             "same 1", "same in 1.5x", "same in -", "same in 99999999999999999999"})
        EXPECT_FALSE(parse_ruling(text)) << text;
}

TEST(Respects, AnswersCountForEachClusteringByHand) {
    Answer some;
    some.verdict = Reply::same;
    some.same_in = {2};
    Answer all = some;
    all.same_in = {};
    Answer none;
    none.verdict = Reply::different;
    Answer unsure;
    const std::vector<Answer> answers{some, all, none, unsure};
    const auto verdicts = [&](int respect) {
        std::vector<Reply> list;
        for (const Answer& answer : questions::answers_in(answers, respect))
            list.push_back(answer.verdict);
        return list;
    };
    EXPECT_THAT(verdicts(0), ElementsAre(Reply::different, Reply::same, Reply::different, Reply::not_sure));
    EXPECT_THAT(verdicts(1), ElementsAre(Reply::same, Reply::same, Reply::different, Reply::not_sure));
    EXPECT_EQ(questions::highest_respect(answers), 2);
}

TEST(Respects, OnlyColumnsKeepsDenseAndSparseValues) {
    const View dense = View::dense("x", 2, 3, std::vector<double>{1, 2, 3, 4, 5, 6});
    const View sparse = View::sparse("x", 2, 3, {0, 2, 3}, {0, 2, 1}, std::vector<double>{1, 3, 5});
    const std::vector<Index> columns{0, 2};
    questions::only_columns(dense, columns).visit([](const auto& X) {
        if constexpr (!std::decay_t<decltype(X)>::kSparse) {
            EXPECT_EQ(X.cols, 2);
            EXPECT_EQ(X.at(1, 0), 4);
            EXPECT_EQ(X.at(1, 1), 6);
        } else {
            ADD_FAILURE() << "a dense view became sparse";
        }
    });
    const View taken = questions::only_columns(sparse, columns);
    EXPECT_TRUE(taken.is_sparse());
    EXPECT_EQ(taken.cols(), 2);
    EXPECT_EQ(taken.nonzeros(), 2);
}

class RespectsProperty : public testing::TestWithParam<int> {};

TEST_P(RespectsProperty, DisputedPairsAreAskedFirstAndEveryClusteringFollowsTheAnswers) {
    const Crossed data = make_crossed(80, 2.5, static_cast<std::uint64_t>(GetParam()));
    Context context(Context::Settings{static_cast<std::uint64_t>(GetParam()), 1});
    QuestionSession session(data.problem, several(), context);
    ASSERT_EQ(session.respects().size(), 2);
    std::set<std::pair<Index, Index>> seen;
    for (int i = 0; i < 30; ++i) {
        const auto questions = session.next(1);
        if (questions.empty()) break;
        const Question& question = questions.front();
        const auto before = session.clusterings();
        if (question.kind == QuestionKind::strategy) {
            EXPECT_TRUE(seen.insert(std::minmax(question.a.row, question.b.row)).second);
            // With four groups there is always a pair that one clustering has together and the other apart.
            EXPECT_NE(before[0].labels[question.a.row] == before[0].labels[question.b.row],
                      before[1].labels[question.a.row] == before[1].labels[question.b.row]);
        }
        session.apply(answered(question, truth_about(data, question)));
        const auto now = session.clusterings();
        for (const auto& [a, b] : seen) {
            EXPECT_EQ(now[0].labels[a] == now[0].labels[b], data.first[a] == data.first[b]) << a << " and " << b;
            EXPECT_EQ(now[1].labels[a] == now[1].labels[b], data.second[a] == data.second[b]) << a << " and " << b;
        }
    }
    EXPECT_GT(seen.size(), 5);
}
INSTANTIATE_TEST_SUITE_P(Seeds, RespectsProperty, testing::Range(0, 6));

TEST(Respects, TwoGroupingsAreFoundAtOnceFromOneSetOfAnswers) {
    const Crossed data = make_crossed(80, 3, 3);
    Context context;
    QuestionSession session(data.problem, several(), context);
    const double before = mean_score(data, session);
    for (int i = 0; i < 40; ++i) {
        const auto questions = session.next(1);
        if (questions.empty()) break;
        session.apply(answered(questions.front(), truth_about(data, questions.front())));
    }
    EXPECT_GT(mean_score(data, session), before);
    EXPECT_EQ(session.clusterings()[0].labels, session.partition().labels);
    EXPECT_EQ(session.clusterings()[1].name, "clustering2");
}

TEST(Respects, WhatIsTheSameInOneOnlyIsMustLinkAndCannotLink) {
    const Crossed data = make_crossed(40, 6, 1);
    Context context;
    QuestionSession session(data.problem, several(), context);
    SessionEvent event = judge(0, 2, Reply::same);  // same in the first grouping, not in the second
    event.same_in = {1};
    session.apply(event);
    const auto constraints = session.constraints();
    ASSERT_EQ(constraints.size(), 2);
    EXPECT_NE(constraints[0].link, constraints[1].link);
    event.same_in = {1, 2};
    event.a = {0, 4};
    EXPECT_THAT(session.checked(event).same_in, IsEmpty()) << "in both is in all";
    const auto merged =
        merge_answers(data.problem, std::vector<std::vector<SessionEvent>>{
                                        {session.checked(answered({{0, 0}, {0, 2}}, Ruling{Reply::same, {1}}))}});
    EXPECT_EQ(merged.constraints.size(), 2);
}

TEST(Respects, UndoAndCorrectionsKeepTheRespect) {
    const Crossed data = make_crossed(40, 6, 1);
    Context context;
    QuestionSession session(data.problem, several(), context);
    session.apply(answered({{0, 0}, {0, 2}}, Ruling{Reply::same, {1}}));
    SessionEvent correction = act(EventType::correct, 1, Reply::same);
    correction.same_in = {2};
    session.apply(correction);
    EXPECT_THAT(session.answers().front().same_in, ElementsAre(2));
    session.apply(act(EventType::undo));
    EXPECT_THAT(session.answers().front().same_in, ElementsAre(1));
    session.apply(act(EventType::correct, 1, Reply::different));
    EXPECT_THAT(session.answers().front().same_in, IsEmpty());
}

TEST(Respects, AnswersThatNameNoClusteringOfTheSessionAreRefused) {
    const Crossed data = make_crossed(40, 6, 1);
    Context context;
    QuestionSession one(data.problem, setup_for(2), context);
    QuestionSession two(data.problem, several(), context);
    const auto message = [](QuestionSession& session, const Ruling& ruling) -> std::string {
        try {
            session.apply(answered({{0, 0}, {0, 2}}, ruling));
        } catch (const Error& error) {
            return std::string(error.message());
        }
        return "";
    };
    EXPECT_THAT(message(one, {Reply::same, {2}}), HasSubstr("answer \"same in 2\": there is no such clustering"));
    EXPECT_THAT(message(two, {Reply::same, {3}}), HasSubstr("the session has 1 to 2"));
    EXPECT_THAT(message(two, {Reply::different, {1}}), HasSubstr("only \"same\""));
    EXPECT_EQ(message(one, {Reply::same, {1}}), "");
    EXPECT_THAT(one.respects(), IsEmpty());
    EXPECT_EQ(one.clusterings().size(), 1);
}

TEST(Respects, QuestionsAheadAssumeAnAnswerForEveryClustering) {
    const Crossed data = make_crossed(60, 3, 2);
    Context context;
    QuestionSession session(data.problem, several(), context);
    std::set<std::pair<Index, Index>> seen;
    for (const Question& question : session.next(8))
        EXPECT_TRUE(seen.insert(std::minmax(question.a.row, question.b.row)).second);
    EXPECT_EQ(seen.size(), 8);
}

TEST(Respects, JournalKeepsTheClusteringsOfAnAnswer) {
    const Crossed data = make_crossed(20, 6, 1);
    const TempFolder folder;
    const auto file = folder.path() / "answers.jsonl";
    {
        Context context;
        JournaledSession session(data.problem, several(), file, context);
        session.submit(answered({{0, 0}, {0, 2}}, Ruling{Reply::same, {1}}));
        SessionEvent correction = act(EventType::correct, 1, Reply::same);
        correction.same_in = {2};
        session.submit(correction);
    }
    const JournalContents read = read_journal(file, data.problem.data);
    ASSERT_EQ(read.events.size(), 2);
    EXPECT_THAT(read.events[0].same_in, ElementsAre(1));
    EXPECT_THAT(read.events[1].same_in, ElementsAre(2));
    Context context;
    JournaledSession again(data.problem, several(), file, context);
    EXPECT_THAT(again.session().answers().front().same_in, ElementsAre(2));
    // A session with one clustering cannot know what is meant: it says so before any question.
    EXPECT_THROW(QuestionSession(data.problem, setup_for(2), context).replay(read.events), Error);
}

TEST(Respects, AnswersFileNamesClusterings) {
    const Crossed data = make_crossed(10, 6, 1);
    const auto events =
        parse_answers("a,b,answer\nrow:0,row:1,same in 2\nrow:0,row:2,yes\n", "answers.csv", data.problem.data);
    ASSERT_EQ(events.size(), 2);
    EXPECT_THAT(events[0].same_in, ElementsAre(2));
    EXPECT_THAT(events[1].same_in, IsEmpty());
}

}  // namespace
}  // namespace mvlink::test
