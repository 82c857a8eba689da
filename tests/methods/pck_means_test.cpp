#include <mvlink/error.hpp>
#include <mvlink/kmeans.hpp>
#include <mvlink/registry.hpp>

#include "methods/kmeans/pck/steps.hpp"
#include "methods/kmeans/start/neighbourhoods.hpp"
#include "support/in_file.hpp"
#include "support/random_problems.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mvlink {
namespace {

using support::constrained;
using testing::ElementsAre;

View line(std::vector<double> values) {
    const auto n = static_cast<Index>(values.size());
    return View::dense("x", n, 1, std::move(values));
}

Constraint must(Index a, Index b, double weight = 1) {
    return {{0, a}, {0, b}, Link::must, weight};
}
Constraint cannot(Index a, Index b, double weight = 1) {
    return {{0, a}, {0, b}, Link::cannot, weight};
}

TEST(FarthestFirst, PicksAsTheNotesWorkedOut) {
    // Centroids 0, 1, 10, 4 of sizes 5, 4, 1, 3; k = 3.
    Matrix centroids(4, 1);
    centroids << 0, 1, 10, 4;
    const std::vector<Index> sizes{5, 4, 1, 3};
    EXPECT_THAT(kmeans_family::farthest_first(centroids, sizes, 3, FarthestFirst::literal), ElementsAre(0, 3, 2));
    EXPECT_THAT(kmeans_family::farthest_first(centroids, sizes, 3, FarthestFirst::mutual), ElementsAre(0, 2, 3));
}

TEST(PckMeans, ACannotLinkMovesARowOnlyIfItWeighsMoreThanTheDistance) {
    // x = 0, 1, 9, 10 around 0.5 and 9.5: moving x = 1 costs 8.5^2 - 0.5^2 = 72.
    Start start;
    start.centroids = {"centroids", 2, 1, {0.5, 9.5}};
    Context context;
    for (const double weight : {71.9, 72.1}) {
        const Dataset data = constrained(line({0, 1, 9, 10}), {cannot(0, 1, weight)});
        const Result result = pck_means(
            data, {.n_clusters = 2, .max_iter = 1, .constraint_weight = 1, .order = VisitOrder::index}, context, start);
        EXPECT_EQ(result.partitions[0].labels[1], weight > 72 ? 1 : 0) << weight;
    }
}

TEST(PckMeans, MustLinksThatFitCostNothing) {
    Context context;
    const Result result =
        pck_means(constrained(line({0, 1, 9, 10}), {must(0, 1), must(2, 3)}), {.n_clusters = 2}, context);
    EXPECT_EQ(result.objective.back(), 1);
    EXPECT_EQ(result.constraints.must.satisfied, 2);
    EXPECT_TRUE(result.constraints.violations.empty());
}

TEST(PckMeans, ClustersStartFromNeighbourhoods) {
    // K-Means would cut at 5; the neighbourhoods say otherwise, and one round is enough to see where they started.
    const Dataset data = constrained(line({0, 4, 5, 6, 20}), {must(0, 1, 100), must(2, 3, 100)});
    Context context;
    const Result result = pck_means(data, {.n_clusters = 2, .max_iter = 1, .constraint_weight = 1}, context);
    EXPECT_EQ(result.partitions[0].labels[0], 0);
    EXPECT_EQ(result.partitions[0].labels[1], 0);
    EXPECT_EQ(result.partitions[0].labels[2], 1);
    EXPECT_EQ(result.partitions[0].labels[4], 1);
}

TEST(PckMeans, StartsOnceWhereNeighbourhoodsStartEveryCluster) {
    const Dataset data = constrained(line({0, 1, 9, 10, 50, 60}), {must(0, 1), must(2, 3)});
    const kmeans_family::ConstrainedView problem(data);
    using kmeans_family::number_of_starts, kmeans_family::start_rules;
    EXPECT_EQ(number_of_starts(problem, start_rules({.n_clusters = 2}), {}, {}), 1);
    EXPECT_EQ(number_of_starts(problem, start_rules({.n_clusters = 3}), {}, {}), 10);
    EXPECT_EQ(number_of_starts(problem, start_rules({.n_clusters = 2, .init = PckMeansInit::random}), {}, {}), 10);
    EXPECT_EQ(number_of_starts(problem, start_rules({.n_clusters = 3}), 4, {}), 4);
}

TEST(PckMeans, ImpliedConstraintsCountOnlyWithTheClosure) {
    // 0-1, 1-2 must: 0-2 follows. All three apart would break 3 pairs, or 2 without the closure.
    Start start;
    start.centroids = {"centroids", 3, 1, {0, 100, 200}};
    const Dataset data = constrained(line({0, 100, 200}), {must(0, 1), must(1, 2)});
    Context context;
    const PckMeansOptions with{.n_clusters = 3, .constraint_weight = 1};
    PckMeansOptions without = with;
    without.closure = false;
    EXPECT_EQ(pck_means(data, with, context, start).objective.back(), 3);
    EXPECT_EQ(pck_means(data, without, context, start).objective.back(), 2);
    EXPECT_EQ(pck_means(data, with, context, start).constraints.must.implied, 1);
}

TEST(PckMeans, ImpliedConstraintsWeighAsMuchAsTheLightestTheyFollowFrom) {
    // 0-1 weighs 0.25 and 1-2 weighs 2: 0-2 weighs 0.25. With 3 apart from 1 by 0.5, so are 0 and 2, by 0.25.
    Start start;
    start.centroids = {"centroids", 3, 1, {0, 100, 200}};
    Context context;
    const PckMeansOptions options{.n_clusters = 3, .constraint_weight = 1, .closure = true};
    const std::vector<Constraint> chain{must(0, 1, 0.25), must(1, 2, 2)};
    EXPECT_EQ(pck_means(constrained(line({0, 100, 200}), chain), options, context, start).objective.back(), 2.5);
    std::vector<Constraint> apart = chain;
    apart.push_back(cannot(1, 3, 0.5));
    const auto with = [&](double x) {
        return pck_means(constrained(line({0, 100, 200, x}), apart), options, context, start);
    };
    EXPECT_EQ(with(100).objective.back(), 2.5 + 0.5) << "violates the one that was given";
    EXPECT_EQ(with(200).objective.back(), 2.5 + 0.25) << "violates one that is implied";
}

TEST(PckMeans, OneWrongMustLinkDoesNotJoinTwoGroups) {
    std::vector<double> values;
    std::vector<Constraint> links{must(3, 23)};
    for (Index i = 0; i < 40; ++i) {
        values.push_back((i < 20 ? 0 : 10) + 0.1 * static_cast<double>(i % 7));
        if (i % 20 > 0) links.push_back(must(i - 1, i));
        if (i % 20 > 10) links.push_back(cannot(i, 39 - i));
    }
    Context context;
    const Result result = pck_means(constrained(line(values), links), {.n_clusters = 2}, context);
    for (Index i = 0; i < 40; ++i)
        EXPECT_EQ(result.partitions[0].labels[i], result.partitions[0].labels[i < 20 ? 0 : 20]) << i;
    EXPECT_EQ(result.constraints.must.violated, 1);
    ASSERT_EQ(result.suspects.size(), 1U);
    EXPECT_EQ(result.suspects[0].constraint.b.row, 23);
    EXPECT_GT(result.suspects[0].probability, 0.9);
    ASSERT_EQ(result.judgements.ranking.size(), links.size()) << "every judgement has its place";
    EXPECT_EQ(result.judgements.ranking[0].constraint, result.suspects[0].constraint);
    EXPECT_LT(result.judgements.ranking[1].probability, 0.1);
}

TEST(PckMeans, ContradictionsAreSoftAndReported) {
    Context context;
    const Dataset data = constrained(line({0, 1, 9, 10}), {must(0, 1), must(1, 2), cannot(0, 2), cannot(0, 1)});
    const Result result = pck_means(data, {.n_clusters = 2}, context);
    EXPECT_EQ(result.constraints.cannot.given, 2);
    ASSERT_FALSE(result.warnings.empty());
    EXPECT_EQ(result.warnings.back().code, "constraints-contradict");
    EXPECT_EQ(result.warnings.back().value, 2);
}

TEST(PckMeans, ConstraintWeightMultipliesEveryConstraint) {
    Context context;
    const Dataset data = constrained(line({0, 1, 9, 10}), {must(0, 3, 2)});
    const Result result =
        pck_means(data, {.n_clusters = 2, .init = PckMeansInit::kmeans_plus_plus, .constraint_weight = 3}, context);
    ASSERT_EQ(result.constraints.violations.size(), 1U);
    EXPECT_EQ(result.constraints.violations[0].cost, 6);
    EXPECT_EQ(result.objective.back(), 1 + 6);
}

TEST(PckMeans, WithoutConstraintsItIsKMeansFromTheSameStart) {
    Random random(8);
    const Dataset data(support::dense_view<double>(support::random_clusters(400, 3, 5, random)));
    Start start;
    start.centroids = {"centroids", 5, 3, support::row_major<double>(support::random_table(5, 3, random))};
    Context context;
    const Result plain = kmeans(data, {.n_clusters = 5, .tol = 0}, context, start);
    const Result pck = pck_means(data, {.n_clusters = 5, .max_iter = 300}, context, start);
    EXPECT_EQ(plain.partitions[0].labels, pck.partitions[0].labels);
    EXPECT_NEAR(plain.objective.back(), pck.objective.back(), 1e-9 * plain.objective.back());
}

TEST(PckMeans, ConfidenceCountsPenalties) {
    // Row 1 is held in cluster 0 by a heavy must-link: its cost there is its distance, elsewhere the weight comes on
    // top.
    Context context;
    const Dataset data = constrained(line({0, 8, 10}), {must(0, 1, 1000)});
    Start start;
    start.centroids = {"centroids", 2, 1, {0, 10}};
    const Result result =
        pck_means(data, {.n_clusters = 2, .constraint_weight = 1, .order = VisitOrder::index}, context, start);
    EXPECT_THAT(result.partitions[0].labels, ElementsAre(0, 0, 1));
    EXPECT_NEAR(result.partitions[0].confidence[1], 1 - 16.0 / (4 + 1000), 1e-12);
}

TEST(PckMeans, RefusesWhatDoesNotFit) {
    Context context;
    EXPECT_THROW(pck_means(Dataset(line({1, 2})), {.n_clusters = 3}, context), Error);
    EXPECT_THROW(pck_means(Dataset(line({1, 2})), {.n_clusters = 1, .constraint_weight = -1}, context), Error);
    EXPECT_THROW(pck_means(Dataset(line({1e200, -1e200, 2e200})), {.n_clusters = 2}, context), Error);
}

TEST(PckMeans, ACancelledRunIsAValidAnswer) {
    Random random(4);
    const auto X = support::random_clusters(300, 3, 4, random);
    const Dataset data =
        constrained(support::dense_view<double>(X), support::random_constraints(300, 80, true, random));
    Context context;
    context.cancel();
    const Result result = pck_means(data, {.n_clusters = 4, .n_init = 3}, context);
    EXPECT_EQ(result.stop_reason, StopReason::cancelled);
    EXPECT_EQ(result.iterations, 1);
    EXPECT_EQ(result.constraints.must.satisfied + result.constraints.must.violated, result.constraints.must.given);
}

class PckMeansOnRandomData : public testing::TestWithParam<int> {};

TEST_P(PckMeansOnRandomData, GivesTheSameLabelsForEveryKindOfViewAndAnyNumberOfThreads) {
    Random random(static_cast<std::uint64_t>(GetParam()));
    const auto X = support::random_clusters(4000, 5, 4, random);
    const auto constraints = support::random_constraints(4000, 600, false, random);
    std::vector<std::int32_t> first;
    for (const View& view : support::every_kind(X)) {
        for (const int threads : {1, 2, 7}) {
            Context context(Context::Settings{.seed = 5, .threads = threads});
            const Result result =
                pck_means(constrained(view, constraints), {.n_clusters = 4, .constraint_weight = 5}, context);
            if (first.empty()) first = result.partitions[0].labels;
            ASSERT_EQ(result.partitions[0].labels, first) << view.kind() << ", threads " << threads;
        }
    }
}

TEST_P(PckMeansOnRandomData, TheOrderAndOrientationOfTheConstraintsDoNotMatter) {
    Random random(static_cast<std::uint64_t>(GetParam()) + 50);
    const auto X = support::random_clusters(200, 3, 4, random);
    auto constraints = support::random_constraints(200, 100, false, random);
    Context context;
    const Result one = pck_means(constrained(support::dense_view<double>(X), constraints), {.n_clusters = 4}, context);
    random.shuffle(std::span<Constraint>(constraints));
    for (Constraint& constraint : constraints)
        std::swap(constraint.a, constraint.b);
    const Result two = pck_means(constrained(support::dense_view<double>(X), constraints), {.n_clusters = 4}, context);
    EXPECT_EQ(one.objective, two.objective) << "bit for bit";
    EXPECT_EQ(one.partitions[0].labels, two.partitions[0].labels);
}

TEST_P(PckMeansOnRandomData, AConstraintOfWeightZeroIsNone) {
    Random random(static_cast<std::uint64_t>(GetParam()) + 90);
    const auto X = support::random_clusters(150, 3, 4, random);
    auto constraints = support::random_constraints(150, 40, true, random);
    Context context;
    const Result without =
        pck_means(constrained(support::dense_view<double>(X), constraints), {.n_clusters = 4}, context);
    for (const Constraint& extra : support::random_constraints(150, 40, true, random)) {
        constraints.push_back({extra.a, extra.b, extra.link, 0});
    }
    const Result with = pck_means(constrained(support::dense_view<double>(X), constraints), {.n_clusters = 4}, context);
    EXPECT_EQ(without.partitions[0].labels, with.partitions[0].labels);
}

INSTANTIATE_TEST_SUITE_P(Seeds, PckMeansOnRandomData, testing::Range(0, 10));

TEST(PckMeans, RowsInAFileGiveTheSameBits) {
    constexpr Index kRows = 20000, kCols = 6;
    for (int seed = 0; seed < 6; ++seed) {
        const std::vector<float> values = support::rows_of_groups(seed, kRows, kCols);
        const View view = View::borrow("x", DenseRows<float>{values.data(), kRows, kCols, kCols, 1});
        std::vector<Constraint> pairs;
        for (Index row = 0; row < 300; ++row)
            pairs.push_back(row % 2 == 0 ? must(row * 60, row * 60 + 5) : cannot(row * 60 + 1, row * 60 + 2));
        const Dataset data = constrained(view, pairs);
        const auto run = [&](int threads, OrAuto<double> weight) {
            Context context({.seed = 3, .threads = threads});
            return pck_means(
                data, {.n_clusters = 5, .n_init = 2, .max_iter = 20, .tol = 0, .constraint_weight = weight}, context);
        };
        for (const auto weight : {OrAuto<double>(), OrAuto<double>(2.0)}) {
            const Result plain = run(1, weight);
            const support::InFile in_file(values);
            for (const int threads : {1, 3}) {
                const Result result = run(threads, weight);
                EXPECT_EQ(result.objective, plain.objective) << seed;
                EXPECT_EQ(result.partitions[0].labels, plain.partitions[0].labels) << seed;
                EXPECT_EQ(result.partitions[0].confidence, plain.partitions[0].confidence) << seed;
                EXPECT_EQ(result.model.array("centroids").values, plain.model.array("centroids").values) << seed;
            }
        }
    }
}

}  // namespace
}  // namespace mvlink
