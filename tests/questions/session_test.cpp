#include "questions/support.hpp"

#include <mvlink/error.hpp>
#include <mvlink/measures.hpp>

#include <gmock/gmock.h>

#include <set>

namespace mvlink::test {
namespace {

class EveryStrategy : public testing::TestWithParam<std::string> {};

/// The closure of answers by plain repetition, sharing nothing with the library.
struct PlainClosure {
    std::vector<int> group;
    std::set<std::pair<int, int>> apart;

    explicit PlainClosure(std::size_t n) : group(n) {
        for (std::size_t i = 0; i < n; ++i)
            group[i] = static_cast<int>(i);
    }
    void add(std::size_t a, std::size_t b, bool same) {
        const int from = group[b], to = group[a];
        if (!same) {
            apart.insert({to, from});
            apart.insert({from, to});
            return;
        }
        for (int& g : group) {
            if (g == from) g = to;
        }
        std::set<std::pair<int, int>> renamed;
        for (auto [x, y] : apart)
            renamed.insert({x == from ? to : x, y == from ? to : y});
        apart = renamed;
    }
    bool knows(std::size_t a, std::size_t b) const {
        return group[a] == group[b] || apart.contains({group[a], group[b]});
    }
};

TEST_P(EveryStrategy, NeverAsksAPairTwiceInOneList) {
    const Groups groups = make_groups(2, 4, 3, 1);
    Context context;
    QuestionSession session(groups.problem, setup_for(2, GetParam()), context);
    std::set<std::pair<Index, Index>> pairs;
    for (const Question& question : session.next(40))
        EXPECT_TRUE(pairs.insert(std::minmax(question.a.row, question.b.row)).second);
    EXPECT_FALSE(pairs.empty());
}

TEST_P(EveryStrategy, NeverAsksWhatFollowsExceptDeclaredChecks) {
    const Groups groups = make_groups(4, 15, 3, 1);
    Context context;
    QuestionSession session(groups.problem, setup_for(4, GetParam()), context);
    PlainClosure closure(groups.truth.size());
    for (int i = 0; i < 60; ++i) {
        const auto questions = session.next(1);
        if (questions.empty()) break;
        const Question& question = questions.front();
        const auto a = static_cast<std::size_t>(question.a.row), b = static_cast<std::size_t>(question.b.row);
        if (question.kind == QuestionKind::strategy || question.kind == QuestionKind::audit) {
            EXPECT_FALSE(closure.knows(a, b)) << "question " << i << ": " << a << " and " << b;
        }
        const Reply reply = reply_of(groups, question);
        closure.add(a, b, reply == Reply::same);
        session.apply(answered(question, reply));
    }
}

TEST_P(EveryStrategy, UndoAndRedoGiveTheSameBits) {
    const Groups groups = make_groups(3, 20, 3, 2);
    Context context;
    QuestionSession session(groups.problem, setup_for(3, GetParam()), context);
    std::vector<Partition> before;
    std::vector<Question> asked;
    for (int i = 0; i < 25; ++i) {
        before.push_back(session.partition());
        const auto questions = session.next(1);
        if (questions.empty()) break;
        asked.push_back(questions.front());
        session.apply(answered(asked.back(), reply_of(groups, asked.back())));
    }
    const Partition last = session.partition();
    for (std::size_t i = asked.size(); i-- > 0;) {
        session.apply(act(EventType::undo));
        EXPECT_EQ(session.partition().labels, before[i].labels);
        EXPECT_EQ(session.partition().confidence, before[i].confidence);
        const auto again = session.next(1);
        ASSERT_FALSE(again.empty());
        EXPECT_EQ(again.front().a, asked[i].a);
        EXPECT_EQ(again.front().b, asked[i].b);
        EXPECT_EQ(again.front().kind, asked[i].kind);
    }
    EXPECT_FALSE(session.can_undo());
    for (std::size_t i = 0; i < asked.size(); ++i)
        session.apply(act(EventType::redo));
    EXPECT_EQ(session.partition().labels, last.labels);
    EXPECT_EQ(session.partition().confidence, last.confidence);
}

TEST_P(EveryStrategy, ThreadsDoNotChangeABit) {
    const Groups groups = make_groups(3, 40, 2.5, 3, 5);
    std::vector<std::vector<Question>> asked;
    std::vector<Partition> partitions;
    for (const int threads : {1, 2, 7}) {
        Context context({.seed = 5, .threads = threads});
        QuestionSession session(groups.problem, setup_for(3, GetParam()), context);
        asked.push_back(answer_questions(session, groups, 30));
        partitions.push_back(session.partition());
    }
    for (std::size_t i = 1; i < asked.size(); ++i) {
        ASSERT_EQ(asked[i].size(), asked[0].size());
        for (std::size_t q = 0; q < asked[0].size(); ++q) {
            EXPECT_EQ(asked[i][q].a, asked[0][q].a);
            EXPECT_EQ(asked[i][q].b, asked[0][q].b);
            EXPECT_EQ(asked[i][q].p_same, asked[0][q].p_same);
        }
        EXPECT_EQ(partitions[i].labels, partitions[0].labels);
        EXPECT_EQ(partitions[i].confidence, partitions[0].confidence);
    }
}

TEST_P(EveryStrategy, EndsAndFindsTheTruthWhenEverythingIsAnswered) {
    const Groups groups = make_groups(3, 8, 2, 4);
    Context context;
    QuestionSession session(groups.problem, setup_for(3, GetParam(), 0), context);
    answer_questions(session, groups, 400);
    EXPECT_TRUE(session.next(1).empty());
    EXPECT_EQ(session.progress().advice, StopAdvice::finished);
    if (GetParam() == "super-instances" || GetParam() == "skeleton") {
        EXPECT_DOUBLE_EQ(adjusted_rand_index(groups.truth, session.partition().labels), 1);
    }
}

INSTANTIATE_TEST_SUITE_P(Strategies, EveryStrategy,
                         testing::Values("skeleton", "uncertain", "super-instances", "random"), [](const auto& one) {
                             return one.param == "super-instances" ? "super_instances" : one.param;
                         });

TEST(Session, WithoutAnswersIsThePartitionItBeganWith) {
    const Groups groups = make_groups(4, 20, 2, 5);
    Context context;
    QuestionSession session(groups.problem, setup_for(4), context);
    EXPECT_EQ(session.partition().labels, session.start_partition().labels);
}

TEST(Session, BeginsWithTheLabelsItIsGiven) {
    const Groups groups = make_groups(2, 10, 4, 6);
    SessionSetup setup;
    setup.partition = Partition{Scope::objects, "objects", 2, groups.truth, {}};
    Context context;
    QuestionSession session(groups.problem, setup, context);
    EXPECT_EQ(session.partition().labels, groups.truth);
    setup.partition->labels.pop_back();
    EXPECT_THROW(QuestionSession(groups.problem, setup, context), Error);
}

/// Six points on a line in two groups of three, and a start that puts the third point into the wrong group.
TEST(Session, OneAnswerMovesARowByHand) {
    const Dataset data(View::dense("x", 6, 1, std::vector<double>{0, 1, 2.4, 10, 11, 12}));
    SessionSetup setup;
    setup.options.check_every = 0;
    setup.partition = Partition{Scope::objects, "objects", 2, {0, 0, 1, 1, 1, 1}, {}};
    Context context;
    QuestionSession session(Problem{data}, setup, context);
    session.apply(judge(2, 3, Reply::different));
    session.apply(judge(2, 4, Reply::different));
    EXPECT_THAT(session.partition().labels, testing::ElementsAre(0, 0, 0, 1, 1, 1));
    session.apply(act(EventType::undo));
    session.apply(act(EventType::undo));
    EXPECT_THAT(session.partition().labels, testing::ElementsAre(0, 0, 1, 1, 1, 1));
}

/// Row 6 hangs on the others of its cluster, with row 2 on it (Ward): row 2 moves when it is known to be different too.
TEST(Session, ARowThatIsOddWhereItLiesLeavesAloneByHand) {
    const Dataset data(View::dense("x", 7, 1, std::vector<double>{-10, -11, 5, 10, 11, 12, 5.2}));
    SessionSetup setup = setup_for(2, "skeleton", 0);
    setup.partition = Partition{Scope::objects, "objects", 2, {0, 0, 1, 1, 1, 1, 1}, {}};
    Context context;
    QuestionSession session(Problem{data}, setup, context);
    for (const Index row : {3, 4, 5})
        session.apply(judge(6, row, Reply::different));
    auto labels = session.partition().labels;
    EXPECT_NE(labels[6], labels[4]);
    EXPECT_EQ(labels[2], labels[4]) << "nobody said anything about row 2";
    for (const Index row : {3, 4, 5})
        session.apply(judge(2, row, Reply::different));
    labels = session.partition().labels;
    EXPECT_EQ(labels[6], labels[2]);
}

/// COBRAS on two groups of a line. Rows 0 to 3 are A, rows 4 to 9 are B; representatives are nearest to the mean of a
/// cell, and no two rows are equally near.
TEST(SuperInstances, AsksAsThePaperSaysByHand) {
    const Dataset data(View::dense("x", 10, 1, std::vector<double>{0, 1, 1.5, 4, 10, 10.4, 11, 13, 13.3, 13.8}));
    const std::vector<int> truth{0, 0, 0, 0, 1, 1, 1, 1, 1, 1};
    Context context;
    QuestionSession session(Problem{data}, setup_for(2, "super-instances", 0), context);
    const std::vector<std::pair<Index, Index>> expected{
        {2, 6},   // the two halves: different, so look into the smaller one
        {1, 3},   // {0, 1, 1.5} and {4}: the same, so two cells are enough
        {5, 8}};  // the largest cell, B: {10, 10.4, 11} and {13, 13.3, 13.8}
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const auto questions = session.next(1);
        ASSERT_EQ(questions.size(), 1) << i;
        const auto [a, b] = std::minmax(questions[0].a.row, questions[0].b.row);
        EXPECT_EQ(std::pair(a, b), expected[i]) << i;
        const bool shown = i < 2;  // nothing is shown before the first merging is over
        EXPECT_EQ(session.partition().n_clusters, shown ? 1 : 2) << i;
        const bool same = truth[static_cast<std::size_t>(a)] == truth[static_cast<std::size_t>(b)];
        session.apply(answered(questions[0], same ? Reply::same : Reply::different));
    }
    const auto labels = session.partition().labels;  // cluster numbers of COBRAS mean nothing
    for (std::size_t row = 0; row < truth.size(); ++row)
        EXPECT_EQ(labels[row] == labels[0], truth[row] == truth[0]) << row;
}

TEST(Session, CorrectionAndWithdrawalTakeEffectAndCanBeUndone) {
    const Groups groups = make_groups(2, 6, 6, 7);
    Context context;
    QuestionSession session(groups.problem, setup_for(2, "skeleton", 0), context);
    session.apply(judge(0, 1, Reply::different));
    session.apply(judge(2, 3, Reply::same));
    session.apply(act(EventType::correct, 1, Reply::same));
    ASSERT_EQ(session.answers().size(), 2);
    EXPECT_EQ(session.answers()[0].verdict, Reply::same);
    EXPECT_TRUE(session.answers()[0].corrected);
    session.apply(act(EventType::withdraw, 2));
    EXPECT_EQ(session.answers().size(), 1);
    session.apply(act(EventType::undo));
    EXPECT_EQ(session.answers().size(), 2);
    session.apply(act(EventType::undo));
    EXPECT_EQ(session.answers()[0].verdict, Reply::different);
    EXPECT_EQ(session.sequence(), 6);
}

TEST(Session, RefusesEventsThatCannotFollow) {
    const Groups groups = make_groups(2, 5, 4, 8);
    Context context;
    QuestionSession session(groups.problem, setup_for(2), context);
    EXPECT_THROW(session.apply(act(EventType::undo)), Error);
    EXPECT_THROW(session.apply(act(EventType::redo)), Error);
    EXPECT_THROW(session.apply(act(EventType::correct, 1, Reply::same)), Error);
    EXPECT_THROW(session.apply(judge(3, 3, Reply::same)), Error);
    EXPECT_THROW(session.apply(judge(3, 300, Reply::same)), Error);
    SessionEvent heavy = judge(1, 2, Reply::same);
    heavy.weight = 2;
    EXPECT_THROW(session.apply(heavy), Error);
    EXPECT_EQ(session.sequence(), 0);
}

TEST(Session, UnknownStrategySuggestsTheNearest) {
    const Groups groups = make_groups(2, 5, 4, 8);
    Context context;
    try {
        QuestionSession session(groups.problem, setup_for(2, "skeletn"), context);
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::usage);
        EXPECT_THAT(std::string(error.message()), testing::HasSubstr("did you mean skeleton?"));
    }
}

