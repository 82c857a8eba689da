#include "evaluate/scores.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace mvlink::evaluate {
namespace {

constexpr Index kMillion = 1'000'000;
constexpr Index kBillion = 1'000'000'000;

/// A quarter of the rows in the wrong cluster: counts alone, no labels.
Contingency huge_table() {
    return {.rows = kBillion,
            .clusters = {kBillion / 4, 3 * kBillion / 4},
            .classes = {kBillion / 2, kBillion / 2},
            .cells = {{0, 0, kBillion / 4}, {1, 0, kBillion / 4}, {1, 1, kBillion / 2}},
            .cluster_labels = {0, 1},
            .class_labels = {0, 1}};
}

/// Shares of pairs tend to squares of shares of rows; the rest is of order 1 / rows.
constexpr double kFewPairs = 1e-8;

TEST(Scores, PairsOfABillionRowsDoNotOverflow) {
    const PairScores scores = pair_scores(huge_table());
    EXPECT_NEAR(scores.precision, (1.0 / 16 + 1.0 / 16 + 1.0 / 4) / (1.0 / 16 + 9.0 / 16), kFewPairs);
    EXPECT_NEAR(scores.recall, (1.0 / 16 + 1.0 / 16 + 1.0 / 4) / (1.0 / 2), kFewPairs);
}

TEST(Scores, RandIndexOfABillionRowsDoesNotOverflow) {
    const double both = 3.0 / 8, truth = 1.0 / 2, labels = 5.0 / 8;
    const double expected = (both - truth * labels) / ((truth + labels) / 2 - truth * labels);
    EXPECT_NEAR(adjusted_rand_index(huge_table()), expected, kFewPairs);
}

TEST(Scores, OneGroupOfABillionRowsIsPerfect) {
    const Contingency table{.rows = kBillion,
                            .clusters = {kBillion},
                            .classes = {kBillion},
                            .cells = {{0, 0, kBillion}},
                            .cluster_labels = {0},
                            .class_labels = {0}};
    EXPECT_EQ(pair_scores(table).f_measure, 1);
    EXPECT_EQ(adjusted_rand_index(table), 1);
    EXPECT_EQ(accuracy(table), 1);
}

TEST(Scores, AccuracyMatchesThousandsOfClustersToTensOfClasses) {
    Contingency table;
    table.classes.assign(20, 0);
    for (Index cluster = 0; cluster < 5000; ++cluster) {
        table.clusters.push_back(0);
        for (Index cls = 0; cls < 20; ++cls) {
            const Index count = cluster == 249 * cls ? kMillion : 1 + (cluster * 31 + cls * 17) % 97;
            table.cells.push_back({cluster, cls, count});
            table.clusters.back() += count;
            table.classes[static_cast<std::size_t>(cls)] += count;
            table.rows += count;
        }
    }
    EXPECT_DOUBLE_EQ(accuracy(table), 20.0 * kMillion / static_cast<double>(table.rows));
}

}  // namespace
}  // namespace mvlink::evaluate
