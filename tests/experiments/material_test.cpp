#include "experiments/material.hpp"
#include "experiments/select_rows.hpp"
#include "support/random_problems.hpp"
#include "tiny_paper.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace mvlink::experiments {
namespace {

class Draws : public testing::Test {
protected:
    Context context_{Context::Settings{.seed = 7, .threads = 1}};
    Material material_ = prepare(support::tiny_blobs("blobs"), {}, 3, context_);

    Draw draw_at(Index constraints, int repetition, int fold, int folds = 5, double wrong = 0) const {
        return draw(material_, {constraints, wrong}, folds, repetition, fold, 7);
    }
};

TEST_F(Draws, AreNestedAlongTheSweep) {
    const auto few = draw_at(20, 1, 2).constraints, many = draw_at(50, 1, 2).constraints;
    ASSERT_EQ(few.size(), 20u);
    ASSERT_EQ(many.size(), 50u);
    EXPECT_TRUE(std::equal(few.begin(), few.end(), many.begin()));
}

TEST_F(Draws, DifferBetweenFoldsAndRepetitions) {
    EXPECT_NE(draw_at(20, 0, 0).constraints, draw_at(20, 0, 1).constraints);
    EXPECT_NE(draw_at(20, 0, 0).constraints, draw_at(20, 1, 0).constraints);
    EXPECT_NE(draw_at(20, 0, 0).seed, draw_at(20, 0, 1).seed);
    EXPECT_EQ(draw_at(20, 0, 0).seed, draw_at(50, 0, 0).seed);
}

TEST_F(Draws, NeverTouchTheTestFoldAndTellTheTruth) {
    for (int fold = 0; fold < 5; ++fold) {
        const Draw drawn = draw_at(100, 0, fold);
        const std::set<Index> test(drawn.measured.begin(), drawn.measured.end());
        for (const Constraint& pair : drawn.constraints) {
            EXPECT_FALSE(test.contains(pair.a.row) || test.contains(pair.b.row));
            const auto& truth = material_.trials[0]->truths[0];
            const bool same =
                truth[static_cast<std::size_t>(pair.a.row)] == truth[static_cast<std::size_t>(pair.b.row)];
            EXPECT_EQ(pair.link, same ? Link::must : Link::cannot);
        }
    }
}

TEST_F(Draws, FoldsOfARepetitionDivideTheRows) {
    std::multiset<Index> rows;
    for (int fold = 0; fold < 5; ++fold) {
        const Draw drawn = draw_at(0, 2, fold);
        rows.insert(drawn.measured.begin(), drawn.measured.end());
    }
    EXPECT_EQ(rows.size(), 40u);
    EXPECT_EQ(std::set<Index>(rows.begin(), rows.end()).size(), 40u);
}

TEST_F(Draws, WrongConstraintsAreTheSamePairsFlipped) {
    const auto right = draw_at(40, 0, 0, 0).constraints;
    const auto some = draw_at(40, 0, 0, 0, 0.1).constraints, more = draw_at(40, 0, 0, 0, 0.2).constraints;
    int flipped_some = 0, flipped_more = 0;
    for (std::size_t i = 0; i < right.size(); ++i) {
        EXPECT_EQ(right[i].a, some[i].a);
        const bool in_some = right[i].link != some[i].link, in_more = right[i].link != more[i].link;
        EXPECT_TRUE(!in_some || in_more) << "more noise keeps the earlier flips";
        flipped_some += in_some ? 1 : 0;
        flipped_more += in_more ? 1 : 0;
    }
    EXPECT_EQ(flipped_some, 4);
    EXPECT_EQ(flipped_more, 8);
}

TEST_F(Draws, WithoutFoldsAllRowsAreMeasured) {
    EXPECT_EQ(draw_at(10, 0, 0, 0).measured.size(), 40u);
    EXPECT_EQ(most_constraints(material_, {}, 0), 40 * 39 / 2);
    EXPECT_EQ(most_constraints(material_, {}, 5), 32 * 31 / 2);
}

TEST(SelectRows, KeepsTheNumbersOfEveryKindOfView) {
    Random random(5);
    const support::Table X = support::random_clusters(12, 4, 3, random);
    const std::vector<Index> rows{7, 0, 11};
    for (const View& view : support::every_kind(X)) {
        const Dataset chosen = select_rows(Dataset(view), rows);
        ASSERT_EQ(chosen.view(0).rows(), 3);
        const Dataset expected{support::dense_view<double>({X[7], X[0], X[11]})};
        EXPECT_EQ(chosen.view(0).is_sparse(), view.is_sparse());
        double sum = 0, sum_expected = 0;
        const auto add = [](double& total) {
            return [&total](const auto& rows_of) {
                using Rows = std::decay_t<decltype(rows_of)>;
                if constexpr (Rows::kSparse) {
                    for (std::size_t i = 0; i < rows_of.values.size(); ++i)
                        total += rows_of.values[i] * (1 + rows_of.columns[i]);
                } else {
                    for (Index i = 0; i < rows_of.rows; ++i) {
                        for (Index j = 0; j < rows_of.cols; ++j)
                            total += rows_of.at(i, j) * static_cast<double>(1 + j);
                    }
                }
            };
        };
        chosen.view(0).visit(add(sum));
        expected.view(0).visit(add(sum_expected));
        EXPECT_NEAR(sum, sum_expected, 1e-4);
    }
}

}  // namespace
}  // namespace mvlink::experiments
