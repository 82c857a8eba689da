#include "run/exam.hpp"
#include "run/judged_blobs.hpp"

#include <mvlink/error.hpp>
#include <mvlink/select.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace mvlink {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

TEST(HeldOut, EveryGuidedRunSaysHowWellUnseenJudgementsAreKept) {
    Context context({.seed = 7});
    const mvlink::Run run = cluster(judged_blobs(60), {.method = "pck-means", .options = kThree}, context);
    const HeldOut& found = run.held_out;
    ASSERT_TRUE(found.measured()) << found.reason;
    EXPECT_EQ(found.folds, 5);
    EXPECT_EQ(found.judgements, 60);
    EXPECT_EQ(found.guided.must + found.guided.cannot, 60) << "each is held out once";
    EXPECT_EQ(found.without, "pck-means");
    EXPECT_LE(found.guided.low, found.guided.kept);
    EXPECT_GE(found.guided.high, found.guided.kept);
    EXPECT_GT(found.guided.kept, 0.8) << "the blobs are separate";
    EXPECT_GT(seconds_of(run.result, "validate"), 0);
}

TEST(HeldOut, NeverChangesTheAnswer) {
    Context context({.seed = 7}), again({.seed = 7});
    RunRequest off{.method = "mpck-means", .options = kThree};
    off.validate = 0;
    const mvlink::Run with = cluster(judged_blobs(60), {.method = "mpck-means", .options = kThree}, context);
    const mvlink::Run without = cluster(judged_blobs(60), off, again);
    EXPECT_EQ(with.result.partitions[0].labels, without.result.partitions[0].labels);
    EXPECT_EQ(with.result.objective, without.result.objective);
    EXPECT_FALSE(without.held_out.measured());
    EXPECT_THAT(without.held_out.reason, IsEmpty());
}

TEST(HeldOut, SaysWhyThereIsNoNumber) {
    Context context;
    const mvlink::Run few = cluster(judged_blobs(6), {.method = "pck-means", .options = kThree}, context);
    EXPECT_FALSE(few.held_out.measured());
    EXPECT_THAT(few.held_out.reason, HasSubstr("6 judgements are too few"));
    Problem only_must = judged_blobs(80);
    std::vector<Constraint> must;
    for (const Constraint& constraint : only_must.data.constraints())
        if (constraint.link == Link::must) must.push_back(constraint);
    only_must.data = only_must.data.with_constraints(std::span<const Constraint>(must));
    const mvlink::Run one_kind = cluster(only_must, {.method = "pck-means", .options = kThree}, context);
    EXPECT_THAT(one_kind.held_out.reason, HasSubstr("0 independent cannot-links"));
    Problem none = judged_blobs(6);
    none.data = none.data.with_constraints(std::span<const Constraint>());
    EXPECT_EQ(cluster(none, {.method = "kmeans", .options = kThree}, context).held_out.judgements, 0);
}

TEST(HeldOut, OfAMethodThatIgnoresJudgementsIsWhatItKeeps) {
    Context context;
    const mvlink::Run run = cluster(judged_blobs(60), {.method = "kmeans", .options = kThree}, context);
    EXPECT_FALSE(run.held_out.uses_judgements);
    EXPECT_EQ(run.held_out.guided, run.held_out.unguided);
}

TEST(HeldOut, IsTheSameForAnyNumberOfThreads) {
    std::vector<Agreement> found;
    std::vector<std::string> methods;
    for (const int threads : {1, 2, 7}) {
        Context context({.seed = 5, .threads = threads});
        const mvlink::Run run = cluster(judged_blobs(60, 0.1), {.options = kThree}, context);
        found.push_back(run.held_out.guided);
        methods.push_back(describe(run.candidates.at(0).candidate) + run.choice.reason);
    }
    EXPECT_EQ(found[0], found[1]);
    EXPECT_EQ(found[0], found[2]);
    EXPECT_EQ(methods[0], methods[1]);
    EXPECT_EQ(methods[0], methods[2]);
}

TEST(HeldOut, CancellingTheMeasurementKeepsTheAnswer) {
    Context* running = nullptr;
    Context context({.seed = 7, .on_progress = [&](const Progress& progress) {
                         if (progress.phase.starts_with("held-out")) running->cancel();
                     }});
    running = &context;
    Context whole({.seed = 7});
    const mvlink::Run stopped = cluster(judged_blobs(60), {.method = "pck-means", .options = kThree}, context);
    const mvlink::Run full = cluster(judged_blobs(60), {.method = "pck-means", .options = kThree}, whole);
    EXPECT_EQ(stopped.result.stop_reason, StopReason::converged);
    EXPECT_EQ(stopped.result.partitions[0].labels, full.result.partitions[0].labels);
    EXPECT_FALSE(stopped.held_out.measured());
    EXPECT_THAT(stopped.held_out.reason, HasSubstr("interrupted"));
}

