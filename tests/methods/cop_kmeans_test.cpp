#include <mvlink/cop_kmeans.hpp>
#include <mvlink/error.hpp>
#include <mvlink/registry.hpp>

#include "methods/kmeans/cop/dead_end.hpp"
#include "support/random_problems.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mvlink {
namespace {

using support::constrained;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

View line(std::vector<double> values) {
    const auto n = static_cast<Index>(values.size());
    return View::dense("x", n, 1, std::move(values));
}

Constraint must(Index a, Index b) {
    return {{0, a}, {0, b}, Link::must, 1};
}
Constraint cannot(Index a, Index b) {
    return {{0, a}, {0, b}, Link::cannot, 1};
}

Start centres(std::vector<double> values) {
    Start start;
    const auto k = static_cast<Index>(values.size());
    start.centroids = {"centroids", k, 1, std::move(values)};
    return start;
}

/// What is refused, or "" where there is an answer.
std::string refusal(const Dataset& data, const CopKMeansOptions& options, const Start& start = {}) {
    Context context;
    try {
        cop_kmeans(data, options, context, start);
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::input);
        return error.what();
    }
    return "";
}

/// Rows 0 to 3 at 0, rows 4 and 5 at 10 and joined: 0, 3 | 1, 2 is feasible, but not if 0 and 1 are placed first.
Dataset order_matters() {
    return constrained(line({0, 0, 0, 0, 10, 10}), {must(4, 5), cannot(0, 2), cannot(2, 3), cannot(3, 1)});
}

TEST(CopKMeans, ACannotLinkKeepsANeighbourOutByHand) {
    Context context;
    for (const CopRule rule : {CopRule::chunk, CopRule::point}) {
        for (const CopOrder order : {CopOrder::saturation, CopOrder::input}) {
            const Result result =
                cop_kmeans(constrained(line({0, 1, 10, 11}), {cannot(0, 1)}),
                           {.n_clusters = 2, .rule = rule, .order = order}, context, centres({0, 10}));
            EXPECT_THAT(result.partitions[0].labels, ElementsAre(0, 1, 1, 1));
            EXPECT_THAT(result.model.array("centroids").values, ElementsAre(0, 22.0 / 3));
            EXPECT_NEAR(result.objective.back(), 182.0 / 3, 1e-12);
            EXPECT_EQ(result.stop_reason, StopReason::converged);
            EXPECT_TRUE(result.warnings.empty());
        }
    }
}

TEST(CopKMeans, ThreeRowsThatAreAllApartDoNotFitIntoTwoClusters) {
    const Dataset data = constrained(line({0, 1, 10, 11}), {cannot(0, 1), cannot(1, 2), cannot(0, 2)});
    for (const OnDeadEnd policy : {OnDeadEnd::fail, OnDeadEnd::reorder}) {
        EXPECT_THAT(refusal(data, {.n_clusters = 2, .on_dead_end = policy}),
                    AllOf(HasSubstr("cannot be satisfied with 2 clusters: 3 groups are all separated"),
                          HasSubstr("(row 0; row 1; row 2)"), HasSubstr("n_clusters >= 3")));
    }
    EXPECT_THAT(refusal(data, {.n_clusters = 1}), HasSubstr("cannot be satisfied with 1 cluster: "));
    EXPECT_EQ(refusal(data, {.n_clusters = 3}), "");
}

TEST(CopKMeans, InputOrderFailsWhereSaturationOrderDoesNot) {
    const Start start = centres({0, 10});
    EXPECT_THAT(
        refusal(order_matters(), {.n_clusters = 2, .order = CopOrder::input, .on_dead_end = OnDeadEnd::fail}, start),
        AllOf(HasSubstr("no cluster is left for row 3"), HasSubstr("row 1 in cluster 0; row 2 in cluster 1"),
              HasSubstr("on_dead_end=soften")));
    EXPECT_EQ(refusal(order_matters(), {.n_clusters = 2, .on_dead_end = OnDeadEnd::fail}, start), "");
    // The default for dead ends goes on in order of saturation.
    Context context;
    const Result result = cop_kmeans(order_matters(), {.n_clusters = 2, .order = CopOrder::input}, context, start);
    EXPECT_EQ(result.constraints.cannot.satisfied, 3);
    EXPECT_EQ(result.partitions[0].labels[0], result.partitions[0].labels[3]);
    EXPECT_EQ(result.partitions[0].labels[1], result.partitions[0].labels[2]);
}

TEST(CopKMeans, SofteningBreaksAsLittleAsPossibleAndSaysSo) {
    Context context;
    const Dataset data = constrained(line({0, 1, 10, 11}), {cannot(0, 1), cannot(1, 2), cannot(0, 2)});
    const Result result = cop_kmeans(data, {.n_clusters = 2, .on_dead_end = OnDeadEnd::soften}, context);
    EXPECT_EQ(result.constraints.cannot.violated, 1);
    ASSERT_EQ(result.warnings.size(), 1U);
    EXPECT_EQ(result.warnings[0].code, "constraints-softened");
    EXPECT_EQ(result.warnings[0].value, 1);
    // Nothing is broken, and nothing said, where nothing has to be.
    const Result kept =
        cop_kmeans(order_matters(), {.n_clusters = 2, .on_dead_end = OnDeadEnd::soften}, context, centres({0, 10}));
    EXPECT_EQ(kept.constraints.cannot.violated, 0);
    EXPECT_TRUE(kept.warnings.empty());
}

