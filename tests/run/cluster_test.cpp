#include <mvlink/error.hpp>
#include <mvlink/generate.hpp>
#include <mvlink/run.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace mvlink {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::ThrowsMessage;

Problem blobs(Index rows = 60) {
    BlobsOptions options;
    options.rows = rows;
    Generated made = generate_blobs(options, Random(3, "test/blobs", 0));
    return {.data = std::move(made.data), .truths = std::move(made.truths)};
}

/// Two views of the same rows; features below zero in the first only.
Problem two_views() {
    Random random(5, "test/views", 0);
    std::vector<double> around_zero, positive;
    for (int i = 0; i < 40 * 3; ++i) {
        const double centre = i / 60 == 0 ? 4 : -4;
        around_zero.push_back(centre + random.normal());
        positive.push_back(6 + centre + random.uniform());
    }
    return {.data =
                Dataset({View::dense("a", 40, 3, around_zero), View::dense("b", 40, 3, positive)}).with_row_mapping()};
}

const std::vector<OptionText> kThree{{"n_clusters", "3"}};

TEST(Cluster, DoesWhatPreparingAndCallingTheMethodByHandDoes) {
    const Problem problem = blobs();
    Context context({.seed = 7}), again({.seed = 7});
    const std::vector<PreparationRequest> standardize{parse_preparation("standardize")};
    const auto run = cluster(problem, {"mpck-means", kThree, standardize}, context);

    const Prepared prepared = prepare({.requests = standardize}, problem.data, again);
    Result result = run_method("mpck-means", prepared.data, kThree, again);
    add_preparation(prepared, result);
    EXPECT_EQ(run.result.partitions[0].labels, result.partitions[0].labels);
    EXPECT_EQ(run.result.objective, result.objective);
    EXPECT_EQ(steps_text(run.result.model.preparation.at(0)), "standardize");
    EXPECT_EQ(run.scores, score(problem, result.partitions));
    EXPECT_GT(seconds_of(run.result, "prepare"), 0);
    EXPECT_GE(seconds_of(run.result, "total"), seconds_of(run.result, "prepare"));
}

TEST(Cluster, SaysWhyAutoChoseAndIsSilentWhereTheCallerDid) {
    Context context;
    const auto chosen = cluster(blobs(), {.options = kThree}, context);
    EXPECT_EQ(chosen.choice.method, "kmeans");
    EXPECT_THAT(chosen.choice.reason, HasSubstr("one view"));
    const auto named = cluster(blobs(), {.method = "kmeans", .options = kThree}, context);
    EXPECT_EQ(named.choice.method, "kmeans");
    EXPECT_THAT(named.choice.reason, IsEmpty());
    EXPECT_EQ(chosen.result.partitions[0].labels, named.result.partitions[0].labels);
}

TEST(Cluster, ScoresTheAnswerOnceAgainstEveryTruth) {
    Context context;
    const auto run = cluster(blobs(), {.method = "kmeans", .options = kThree}, context);
    ASSERT_EQ(run.scores.size(), 1U);
    EXPECT_EQ(run.scores[0].truth, "labels");
    EXPECT_EQ(run.scores, score(blobs(), run.result.partitions));
    EXPECT_FALSE(run.clustering_scores.e4fc) << "there is one clustering only";
}

TEST(Cluster, TellsOfItsPhasesInOrder) {
    std::vector<std::string> phases;
    RunRequest request{.method = "kmeans", .options = kThree};
    request.on_phase = [&](std::string_view phase) { phases.emplace_back(phase); };
    Context context;
    cluster(blobs(), request, context);
    EXPECT_THAT(phases, ElementsAre("prepare", "cluster"));
}

TEST(Cluster, CountsTheTimeOfReadingWhereTheProblemWasRead) {
    Context context;
    Problem problem = blobs();
    const auto made = cluster(problem, {.method = "kmeans", .options = kThree}, context);
    const auto is_reading = [](const auto& phase) { return phase.first == "read"; };
    EXPECT_TRUE(std::none_of(made.result.seconds.begin(), made.result.seconds.end(), is_reading));
    problem.read_seconds = 1000;
    const auto read = cluster(problem, {.method = "kmeans", .options = kThree}, context);
    EXPECT_EQ(seconds_of(read.result, "read"), 1000);
    EXPECT_GE(seconds_of(read.result, "total"), 1000);
}

TEST(AutoPreparation, BringsViewsBelowZeroToTheUnitRangeAndSaysSo) {
    Context context;
    const auto run = cluster(two_views(), {.options = {{"n_clusters", "2"}}}, context);
    EXPECT_EQ(run.choice.method, "cmvnmf");
    EXPECT_THAT(run.choice.reason, HasSubstr("view a has negative features, so minmax is added"));
    ASSERT_EQ(run.result.model.preparation.size(), 1U) << "the other view has no feature below zero";
    EXPECT_EQ(run.result.model.preparation[0].view, "a");
    EXPECT_EQ(steps_text(run.result.model.preparation[0]), "minmax");
}

TEST(AutoPreparation, LeavesTheFeaturesToWhoeverNamesTheMethodOrThePreparation) {
    Context context;
    const std::vector<OptionText> two{{"n_clusters", "2"}};
    EXPECT_THAT([&] { cluster(two_views(), {.method = "cmvnmf", .options = two}, context); },
                ThrowsMessage<Error>(HasSubstr("features >= 0")));
    EXPECT_THAT(
        [&] {
            cluster(two_views(), {.options = two, .preparation = {{"a", {}}}}, context);
        },
        ThrowsMessage<Error>(HasSubstr("features >= 0")));
}

TEST(CheckRequest, RefusesWhatNoDataCouldMakeRight) {
    const auto refusal = [](RunRequest request) {
        try {
            check_request(request);
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::usage);
            return std::string(error.what());
        }
        return std::string("accepted");
    };
    EXPECT_THAT(refusal({.method = "kmean"}), HasSubstr("did you mean kmeans?"));
    EXPECT_THAT(refusal({.method = "kmeans", .options = {{"n_clusters", "3,4"}}}),
                HasSubstr("one number per clustering"));
    EXPECT_THAT(refusal({.options = {{"tolx", "1"}}}), HasSubstr("in any method (did you mean tol?)"));
    EXPECT_THAT(refusal({.options = {{"n_clusters", "0"}}}), HasSubstr("n_clusters"));
    EXPECT_EQ(refusal({.options = {{"constraint_weight", "2"}}}), "accepted") << "some method has it";
}

TEST(Cluster, SaysThatAutoChoseTheMethodThatLacksAnOption) {
    Context context;
    RunRequest request{.options = {{"n_clusters", "3"}, {"constraint_weight", "2"}}};
    EXPECT_THAT([&] { cluster(blobs(), request, context); },
                ThrowsMessage<Error>(HasSubstr("auto chose kmeans (one view and no constraints): option")));
}

}  // namespace
}  // namespace mvlink