TEST(Exam, ALargeDatasetIsSampledAndKeepsAllThatIsJudged) {
    const Index n = 20000;
    Dataset data(View::dense("x", n, 1, std::vector<double>(n, 1)));
    std::vector<Constraint> links;
    for (Index i = 0; i < 40; ++i)
        links.push_back({{0, i}, {0, n - 1 - i}, i % 2 == 0 ? Link::must : Link::cannot});
    data = data.with_constraints(std::span<const Constraint>(links));
    Context context;
    const pipeline::Exam exam(data, 5, context);
    EXPECT_EQ(exam.sampled_rows(), 5000);
    EXPECT_EQ(exam.data().view(0).rows(), 5000);
    EXPECT_EQ(exam.judgements(), 40);
    const pipeline::Exam small(judged_blobs(20).data, 5, context);
    EXPECT_EQ(small.sampled_rows(), 0);
}

TEST(Exam, NoFoldSeesItsOwnJudgementsNorWhatFollowsFromThem) {
    Context context;
    Problem problem = judged_blobs(60);
    std::vector<Constraint> all(problem.data.constraints().begin(), problem.data.constraints().end());
    all.push_back({{0, 0}, {0, 1}, Link::must, 1, Origin::propagated});
    const pipeline::Exam exam(problem.data.with_constraints(std::span<const Constraint>(all)), 5, context);
    Index seen = 0;
    for (int fold = 0; fold < exam.folds(); ++fold) {
        const Dataset train = exam.without_fold(fold);
        seen += exam.judgements() - static_cast<Index>(train.constraints().size());
        for (const Constraint& constraint : train.constraints())
            EXPECT_TRUE(constraint.is_judgement());
    }
    EXPECT_EQ(seen, exam.judgements()) << "each is left out once";
    const Dataset bare = exam.without_judgements();
    EXPECT_TRUE(bare.constraints().empty());
}

TEST(Select, ComparesCandidatesAndRecommendsOneThatRuns) {
    Context context;
    const Problem problem = judged_blobs(60);
    const Selection found = select_candidate(problem.data, {.run = {.options = kThree}, .seconds = 0}, context);
    EXPECT_GT(found.decision.candidates.size(), 5U);
    EXPECT_THAT(found.sentence, HasSubstr("held-out judgements"));
    const mvlink::Run run = run_decided(problem, found.decision, context);
    EXPECT_EQ(run.result.partitions[0].n_clusters, 3);
    EXPECT_EQ(run.held_out.guided, found.decision.held_out.guided);
}

TEST(Select, TheOutcomeDependsOnWhichCandidatesFinishedOnly) {
    Context context({.seed = 2}), again({.seed = 2, .threads = 2});
    const Problem problem = judged_blobs(60, 0.1);
    const SelectRequest request{.run = {.options = kThree}, .seconds = 0};
    const Selection one = select_candidate(problem.data, request, context);
    const Selection two = select_candidate(problem.data, request, again);
    EXPECT_EQ(one.sentence, two.sentence);
}

TEST(Select, RefusesWithoutJudgementsToCompareBy) {
    Context context;
    EXPECT_THAT([&] { select_candidate(judged_blobs(4).data, {.run = {.options = kThree}}, context); },
                testing::ThrowsMessage<Error>(HasSubstr("too few")));
}

mvlink::Run run_on(const View& view, const std::string& method, Context& context) {
    return cluster({.data = Dataset(view)}, {.method = method, .options = {{"n_clusters", "2"}}}, context);
}

bool warns(const mvlink::Run& run, const std::string& code) {
    return std::any_of(run.result.warnings.begin(), run.result.warnings.end(),
                       [&](const Warning& warning) { return warning.code == code; });
}

TEST(Concerns, NamesTheColumnThatDecidesAloneInEveryMethod) {
    std::vector<double> values;
    for (int i = 0; i < 40; ++i) {
        values.push_back(i % 5);
        values.push_back(1000.0 * i);
    }
    const View view = View::dense("x", 40, 2, values).with_column_names({"small", "salary"});
    Context context;
    for (const std::string method : {"kmeans", "cmvnmf", "spectral"}) {
        const mvlink::Run run = run_on(view, method, context);
        ASSERT_TRUE(warns(run, "column-dominates")) << method;
    }
    const mvlink::Run run = run_on(view, "kmeans", context);
    const auto found = std::find_if(run.result.warnings.begin(), run.result.warnings.end(),
                                    [](const Warning& warning) { return warning.code == "column-dominates"; });
    EXPECT_THAT(found->message, HasSubstr("salary"));
    ASSERT_FALSE(found->advice.empty());
    EXPECT_EQ(found->advice[0].value, "standardize");
}

TEST(Concerns, SaysThatOneClusterHoldsNearlyAllRows) {
    std::vector<double> values(60, 0.0);
    values[58] = 100;
    values[59] = -100;
    for (int i = 0; i < 58; ++i)
        values[i] = 0.001 * i;
    Context context;
    for (const std::string method : {"kmeans", "nmf"}) {
        std::vector<double> shifted = values;
        for (double& value : shifted)
            value += 100;
        const Dataset data(View::dense("x", 60, 1, shifted));
        const mvlink::Run run = cluster({.data = data}, {.method = method, .options = kThree}, context);
        const auto& labels = run.result.partitions[0].labels;
        const auto largest =
            std::max({std::count(labels.begin(), labels.end(), 0), std::count(labels.begin(), labels.end(), 1),
                      std::count(labels.begin(), labels.end(), 2)});
        EXPECT_EQ(warns(run, "one-large-cluster"), largest > 48) << method;
    }
}

}  // namespace
}  // namespace mvlink