TEST(Session, ContradictionIsShownAsTheShortestCycle) {
    const Groups groups = make_groups(2, 8, 6, 9);
    Context context;
    QuestionSession session(groups.problem, setup_for(2, "skeleton", 0), context);
    session.apply(judge(0, 1, Reply::same));  // 1
    session.apply(judge(1, 2, Reply::same));  // 2
    session.apply(judge(2, 3, Reply::same));  // 3
    session.apply(judge(1, 3, Reply::same));  // 4
    EXPECT_TRUE(session.conflicts().empty());
    session.apply(judge(0, 3, Reply::different));  // 5: 0-1-3 is shorter than 0-1-2-3
    const auto conflicts = session.conflicts();
    ASSERT_EQ(conflicts.size(), 1);
    EXPECT_THAT(conflicts[0].answers, testing::ElementsAre(5, 1, 4));
    EXPECT_EQ(session.progress().advice, StopAdvice::resolve_conflicts);
    const auto next = session.next(1);
    ASSERT_FALSE(next.empty());
    EXPECT_EQ(next.front().kind, QuestionKind::conflict);
    session.apply(act(EventType::correct, 5, Reply::same));
    EXPECT_TRUE(session.conflicts().empty());
}

TEST(Session, ContradictionIsShownAsItArisesAlsoIfTheAnswerIsNotBelieved) {
    const Groups groups = make_groups(2, 20, 30, 9);  // far apart: nobody believes that 0 and 25 are the same
    Context context;
    QuestionSession session(groups.problem, setup_for(2, "skeleton", 0), context);
    session.apply(judge(0, 1, Reply::same));        // 1
    session.apply(judge(0, 25, Reply::different));  // 2
    EXPECT_TRUE(session.conflicts().empty());
    session.apply(judge(1, 25, Reply::same));  // 3
    const auto conflicts = session.conflicts();
    ASSERT_EQ(conflicts.size(), 1) << "at once, not only when the surprising answer is confirmed";
    EXPECT_THAT(conflicts[0].answers, testing::ElementsAre(2, 1, 3));
    EXPECT_EQ(conflicts[0].resolve.a.row, 1) << "the least credible of the three";
    EXPECT_EQ(conflicts[0].resolve.b.row, 25);
    session.apply(answered(conflicts[0].resolve, Reply::different));
    session.apply(answered(conflicts[0].resolve, Reply::different));
    EXPECT_TRUE(session.conflicts().empty());
}

