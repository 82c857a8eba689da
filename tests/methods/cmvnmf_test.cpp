#include <mvlink/cmvnmf.hpp>
#include <mvlink/error.hpp>
#include <mvlink/registry.hpp>

#include "support/random_problems.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mvlink {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::Ge;
using testing::HasSubstr;
using testing::Le;
using testing::ThrowsMessage;

Constraint must(InstanceId a, InstanceId b, double weight = 1) {
    return {a, b, Link::must, weight};
}
Constraint cannot(InstanceId a, InstanceId b) {
    return {a, b, Link::cannot, 1};
}

/// Rows 0 to 2 are of one kind, rows 3 to 5 of another.
const support::Table kWords{{5, 0, 1}, {4, 1, 0}, {6, 0, 0}, {0, 3, 4}, {0, 5, 6}, {1, 6, 7}};
const support::Table kTones{{0, 9}, {1, 8}, {0, 7}, {6, 0}, {7, 1}, {5, 0}};

Dataset two_views(const std::vector<Constraint>& constraints) {
    return Dataset({support::dense_view<double>(kWords, "words"), support::sparse_view<float>(kTones, "tones")})
        .with_constraints(std::span<const Constraint>(constraints));
}

const Warning* warning(const Result& result, std::string_view code) {
    for (const Warning& one : result.warnings) {
        if (one.code == code) return &one;
    }
    return nullptr;
}

TEST(Cmvnmf, GivesEveryViewAPartitionWithTheSameNumbers) {
    Context context;
    const Result result = cmvnmf(two_views({must({0, 0}, {1, 1}), must({0, 4}, {1, 5})}), {.n_clusters = 2}, context);
    ASSERT_EQ(result.partitions.size(), 2U);
    const auto& words = result.partitions[0];
    EXPECT_EQ(words.name, "words");
    const std::int32_t one = words.labels[0], two = 1 - one;
    EXPECT_THAT(words.labels, ElementsAre(one, one, one, two, two, two));
    EXPECT_EQ(result.partitions[1].labels, words.labels);
    EXPECT_THAT(words.confidence, Each(testing::AllOf(Ge(0.5), Le(1.0))));
    EXPECT_EQ(result.constraints.must.satisfied, 2);
    EXPECT_EQ(warning(result, "views-not-joined"), nullptr);
}

TEST(Cmvnmf, ConstraintsDecideWhichClustersBelongTogether) {
    Context context;
    const Result result = cmvnmf(two_views({must({0, 0}, {1, 4}), must({0, 4}, {1, 1})}), {.n_clusters = 2}, context);
    EXPECT_EQ(result.partitions[0].labels[0], result.partitions[1].labels[4]);
    EXPECT_NE(result.partitions[0].labels[0], result.partitions[1].labels[0]);
}

TEST(Cmvnmf, NamesTheFeaturesThatMarkEachCluster) {
    Context context;
    const Result result = cmvnmf(two_views({must({0, 0}, {1, 1}), must({0, 4}, {1, 5})}), {.n_clusters = 2}, context);
    ASSERT_EQ(result.topics.size(), 4U);
    for (const Topic& topic : result.topics) {
        const bool first = topic.cluster == result.partitions[0].labels[0];
        const Index expected = topic.view == "words" ? (first ? 0 : 2) : (first ? 1 : 0);
        EXPECT_EQ(topic.features.front().column, expected) << topic.view << " " << topic.cluster;
    }
}

TEST(Cmvnmf, MappedRowsHaveAConsensusAndJoinTheViewsUnlessToldOtherwise) {
    Context context;
    const Dataset mapped = two_views({}).with_row_mapping();
    const Result used = cmvnmf(mapped, {.n_clusters = 2}, context);
    ASSERT_EQ(used.partitions.size(), 3U);
    EXPECT_EQ(used.partitions[2].scope, Scope::objects);
    EXPECT_EQ(used.partitions[2].labels, used.partitions[0].labels);
    EXPECT_EQ(used.partitions[1].labels, used.partitions[0].labels);
    EXPECT_EQ(warning(used, "views-not-joined"), nullptr);
    const Result unused = cmvnmf(mapped, {.n_clusters = 2, .use_mapping = false}, context);
    EXPECT_EQ(unused.partitions.size(), 3U);
    ASSERT_NE(warning(unused, "views-not-joined"), nullptr);
    EXPECT_NE(warning(cmvnmf(mapped, {.n_clusters = 2, .mode = Mode::paper}, context), "views-not-joined"), nullptr);
}

TEST(Cmvnmf, ClustersOneViewWithConstraintsInside) {
    Context context;
    const Dataset data = support::constrained(support::dense_view<double>(kWords),
                                              {must({0, 0}, {0, 3}, 50), must({0, 1}, {0, 2}), cannot({0, 0}, {0, 2})});
    const Result result = cmvnmf(data, {.n_clusters = 2}, context);
    ASSERT_EQ(result.partitions.size(), 1U);
    EXPECT_EQ(result.partitions[0].labels[0], result.partitions[0].labels[3]);
}

TEST(Cmvnmf, AConstraintOfWeightZeroIsAbsent) {
    Context context;
    const std::vector<Constraint> one{must({0, 0}, {1, 1}), must({0, 4}, {1, 5})};
    std::vector<Constraint> more = one;
    more.push_back(must({0, 0}, {1, 3}, 0));
    EXPECT_EQ(cmvnmf(two_views(one), {.n_clusters = 2}, context).objective,
              cmvnmf(two_views(more), {.n_clusters = 2}, context).objective);
    const Result without = cmvnmf(two_views(one), {.n_clusters = 2, .constraint_weight = 0}, context);
    EXPECT_NE(warning(without, "views-not-joined"), nullptr);
}