TEST(CopKMeans, AChunkGoesByItsMeanOrByItsFirstRow) {
    // Rows 0, 1, 2 at 0, 9, 9 are joined: their mean is nearer to 10, their first row to 0.
    const Dataset data = constrained(line({0, 9, 9, 0, 10}), {must(0, 1), must(1, 2)});
    Context context;
    const auto labels = [&](CopRule rule) {
        const CopKMeansOptions options{.n_clusters = 2, .rule = rule, .max_iter = 1};
        return cop_kmeans(data, options, context, centres({0, 10})).partitions[0].labels;
    };
    EXPECT_THAT(labels(CopRule::chunk), ElementsAre(1, 1, 1, 0, 1));
    EXPECT_THAT(labels(CopRule::point), ElementsAre(0, 0, 0, 0, 1));
}

TEST(CopKMeans, AContradictionIsRefusedWithTheMustLinksThatMakeIt) {
    const View view = line({0, 1, 2, 3, 4, 5});
    EXPECT_THAT(refusal(constrained(view, {must(0, 1), must(1, 2), must(2, 5), cannot(0, 5)}), {.n_clusters = 2}),
                AllOf(HasSubstr("rows 0 and 5 of view \"x\" are cannot-linked"), HasSubstr("(0 - 1 - 2 - 5)")));
    EXPECT_THAT(
        refusal(constrained(view, {must(3, 4), cannot(3, 4)}), {.n_clusters = 2, .on_dead_end = OnDeadEnd::soften}),
        HasSubstr("(3 - 4)"));
    std::vector<Constraint> chain{cannot(0, 29)};
    for (Index row = 0; row + 1 < 30; ++row)
        chain.push_back(must(row, row + 1));
    EXPECT_THAT(refusal(constrained(line(std::vector<double>(30, 1.0)), chain), {.n_clusters = 2}),
                HasSubstr("(0 - 1 - 2 - 3 - .. - 26 - 27 - 28 - 29)"));
}

TEST(CopKMeans, AnEmptyClusterKeepsItsCentre) {
    Context context;
    const Result result = cop_kmeans(Dataset(line({0, 1, 2})), {.n_clusters = 2}, context, centres({1, 1000}));
    EXPECT_THAT(result.model.array("centroids").values, ElementsAre(1, 1000));
    ASSERT_EQ(result.warnings.size(), 1U);
    EXPECT_EQ(result.warnings[0].code, "empty-clusters");
}

TEST(CopKMeans, ConfidenceIsFullWhereNoOtherClusterIsAllowed) {
    Context context;
    const Result result = cop_kmeans(constrained(line({0, 4, 10, 6}), {cannot(0, 1)}), {.n_clusters = 2, .max_iter = 1},
                                     context, centres({0, 10}));
    ASSERT_THAT(result.partitions[0].labels, ElementsAre(0, 1, 1, 1));  // centres 0 and 20/3
    EXPECT_EQ(result.partitions[0].confidence[0], 1);
    EXPECT_EQ(result.partitions[0].confidence[1], 1);
    EXPECT_NEAR(result.partitions[0].confidence[3], 1 - (4.0 / 9) / 36, 1e-12);
}

TEST(CopKMeans, WithoutConstraintsItIsKMeansFromTheSameStart) {
    Random random(8);
    const Dataset data(support::dense_view<double>(support::random_clusters(400, 3, 5, random)));
    Start start;
    start.centroids = {"centroids", 5, 3, support::row_major<double>(support::random_table(5, 3, random))};
    Context context;
    const Result plain = kmeans(data, {.n_clusters = 5, .tol = 0}, context, start);
    const Result cop = cop_kmeans(data, {.n_clusters = 5, .tol = 0}, context, start);
    EXPECT_EQ(plain.partitions[0].labels, cop.partitions[0].labels);
    EXPECT_NEAR(plain.objective.back(), cop.objective.back(), 1e-9 * plain.objective.back());
}

TEST(CopKMeans, PredictTakesTheNearestCentroid) {
    Context context;
    const Result result =
        cop_kmeans(constrained(line({0, 1, 10, 11}), {cannot(0, 1)}), {.n_clusters = 2}, context, centres({0, 10}));
    EXPECT_THAT(predict(result.model, Dataset(line({3, 4})), context)[0].labels, ElementsAre(0, 1));
}

TEST(CopKMeans, ACancelledRunIsAValidAnswerAfterOneRound) {
    Context context;
    context.cancel();
    const Result result = cop_kmeans(order_matters(), {.n_clusters = 2}, context);
    EXPECT_EQ(result.stop_reason, StopReason::cancelled);
    EXPECT_EQ(result.iterations, 1);
    EXPECT_EQ(result.constraints.cannot.satisfied, 3);
}

TEST(GreedyClique, GrowsFromOneChunkAlongItsFoes) {
    // 0, 1, 2 are all apart; 3 only from 0. Rows 4 and 1 are one chunk.
    const Dataset data =
        constrained(line({0, 1, 2, 3, 4}), {must(1, 4), cannot(0, 1), cannot(4, 2), cannot(0, 2), cannot(0, 3)});
    const kmeans_family::ConstrainedView problem(data);
    const kmeans_family::CopChunks chunks(problem);
    EXPECT_THAT(kmeans_family::greedy_clique(chunks, 0), ElementsAre(0, 1, 2));
    EXPECT_THAT(kmeans_family::greedy_clique(chunks, 3), ElementsAre(0, 3));
    EXPECT_EQ(chunks.name(1), "rows 1, 4");
}

}  // namespace
}  // namespace mvlink