TEST(Session, RepeatedAnswerOutweighsAnEarlierMistake) {
    const Groups groups = make_groups(2, 8, 6, 10);
    Context context;
    QuestionSession session(groups.problem, setup_for(2, "skeleton", 0), context);
    session.apply(judge(0, 9, Reply::same));
    session.apply(judge(0, 9, Reply::different));
    session.apply(judge(0, 9, Reply::different));
    const auto labels = session.partition().labels;
    EXPECT_NE(labels[0], labels[9]);
    ASSERT_EQ(session.people().size(), 1);
    EXPECT_GT(session.people()[0].error_rate, 0.05);
    EXPECT_EQ(session.constraints().size(), 1);
}

TEST(Session, NotSureIsNotAskedAgainAtOnce) {
    const Groups groups = make_groups(3, 10, 3, 11);
    Context context;
    QuestionSession session(groups.problem, setup_for(3, "skeleton", 0), context);
    std::set<std::pair<InstanceId, InstanceId>> seen;
    for (int i = 0; i < 20; ++i) {
        const auto questions = session.next(1);
        if (questions.empty()) break;
        EXPECT_TRUE(seen.insert(std::minmax(questions[0].a, questions[0].b)).second);
        session.apply(answered(questions[0], Reply::not_sure));
    }
    EXPECT_EQ(session.partition().labels, session.start_partition().labels);
}

