#include <mvlink/nmf.hpp>
#include <mvlink/registry.hpp>

#include "methods/factors/xray/anchors.hpp"
#include "reference/xray.hpp"
#include "support/nonnegative_problems.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace mvlink {
namespace {

using factors::Anchors;
using factors::find_anchors;
using support::Table;
using testing::ElementsAre;
using testing::UnorderedElementsAre;

Anchors anchors_of(const Table& X, Index count, XraySelect select, std::uint64_t seed = 0) {
    Context context(Context::Settings{.seed = seed});
    const View view = support::dense_view<double>(X);
    return find_anchors({view.features()}, count, select, context);
}

const Table kFourRows{{2, 0}, {0, 1}, {1, 1}, {0.5, 0.2}};

/// So many rows that fewer than the usual 256 are compared with all rows at a time, and not in whole blocks.
TEST(Xray, ManyRowsAreComparedInNarrowerBlocks) {
    Table X;
    for (int row = 0; row < 9001; ++row) {
        const double share = (1 + row % 97) / 99.0;
        X.push_back({share, 1 - share});
    }
    X[7] = {1, 0};
    X[8999] = {0, 1};
    const Anchors found = anchors_of(X, 2, XraySelect::dist);
    EXPECT_THAT(found.rows, UnorderedElementsAre(7, 8999));
    EXPECT_NEAR(found.objective.back(), 0, 1e-9);
}

TEST(Xray, MaxFindsTheTwoExtremeRowsAndExplainsTheOthers) {
    const Anchors found = anchors_of(kFourRows, 2, XraySelect::max);
    EXPECT_THAT(found.rows, ElementsAre(0, 1));
    const Table expected{{1, 0}, {0, 1}, {0.5, 1}, {0.25, 0.2}};
    for (Index i = 0; i < 4; ++i) {
        for (Index a = 0; a < 2; ++a)
            EXPECT_NEAR(found.H(i, a), expected[static_cast<std::size_t>(i)][static_cast<std::size_t>(a)], 1e-12);
    }
    EXPECT_NEAR(found.objective.back(), 0, 1e-12);
}

TEST(Xray, GreedyTakesTheCentralRowFirst) {
    EXPECT_THAT(anchors_of(kFourRows, 2, XraySelect::greedy).rows, ElementsAre(3, 1));
}

TEST(Xray, EndsWhereTheAnchorsExplainEverything) {
    EXPECT_EQ(anchors_of(kFourRows, 4, XraySelect::max).rows.size(), 2U);
    const Anchors nothing = anchors_of({{0, 0}, {0, 0}}, 2, XraySelect::greedy);
    EXPECT_TRUE(nothing.rows.empty());
    EXPECT_EQ(nothing.H.rows(), 2);
}

/// Every row a mixture of the first r: separable, without noise.
Table separable(Index n, Index d, Index r, Random& random) {
    Table X = support::random_nonnegative(r, d, random);
    while (static_cast<Index>(X.size()) < n) {
        std::vector<double> row(static_cast<std::size_t>(d), 0.0);
        double total = 0;
        std::vector<double> mix;
        for (Index a = 0; a < r; ++a) {
            mix.push_back(std::pow(random.normal(), 2));  // the shares are Dirichlet(1/2)
            total += mix.back();
        }
        for (Index a = 0; a < r; ++a) {
            for (std::size_t j = 0; j < row.size(); ++j)
                row[j] += mix[static_cast<std::size_t>(a)] / total * X[static_cast<std::size_t>(a)][j];
        }
        X.push_back(std::move(row));
    }
    return X;
}

TEST(Xray, RecoversTheCornersOfSeparableDataEveryTimeButGreedyDoesNot) {
    const std::set<Index> corners{0, 1, 2, 3, 4};
    int greedy = 0;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        Random random(seed);
        const Table X = separable(60, 20, 5, random);
        for (const XraySelect select : {XraySelect::max, XraySelect::dist, XraySelect::rand}) {
            const Anchors found = anchors_of(X, 5, select, seed);
            EXPECT_EQ(std::set<Index>(found.rows.begin(), found.rows.end()), corners)
                << "seed " << seed << " " << enum_name(select);
        }
        const Anchors found = anchors_of(X, 5, XraySelect::greedy, seed);
        greedy += std::set<Index>(found.rows.begin(), found.rows.end()) == corners ? 1 : 0;
    }
    EXPECT_LE(greedy, 5);
}

class XrayOnRandomRows : public testing::TestWithParam<int> {};

TEST_P(XrayOnRandomRows, AgreesWithThePlainLoopsForEveryKindOfRows) {
    Random random(static_cast<std::uint64_t>(GetParam()));
    const Table X = support::random_nonnegative(10 + random.below(30), 5 + random.below(6), random);
    for (const XraySelect select : {XraySelect::greedy, XraySelect::max, XraySelect::dist}) {
        const auto expected = reference::xray(X, 4, std::string(enum_name(select)));
        for (const View& view : support::every_kind(X)) {
            for (const int threads : {1, 2, 7}) {
                Context context(Context::Settings{.threads = threads});
                const Anchors found = find_anchors({view.features()}, 4, select, context);
                ASSERT_EQ(std::vector<std::size_t>(found.rows.begin(), found.rows.end()), expected.anchors)
                    << view.kind() << " " << enum_name(select);
                for (Index i = 0; i < found.H.rows(); ++i) {
                    for (Index a = 0; a < found.H.cols(); ++a) {
                        EXPECT_NEAR(found.H(i, a), expected.H[static_cast<std::size_t>(i)][static_cast<std::size_t>(a)],
                                    1e-7);
                    }
                }
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Seeds, XrayOnRandomRows, testing::Range(0, 20));

TEST(Xray, LabelsComeFromTheMixturesAndPredictRepeatsThem) {
    Random random(2);
    const auto parts = support::made_of_parts(90, 12, 3, random);
    const Dataset data(support::dense_view<double>(parts.X));
    Context context;
    for (const NmfAssign assign : {NmfAssign::kmeans, NmfAssign::argmax}) {
        for (const XraySelect select : {XraySelect::greedy, XraySelect::max}) {
            const Result result = xray(data, {.n_clusters = 3, .select = select, .assign = assign}, context);
            EXPECT_EQ(predict(result.model, data, context)[0].labels, result.partitions[0].labels);
            EXPECT_EQ(result.model.array("anchors_x").cols, 3);
            EXPECT_EQ(result.topics.size(), 3U);
            EXPECT_LE(result.objective.back(), result.objective.front());
        }
    }
}

}  // namespace
}  // namespace mvlink
