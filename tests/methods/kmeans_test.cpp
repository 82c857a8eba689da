#include <mvlink/error.hpp>
#include <mvlink/kmeans.hpp>
#include <mvlink/registry.hpp>

#include "support/in_file.hpp"
#include "support/random_problems.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace mvlink {
namespace {

using support::Table;
using testing::AllOf;
using testing::Each;
using testing::ElementsAre;
using testing::Ge;
using testing::HasSubstr;
using testing::Le;
using testing::ThrowsMessage;

Dataset line(std::vector<double> values) {
    const auto n = static_cast<Index>(values.size());
    return Dataset(View::dense("x", n, 1, std::move(values)));
}

Start from_centroids(std::vector<double> values, Index k) {
    Start start;
    const Index cols = static_cast<Index>(values.size()) / k;
    start.centroids = {"centroids", k, cols, std::move(values)};
    return start;
}

TEST(KMeans, ARowThatLeavesAClusterTakesNoDigitsOfTheOthersAlong) {
    Context context;
    // In the first round the last row is in the sum of the others, which have no digits left next to it.
    for (const double far : {1e9, 1e17}) {
        const Result result = kmeans(line({0, 1, 2, 4, far}), {.n_clusters = 2}, context, from_centroids({1, -5}, 2));
        EXPECT_THAT(result.partitions[0].labels, ElementsAre(0, 0, 0, 0, 1)) << far;
        EXPECT_THAT(result.model.array("centroids").values, ElementsAre(1.75, far)) << far;
        EXPECT_EQ(result.objective.back(), 8.75) << far;
    }
}

TEST(KMeans, CentroidsFarFromAllRowsTakeNoDigitsOfTheObjectiveAlong) {
    Context context;
    for (const double far : {1e9, 1e17, 1e134}) {
        const Result first =
            kmeans(line({0, 1, 9, 10}), {.n_clusters = 2, .max_iter = 1}, context, from_centroids({far, 2 * far}, 2));
        EXPECT_GE(first.objective.back(), 1) << far;   // no two clusters have less
        EXPECT_LE(first.objective.back(), 82) << far;  // all rows in one
        const Result last = kmeans(line({0, 1, 9, 10}), {.n_clusters = 2}, context, from_centroids({far, 2 * far}, 2));
        EXPECT_EQ(last.objective.back(), 1) << far;
        EXPECT_THAT(last.objective, Each(AllOf(Ge(1 - 1e-9), Le(82)))) << far;
    }
}

TEST(KMeans, SplitsFourPointsByHand) {
    Context context;
    const Result result = kmeans(line({0, 1, 9, 10}), {.n_clusters = 2}, context, from_centroids({0, 1}, 2));
    EXPECT_THAT(result.partitions[0].labels, ElementsAre(0, 0, 1, 1));
    EXPECT_EQ(result.objective.back(), 1);  // 4 x 0.5^2
    EXPECT_THAT(result.model.array("centroids").values, ElementsAre(0.5, 9.5));
    EXPECT_EQ(result.stop_reason, StopReason::converged);
    EXPECT_NEAR(result.partitions[0].confidence[0], 1 - 0.25 / (9.5 * 9.5), 1e-12);
}

TEST(KMeans, EveryRowIsItsOwnClusterWhereKIsN) {
    Context context;
    const Result result = kmeans(line({3, 1, 2, 7}), {.n_clusters = 4}, context);
    const auto& labels = result.partitions[0].labels;
    EXPECT_EQ(std::set<int>(labels.begin(), labels.end()).size(), 4U);
    EXPECT_EQ(result.objective.back(), 0);
}

TEST(KMeans, OneClusterHasTheMeanAndFullConfidence) {
    Context context;
    const Result result = kmeans(line({1, 2, 6}), {.n_clusters = 1}, context);
    EXPECT_THAT(result.model.array("centroids").values, ElementsAre(3));
    EXPECT_THAT(result.partitions[0].confidence, ElementsAre(1, 1, 1));
}

TEST(KMeans, AnEmptyClusterIsGivenTheFarthestRow) {
    Context context;
    // Cluster 1 starts where there are no rows; row 3 is farthest from the mean of the others.
    const Result result =
        kmeans(line({0, 1, 2, 30}), {.n_clusters = 2, .max_iter = 1}, context, from_centroids({5, 1000}, 2));
    EXPECT_THAT(result.partitions[0].labels, ElementsAre(0, 0, 0, 1));
    EXPECT_THAT(result.model.array("centroids").values, ElementsAre(1, 30));
}

TEST(KMeans, FewerDistinctRowsThanClustersLeaveClustersEmptyAndSaySo) {
    Context context;
    std::vector<double> values;
    for (int i = 0; i < 50; ++i)
        values.push_back(i % 5);
    const Result result = kmeans(line(values), {.n_clusters = 10}, context);
    EXPECT_EQ(result.objective.back(), 0);
    ASSERT_EQ(result.warnings.size(), 1U);
    EXPECT_EQ(result.warnings[0].code, "empty-clusters");
    EXPECT_EQ(result.warnings[0].value, 5);
}

/// The mean of rows such as 0.1 is not exactly one of them, which is no reason to take one away from the others.
TEST(KMeansFamily, EqualRowsStayInOneClusterWhereverTheirMeanIsRounded) {
    Context context;
    for (const char* name : {"kmeans", "pck-means", "mpck-means", "mk-means", "supervised-means", "rca-kmeans"}) {
        for (const Index copies : {3, 7, 500}) {
            Table X;
            for (Index copy = 0; copy < copies; ++copy) {
                X.push_back({0.1, 0.2});
                X.push_back({0.7, 0.3});
            }
            const Dataset data = support::constrained(
                support::dense_view<double>(X), {{{0, 0}, {0, 2}, Link::must, 1}, {{0, 0}, {0, 1}, Link::cannot, 1}});
            for (const char* k : {"4", "6"}) {
                const Result result = run_method(name, data, std::vector<OptionText>{{"n_clusters", k}}, context);
                const std::vector<std::int32_t>& labels = result.partitions[0].labels;
                for (std::size_t row = 2; row < labels.size(); ++row)
                    ASSERT_EQ(labels[row], labels[row % 2]) << name << ", row " << row << " of " << labels.size();
                EXPECT_NE(labels[0], labels[1]) << name;
            }
        }
    }
}

TEST(KMeans, RefusesWhatDoesNotFit) {
    Context context;
    const Dataset data = line({1, 2, 3});
    EXPECT_THAT([&] { kmeans(data, {.n_clusters = 4}, context); },
                ThrowsMessage<Error>(HasSubstr("4 clusters for the 3 rows of view \"x\"")));
    EXPECT_THAT([&] { kmeans(data, {.n_clusters = 0}, context); },
                ThrowsMessage<Error>(HasSubstr("n_clusters: 0 is out of range")));
    EXPECT_THAT([&] { kmeans(data, {.tol = -1}, context); }, ThrowsMessage<Error>(HasSubstr("tol")));
    EXPECT_THROW(kmeans(data, {.n_clusters = 2}, context, from_centroids({1, 2, 3}, 3)), Error);
    const Dataset two({View::dense("a", 1, 1, std::vector<double>{1}), View::dense("b", 1, 1, std::vector<double>{1})});
    EXPECT_THROW(kmeans(two, {.n_clusters = 1}, context), Error);
}

TEST(KMeans, SquaresThatOverflowAreAnErrorNotAnAnswer) {
    Context context;
    const Table X{{1e200}, {-1e200}, {3e200}, {0}};
    for (const View& view : {support::dense_view<double>(X), support::sparse_view<double>(X)}) {
        for (const auto init : {KMeansInit::kmeans_plus_plus, KMeansInit::random}) {
            try {
                kmeans(Dataset(view), {.n_clusters = 2, .init = init}, context);
                FAIL() << "answered";
            } catch (const Error& error) {
                EXPECT_EQ(error.code(), ErrorCode::numerical) << error.what();
            }
        }
    }
}

TEST(KMeans, FloatsWhoseSquaresOverflowFloatAreClusteredInDouble) {
    Context context;
    const Table X{{1e20, -1e20}, {1.1e20, -1e20}, {-3e20, 2e20}, {-3e20, 2.1e20}};
    const Result result = kmeans(Dataset(support::dense_view<float>(X)), {.n_clusters = 2}, context);
    const auto& labels = result.partitions[0].labels;
    EXPECT_EQ(labels[0], labels[1]);
    EXPECT_EQ(labels[2], labels[3]);
    EXPECT_NE(labels[0], labels[2]);
}

TEST(KMeans, ConstraintsAreCountedAndTheirNeglectSaid) {
    Context context;
    const Dataset data = support::constrained(View::dense("x", 4, 1, std::vector<double>{0, 1, 9, 10}),
                                              {{{0, 0}, {0, 3}, Link::must, 1}, {{0, 1}, {0, 2}, Link::cannot, 1}});
    const Result result = kmeans(data, {.n_clusters = 2}, context);
    EXPECT_EQ(result.constraints.must.violated, 1);
    EXPECT_EQ(result.constraints.cannot.satisfied, 1);
    ASSERT_EQ(result.warnings.size(), 1U);
    EXPECT_EQ(result.warnings[0].code, "constraints-ignored");
}

TEST(KMeans, ACancelledRunIsAValidAnswerAfterOneRound) {
    Random random(1);
    const Dataset data(support::dense_view<double>(support::random_clusters(500, 4, 8, random)));
    Context context;
    context.cancel();
    const Result result = kmeans(data, {.n_clusters = 8}, context);
    EXPECT_EQ(result.stop_reason, StopReason::cancelled);
    EXPECT_EQ(result.iterations, 1);
    for (const int label : result.partitions[0].labels) {
        ASSERT_GE(label, 0);
        ASSERT_LT(label, 8);
    }
}

TEST(KMeans, PredictLabelsTheTrainingRowsAsTheRunDid) {
    Random random(2);
    const Dataset data(support::dense_view<float>(support::random_clusters(400, 5, 6, random)));
    Context context;
    for (const int max_iter : {1, 2, 300}) {
        const Result result = kmeans(data, {.n_clusters = 6, .n_init = 1, .max_iter = max_iter}, context);
        const auto again = predict(result.model, data, context);
        EXPECT_EQ(again[0].labels, result.partitions[0].labels);
        EXPECT_EQ(again[0].confidence, result.partitions[0].confidence);
    }
}

TEST(KMeansFamily, StartsThatDoNotHoldTogetherAreRefusedWithoutTheRegistryToo) {
    Context context;
    const Dataset data = line({1, 2, 8, 9});
    Start shorter = from_centroids({1, 8}, 2);
    shorter.centroids.values.pop_back();
    EXPECT_THAT([&] { kmeans(data, {.n_clusters = 2}, context, shorter); },
                ThrowsMessage<Error>(HasSubstr("has 1 values; expected 2 x 1")));
    Start both = from_centroids({1, 8}, 2);
    both.partitions = kmeans(data, {.n_clusters = 2}, context).partitions;
    EXPECT_THAT([&] { kmeans(data, {.n_clusters = 2}, context, both); },
                ThrowsMessage<Error>(HasSubstr("exclude each other")));
}

TEST(KMeans, AWarmStartFromLabelsKeepsTheNumbersOfClusters) {
    Random random(3);
    const Dataset data(support::dense_view<double>(support::random_clusters(300, 3, 4, random)));
    Context context;
    const Result first = kmeans(data, {.n_clusters = 4}, context);
    Start start;
    start.partitions = first.partitions;
    EXPECT_EQ(kmeans(data, {.n_clusters = 4}, context, start).partitions[0].labels, first.partitions[0].labels);
    Start model;
    model.model = &first.model;
    EXPECT_EQ(kmeans(data, {.n_clusters = 4}, context, model).partitions[0].labels, first.partitions[0].labels);
    // One cluster more: the old ones keep their numbers for most rows.
    const Result more = kmeans(data, {.n_clusters = 5}, context, start);
    int same = 0;
    for (std::size_t i = 0; i < 300; ++i)
        same += more.partitions[0].labels[i] == first.partitions[0].labels[i] ? 1 : 0;
    EXPECT_GT(same, 150);
    start.partitions[0].labels[7] = 9;
    EXPECT_THAT([&] { kmeans(data, {.n_clusters = 4}, context, start); },
                ThrowsMessage<Error>(HasSubstr("row 7 has label 9")));
}

class KMeansOnRandomData : public testing::TestWithParam<int> {};

TEST_P(KMeansOnRandomData, GivesTheSameLabelsForEveryKindOfViewAndAnyNumberOfThreads) {
    Random random(static_cast<std::uint64_t>(GetParam()));
    const Table X = support::random_clusters(5000, 7, 6, random);
    std::vector<std::int32_t> first;
    for (const View& view : support::every_kind(X)) {
        for (const int threads : {1, 2, 7}) {
            Context context(Context::Settings{.seed = 11, .threads = threads});
            const Result result = kmeans(Dataset(view), {.n_clusters = 6, .n_init = 2}, context);
            if (first.empty()) first = result.partitions[0].labels;
            ASSERT_EQ(result.partitions[0].labels, first) << view.kind() << ", threads " << threads;
        }
    }
}

TEST_P(KMeansOnRandomData, TheObjectiveNeverRises) {
    Random random(static_cast<std::uint64_t>(GetParam()) + 100);
    const Dataset data(support::dense_view<float>(support::random_clusters(300, 4, 9, random)));
    Context context(Context::Settings{.seed = static_cast<std::uint64_t>(GetParam())});
    const Result result = kmeans(data, {.n_clusters = 12, .init = KMeansInit::random, .n_init = 1, .tol = 0}, context);
    for (std::size_t t = 1; t < result.objective.size(); ++t) {
        ASSERT_LE(result.objective[t], result.objective[t - 1] * (1 + 1e-12));
    }
}

INSTANTIATE_TEST_SUITE_P(Seeds, KMeansOnRandomData, testing::Range(0, 10));

TEST(KMeans, RowsInAFileGiveTheSameBitsInOnePassPerRound) {
    constexpr Index kRows = 20000, kCols = 6;
    for (int seed = 0; seed < 6; ++seed) {
        const std::vector<float> values = support::rows_of_groups(seed, kRows, kCols);
        const View view = View::borrow("x", DenseRows<float>{values.data(), kRows, kCols, kCols, 1});
        const auto run = [&](int threads) {
            Context context({.seed = 3, .threads = threads});
            return kmeans(Dataset(view), {.n_clusters = 5, .n_init = 2, .max_iter = 30, .tol = 0}, context);
        };
        const Result plain = run(1);
        const support::InFile in_file(values);
        for (const int threads : {1, 3}) {
            const Result result = run(threads);
            EXPECT_EQ(result.objective, plain.objective) << seed;
            EXPECT_EQ(result.partitions[0].labels, plain.partitions[0].labels) << seed;
            EXPECT_EQ(result.partitions[0].confidence, plain.partitions[0].confidence) << seed;
            EXPECT_EQ(result.model.array("centroids").values, plain.model.array("centroids").values) << seed;
        }
    }
}

TEST(KMeans, SaysWhereOneClusterHoldsNearlyAllRows) {
    const auto advice = [](View view) {
        Context context;
        std::string found;
        for (const Warning& warning : kmeans(Dataset(std::move(view)), {.n_clusters = 2}, context).warnings) {
            if (warning.code == "one-large-cluster") found = with_advice(warning.message, warning.advice);
        }
        return found;
    };
    support::Table X(100, {0, 1});
    for (std::size_t i = 0; i < 4; ++i)
        X[i] = {100, 100};
    EXPECT_THAT(advice(support::dense_view<double>(X)), testing::StartsWith("one cluster holds 96.0 % of the rows"));
    EXPECT_THAT(advice(support::sparse_view<double>(X)), testing::HasSubstr("; try prep=tfidf,l2"));
    X[4] = {100, 100};
    EXPECT_EQ(advice(support::dense_view<double>(X)), "");
}

}  // namespace
}  // namespace mvlink