TEST(Session, BatchHasNoPairTwice) {
    const Groups groups = make_groups(3, 20, 3, 12);
    Context context;
    QuestionSession session(groups.problem, setup_for(3), context);
    const auto questions = session.next(20);
    EXPECT_EQ(questions.size(), 20);
    std::set<std::pair<InstanceId, InstanceId>> seen;
    for (const Question& question : questions) {
        if (question.kind != QuestionKind::strategy) continue;
        EXPECT_TRUE(seen.insert(std::minmax(question.a, question.b)).second);
    }
}

TEST(Session, ShareOfChecksIsAsDeclared) {
    const Groups groups = make_groups(4, 40, 2, 13);
    Context context;
    QuestionSession session(groups.problem, setup_for(4, "skeleton", 5), context);
    const auto asked = answer_questions(session, groups, 50);
    Index audits = 0;
    for (std::size_t i = 4; i < asked.size(); i += 5)
        EXPECT_NE(asked[i].kind, QuestionKind::strategy) << i;
    for (const Question& question : asked)
        audits += question.kind == QuestionKind::audit ? 1 : 0;
    const SessionProgress progress = session.progress();
    EXPECT_EQ(progress.audits, audits);
    EXPECT_LE(progress.agreement_low, progress.agreement_high);
    EXPECT_EQ(progress.answers, 50);
}

