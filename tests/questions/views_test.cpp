#include "questions/support.hpp"

#include <mvlink/measures.hpp>

namespace mvlink::test {
namespace {

/// Two views of the same groups with other noise.
std::vector<View> two_views(const Groups& first, const Groups& second) {
    std::vector<double> values;
    const auto& X = std::get<DenseRows<double>>(second.problem.data.view(0).features());
    for (Index row = 0; row < X.rows; ++row) {
        for (Index col = 0; col < X.cols; ++col)
            values.push_back(X.at(row, col));
    }
    const View& x = first.problem.data.view(0);
    return {x, View::dense("y", x.rows(), second.problem.data.view(0).cols(), values)};
}

TEST(SeveralViews, MappedOnesAreAskedAboutAsObjects) {
    const Groups groups = make_groups(3, 15, 3, 1), other = make_groups(3, 15, 3, 2);
    const Dataset data = Dataset(two_views(groups, other)).with_row_mapping();
    for (const std::string strategy : {"skeleton", "uncertain"}) {
        Context context;
        QuestionSession session(Problem{data}, setup_for(3, strategy), context);
        const auto asked = answer_questions(session, groups, 30);
        for (const Question& question : asked)
            EXPECT_EQ(question.a.view, question.b.view);
        EXPECT_EQ(session.view_partitions().size(), 2);
        EXPECT_EQ(session.view_partitions()[0].labels, session.view_partitions()[1].labels);
        EXPECT_GT(adjusted_rand_index(groups.truth, session.partition().labels), 0.8);
        EXPECT_EQ(session.constraints().front().origin, Origin::on_objects);
    }
}

TEST(SeveralViews, OnlyAnswersJoinUnmappedOnes) {
    const Groups groups = make_groups(2, 12, 6, 3), other = make_groups(2, 12, 6, 4);
    const Dataset data(two_views(groups, other));
    Context context;
    QuestionSession session(Problem{data}, setup_for(2, "skeleton", 0), context);
    EXPECT_EQ(session.partition().n_clusters, 4) << "two in each view";
    Index between = 0;
    for (int i = 0; i < 40; ++i) {
        const auto questions = session.next(1);
        if (questions.empty()) break;
        between += questions[0].a.view != questions[0].b.view ? 1 : 0;
        session.apply(answered(questions[0], reply_of(groups, questions[0])));  // both views have the same order
    }
    EXPECT_GT(between, 0);
    std::vector<std::int32_t> truth = groups.truth;
    truth.insert(truth.end(), groups.truth.begin(), groups.truth.end());
    EXPECT_GT(adjusted_rand_index(truth, session.partition().labels), 0.9);
}

}  // namespace
}  // namespace mvlink::test