/// Rows 6 and 7 of the words have no feature: a must-link places the one, a cannot-link the other; row 8 has nothing.
TEST(Cmvnmf, RowsWithoutFeaturesGoWhereTheirConstraintsSay) {
    support::Table words = kWords;
    words.insert(words.end(), 3, {0, 0, 0});
    const std::vector<Constraint> pairs{must({0, 0}, {1, 1}), must({0, 4}, {1, 5}), must({0, 6}, {1, 4}),
                                        cannot({0, 7}, {1, 3})};
    Context context;
    for (const bool sparse : {false, true}) {
        const Dataset data = Dataset({sparse ? support::sparse_view<double>(words, "words")
                                             : support::dense_view<double>(words, "words"),
                                      support::dense_view<double>(kTones, "tones")})
                                 .with_constraints(std::span<const Constraint>(pairs));
        const Result result = cmvnmf(data, {.n_clusters = 2}, context);
        const auto& labels = result.partitions[0].labels;
        EXPECT_EQ(labels[6], labels[4]);
        EXPECT_EQ(labels[7], labels[0]);
        EXPECT_EQ(result.partitions[0].confidence[8], 0.5);
        ASSERT_NE(warning(result, "rows-without-features"), nullptr);
        EXPECT_EQ(warning(result, "rows-without-features")->value, 3);
        EXPECT_THAT(warning(result, "rows-without-features")->message,
                    HasSubstr("feature: 3; constraints and mapping alone place them (with neither: 1, counted to"));
    }
}

TEST(Cmvnmf, WhatDoesNotFitIsRefusedBeforeAnyWork) {
    Context context;
    const Dataset negative(
        {support::dense_view<double>(kWords, "words"), support::dense_view<double>({{1}, {-2}}, "b")});
    EXPECT_THAT(
        [&] { cmvnmf(negative, {.n_clusters = 2}, context); },
        ThrowsMessage<Error>(HasSubstr("view \"b\": row 1, column 0 is -2; method cmvnmf needs features >= 0; try "
                                       "prep=b:minmax")));
    EXPECT_THAT([&] { cmvnmf(two_views({}), {.n_clusters = 7}, context); },
                ThrowsMessage<Error>(HasSubstr("7 clusters for the 6 rows of view \"words\"")));
    EXPECT_THROW(cmvnmf(two_views({}), {.n_clusters = 2, .beta = -1}, context), Error);
    Start start;
    start.centroids = {"centroids", 1, 1, {1.0}};
    EXPECT_THAT([&] { cmvnmf(two_views({}), {.n_clusters = 2}, context, start); },
                ThrowsMessage<Error>(HasSubstr("not from centroids")));
    start = {};
    start.partitions = {{Scope::view, "words", 2, {0, 0, 0, 1, 1, 5}, {}}};
    EXPECT_THAT([&] { cmvnmf(two_views({}), {.n_clusters = 2}, context, start); },
                ThrowsMessage<Error>(HasSubstr("row 5 has label 5")));
    start.partitions[0].labels.back() = 1;
    EXPECT_THAT([&] { cmvnmf(two_views({}), {.n_clusters = 2}, context, start); },
                ThrowsMessage<Error>(HasSubstr("no labels for view \"tones\"")));
}

TEST(Cmvnmf, AWarmStartKeepsTheNumbersOfClusters) {
    Context context;
    const Dataset data = two_views({must({0, 0}, {1, 1}), must({0, 4}, {1, 5})});
    Start start;
    for (const char* name : {"words", "tones"}) {
        start.partitions.push_back({Scope::view, name, 3, {2, 2, -1, 0, 0, -1}, {}});
    }
    const Result result = cmvnmf(data, {.n_clusters = 3}, context, start);
    EXPECT_EQ(result.partitions[0].labels[0], 2);
    EXPECT_EQ(result.partitions[1].labels[4], 0);
    Start again;
    again.model = &result.model;
    const Result next = cmvnmf(data, {.n_clusters = 3}, context, again);
    EXPECT_EQ(next.partitions[0].labels, result.partitions[0].labels);
}

TEST(Cmvnmf, ACancelledRunReturnsItsLastRound) {
    int rounds = 0;
    Context* running = nullptr;
    Context context(Context::Settings{.on_progress = [&](const Progress& progress) {
        rounds = progress.round;
        if (progress.round == 3) running->cancel();
    }});
    running = &context;
    const Result result = cmvnmf(two_views({must({0, 0}, {1, 1})}), {.n_clusters = 2}, context);
    EXPECT_EQ(result.stop_reason, StopReason::cancelled);
    EXPECT_EQ(result.iterations, 3);
    EXPECT_EQ(rounds, 3);
    EXPECT_EQ(result.partitions.size(), 2U);
}

TEST(Cmvnmf, ModePaperNeverRaisesItsObjective) {
    Context context;
    const Result result = cmvnmf(two_views({must({0, 0}, {1, 1}), cannot({0, 4}, {1, 2})}),
                                 {.n_clusters = 2, .mode = Mode::paper}, context);
    for (std::size_t t = 1; t < result.objective.size(); ++t) {
        EXPECT_LE(result.objective[t], result.objective[t - 1] * (1 + 1e-10));
    }
}

TEST(Cmvnmf, ContradictionsAreKeptAndReported) {
    Context context;
    const Result result = cmvnmf(two_views({must({0, 0}, {1, 1}), cannot({0, 0}, {1, 1})}), {.n_clusters = 2}, context);
    ASSERT_NE(warning(result, "constraints-contradict"), nullptr);
    EXPECT_EQ(result.constraints.must.violated + result.constraints.cannot.violated, 1);
    EXPECT_GT(result.constraints.violations.at(0).cost, 0);
}

}  // namespace
}  // namespace mvlink