TEST(Session, ConstraintsOfTheDatasetCountAsAnswers) {
    Groups groups = make_groups(2, 6, 6, 14);
    const std::vector<Constraint> given{{{0, 0}, {0, 7}, Link::must}, {{0, 0}, {0, 1}, Link::must}};
    groups.problem.data = groups.problem.data.with_constraints(std::span<const Constraint>(given));
    Context context;
    QuestionSession session(groups.problem, setup_for(2, "skeleton", 0), context);
    EXPECT_EQ(session.partition().labels[0], session.partition().labels[1]);
    EXPECT_TRUE(session.constraints().empty()) << "what came with the data is not an answer";
}

TEST(Session, MoreAnswersOfAPerfectPersonReachTheTruth) {
    const Groups groups = make_groups(3, 30, 3, 15);
    Context context;
    QuestionSession session(groups.problem, setup_for(3), context);
    const double before = adjusted_rand_index(groups.truth, session.partition().labels);
    answer_questions(session, groups, 60);
    EXPECT_GT(adjusted_rand_index(groups.truth, session.partition().labels), before);
}

/// Rows 0 to 9 near 0, 10 and 11 between the groups but of the first, 12 to 21 near 10.
QuestionSession two_groups_and_rows_between(Context& context) {
    std::vector<double> values;
    Partition start{Scope::objects, "objects", 2, {}, {}};
    for (int row = 0; row < 22; ++row) {
        values.push_back(row < 10 ? 0.1 * row : row < 12 ? 5.6 + 0.1 * (row - 10) : 10 + 0.1 * (row - 12));
        start.labels.push_back(row < 12 ? 0 : 1);
    }
    SessionSetup setup = setup_for(2, "skeleton", 0);
    setup.partition = start;
    return {Problem{Dataset(View::dense("x", 22, 1, std::move(values)))}, setup, context};
}

TEST(Clusters, OneSameAboutARowBetweenThemMovesTheRowOnlyByHand) {
    Context context;
    QuestionSession session = two_groups_and_rows_between(context);
    session.apply(judge(10, 15, Reply::same));
    const auto labels = session.partition().labels;
    EXPECT_EQ(labels[10], labels[15]);
    EXPECT_NE(labels[0], labels[15]) << "likelier row 10 was in the wrong cluster than that the clusters are one";
    EXPECT_EQ(labels[0], labels[9]);
}

TEST(Clusters, AreJoinedByRowsThatStandForThemOrByTwoAnswersByHand) {
    Context context;
    QuestionSession typical = two_groups_and_rows_between(context);
    typical.apply(judge(4, 16, Reply::same));
    EXPECT_EQ(typical.partition().labels[0], typical.partition().labels[20]);
    QuestionSession twice = two_groups_and_rows_between(context);
    twice.apply(judge(10, 15, Reply::same));
    twice.apply(judge(11, 16, Reply::same));
    EXPECT_EQ(twice.partition().labels[0], twice.partition().labels[20]);
}

}  // namespace
}  // namespace mvlink::test
