#include "run/candidates.hpp"
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

using pipeline::Traits;
using testing::HasSubstr;
using testing::IsEmpty;

double judgements_kept(const Agreement& agreement) {
    return agreement.must_kept * static_cast<double>(agreement.must) +
           agreement.cannot_kept * static_cast<double>(agreement.cannot);
}

TEST(Auto, NeverTakesGuidanceThatKeepsClearlyLessThanNone) {
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
        for (const double wrong : {0.0, 0.2}) {
            Context context({.seed = seed});
            const mvlink::Run run = cluster(judged_blobs(40, wrong, seed, 4), {.options = kThree}, context);
            ASSERT_TRUE(run.held_out.measured()) << run.held_out.reason;
            const TriedCandidate& unguided = run.candidates[1];
            EXPECT_EQ(unguided.candidate.method, "kmeans");
            // Of 40 judgements: one standard error of the difference, if the two answers differ on ten of them.
            EXPECT_GE(judgements_kept(run.held_out.guided), judgements_kept(unguided.agreement) - std::sqrt(10));
            const auto chosen = std::count_if(run.candidates.begin(), run.candidates.end(),
                                              [](const TriedCandidate& tried) { return tried.chosen; });
            EXPECT_EQ(chosen, 1);
        }
    }
}

TEST(Auto, TriesNothingMoreOnceACandidateKeepsEveryJudgement) {
    Context context;
    const mvlink::Run run = cluster(judged_blobs(40, 0, 3, 0.05), {.options = kThree}, context);
    ASSERT_GT(run.candidates.size(), 2U);
    EXPECT_EQ(run.candidates[0].agreement.kept, 1) << "blobs far apart";
    EXPECT_TRUE(run.candidates[0].chosen);
    EXPECT_EQ(run.candidates[1].candidate.method, "kmeans") << "asked all the same";
    EXPECT_EQ(run.candidates[1].state, CandidateState::finished);
    for (std::size_t i = 2; i < run.candidates.size(); ++i)
        EXPECT_EQ(run.candidates[i].state, CandidateState::not_reached) << i;
    EXPECT_EQ(run.held_out.tried, 2);
}

TEST(Auto, AlwaysTriesKMeansPlainAndStandardizedWhereScalesDiffer) {
    Problem problem = judged_blobs(60);
    std::vector<double> wide;
    const auto& X = std::get<DenseRows<double>>(problem.data.view(0).features());
    for (Index row = 0; row < X.rows; ++row) {
        for (Index col = 0; col < X.cols; ++col)
            wide.push_back(X.at(row, col) * (col == 0 ? 1000 : 1));
    }
    const View& view = problem.data.view(0);
    problem.data = problem.data.with_views({View::dense(view.name(), view.rows(), view.cols(), wide)});
    Context context;
    const mvlink::Run run = cluster(problem, {.options = kThree}, context);
    std::vector<std::string> tried;
    for (const TriedCandidate& candidate : run.candidates)
        tried.push_back(describe(candidate.candidate));
    EXPECT_THAT(tried, testing::IsSupersetOf({"kmeans, k = 3", "kmeans, standardize, k = 3"}));
}

/// 60 rows; the columns have these standard deviations.
Traits traits_with(const std::vector<double>& widths) {
    const Index rows = 60;
    std::vector<double> values;
    Random random(3, "test/widths", 0);
    for (Index row = 0; row < rows; ++row) {
        for (const double width : widths)
            values.push_back(width * (random.uniform() - 0.5) * std::sqrt(12));
    }
    return pipeline::traits_of(Dataset(View::dense("x", rows, static_cast<Index>(widths.size()), values)));
}

TEST(Auto, PrefersStandardizedColumnsOnlyWhereFewOfThemDecide) {
    using pipeline::Breadth, pipeline::preparations_for;
    const auto first = [](const std::vector<double>& widths) {
        return preparations_for(traits_with(widths), Breadth::few).front();
    };
    EXPECT_EQ(first({1, 1, 1000, 1}), "standardize") << "one unit drowns the others";
    EXPECT_EQ(first({1, 20}), "standardize");
    EXPECT_EQ(first({4, 5, 4, 6}), "none") << "one unit, as of lengths";
    // Pixels: some at the border hardly vary, yet the others share the distances.
    EXPECT_EQ(first({0.01, 5, 6, 4, 5, 6, 5, 0.02}), "none");
    EXPECT_THAT(preparations_for(traits_with({0.01, 5, 6, 4}), Breadth::few),
                testing::ElementsAre("none", "standardize"));
    EXPECT_THAT(preparations_for(traits_with({5, 5, 6, 4}), Breadth::few), testing::ElementsAre("none"));
}

TEST(Auto, LeavesScalesThatSomebodyHasSet) {
    const Index rows = 60, levels = 30;
    const auto preparation_of = [&](double scale) {  // a number beside the indicators of thirty values
        std::vector<double> values;
        for (Index row = 0; row < rows; ++row) {
            values.push_back(row % 2 == 0 ? -scale : scale);
            for (Index level = 0; level < levels; ++level)
                values.push_back(row % levels == level ? 1 : 0);
        }
        const Dataset data(View::dense("x", rows, 1 + levels, values));
        return pipeline::preparations_for(pipeline::traits_of(data), pipeline::Breadth::few).front();
    };
    EXPECT_EQ(preparation_of(1), "none") << "standardized: one more time would leave it a thirtieth of the say";
    EXPECT_EQ(preparation_of(0.9), "none") << "some values were gaps";
    EXPECT_EQ(preparation_of(50), "standardize");
}

TEST(Auto, OnlyTheMethodForAnyShapeNeedsNoMarginAndIsMorePlausible) {
    using pipeline::Breadth;
    const RunRequest request{.options = kThree};
    const Dataset one = judged_blobs(20).data;
    const std::vector<View> two{View::dense("a", 30, 1, std::vector<double>(30, 1)),
                                View::dense("b", 30, 1, std::vector<double>(30, 1))};
    for (const Dataset& data : {one, Dataset(two).with_row_mapping()}) {
        for (const Breadth breadth : {Breadth::few, Breadth::many}) {
            int shapes = 0;
            for (const auto& [candidate, margin, prior] :
                 candidates_for(data, pipeline::traits_of(data), request, 3, breadth)) {
                EXPECT_EQ(margin, candidate.method == "mvcsc" ? 0 : 0.5) << describe(candidate);
                EXPECT_EQ(prior, candidate.method == "mvcsc" ? 2 : 1) << describe(candidate);
                shapes += candidate.method == "mvcsc" ? 1 : 0;
            }
            EXPECT_GT(shapes, 0);
        }
    }
}

TEST(Auto, TriesPropagationOnlyWhereSomeRowsAreNotMapped) {
    const std::vector<View> two{View::dense("a", 30, 1, std::vector<double>(30, 1)),
                                View::dense("b", 30, 1, std::vector<double>(30, 1))};
    const Dataset whole = Dataset(two).with_row_mapping();
    const Dataset part = Dataset(two).with_mappings({Mapping{0, 1, {{0, 0}, {1, 1}}}});
    const auto tried = [](const Dataset& data) {
        const auto all =
            candidates_for(data, pipeline::traits_of(data), {.options = kThree}, 3, pipeline::Breadth::few);
        return std::any_of(all.begin(), all.end(),
                           [](const auto& proposal) { return proposal.candidate.method == "propagation"; });
    };
    EXPECT_FALSE(tried(whole));
    EXPECT_TRUE(tried(part));
}

TEST(Auto, WithTooFewJudgementsStandardizesWhereFewColumnsDecide) {
    Problem problem = judged_blobs(4);
    const auto& X = std::get<DenseRows<double>>(problem.data.view(0).features());
    std::vector<double> wide;
    for (Index row = 0; row < X.rows; ++row) {
        for (Index col = 0; col < X.cols; ++col)
            wide.push_back(X.at(row, col) * (col == 0 ? 1000 : 1));
    }
    const View& view = problem.data.view(0);
    problem.data = problem.data.with_views({View::dense(view.name(), view.rows(), view.cols(), wide)});
    Context context;
    const Decision decision = decide(problem.data, {.options = kThree}, context);
    ASSERT_EQ(decision.request.preparation.size(), 1U);
    EXPECT_EQ(preparation_text(decision.request.preparation[0]), "standardize");
    EXPECT_THAT(decision.choice.reason, HasSubstr("few of its columns decide"));
    const RunRequest plain{.options = kThree, .preparation = {{"", {}}}};
    EXPECT_TRUE(decide(problem.data, plain, context).request.preparation[0].steps.empty()) << "as it was asked for";
}

TEST(Auto, TakesNoLearntMetricForSparseRowsWithTooFewJudgements) {
    const View view = View::sparse("x", 3, 4, {0, 1, 2, 3}, {0, 1, 3}, std::vector<double>{1, 1, 1});
    const std::vector<Constraint> one{{{0, 0}, {0, 1}, Link::must}};
    const Dataset data = Dataset(view).with_constraints(std::span<const Constraint>(one));
    EXPECT_EQ(choose_method(data).method, "mvcsc");
}

/// View "a" has four groups, and so has view "b", farther apart: the same (if `agree`) or others. The judgements are
/// about the groups of "a".
Problem two_views(bool agree, Index judgements = 100) {
    const Index rows = 200;
    Random random(11, "test/views", 0);
    std::vector<double> a, b;
    std::vector<std::int32_t> group;
    const auto noise = [&] { return 2 * random.uniform() - 1; };
    for (Index row = 0; row < rows; ++row) {
        const auto of_a = static_cast<std::int32_t>(row % 4);
        const Index of_b = agree ? row % 4 : row / 4 % 4;
        group.push_back(of_a);
        a.insert(a.end(), {1.5 * (of_a % 2) + noise(), 1.5 * (of_a / 2) + noise()});
        b.insert(b.end(),
                 {9.0 * static_cast<double>(of_b % 2) + noise(), 9.0 * static_cast<double>(of_b / 2) + noise()});
    }
    SampleOptions sample;
    sample.count = judgements;
    std::vector<Constraint> all;
    for (Constraint link : sample_constraints(group, 0, sample, Random(11, "test/pairs", 0))) {
        link.origin = Origin::on_objects;
        for (const int view : {0, 1}) {
            link.a.view = link.b.view = view;
            all.push_back(link);
        }
    }
    const std::vector<View> views{View::dense("a", rows, 2, a), View::dense("b", rows, 2, b)};
    return {.data = Dataset(views).with_row_mapping().with_constraints(std::span<const Constraint>(all))};
}

TEST(Auto, LeavesOutAViewWithWhichHeldOutJudgementsAreKeptWorse) {
    Context context;
    const RunRequest request{.options = {{"n_clusters", "4"}}};
    const Problem problem = two_views(false);
    const mvlink::Run run = cluster(problem, request, context);
    EXPECT_EQ(run.problem.data.n_views(), 1);
    EXPECT_EQ(run.result.model.views, std::vector<std::string>{"a"});
    EXPECT_THAT(run.choice.reason,
                HasSubstr("; the view b was left out: held-out judgements are kept better without it"));
    const auto again = predict(run.result.model, views_known_to(run.result.model, problem.data), context);
    EXPECT_EQ(again.front().labels.size(), 200U) << "data with both views";
    EXPECT_TRUE(decide(two_views(true).data, request, context).views.empty()) << "both say the same";
}

TEST(Auto, LeavesOutNoViewOfObjectsThatMayBeMissingInTheOthers) {
    const Problem problem = two_views(false);
    const RunRequest request{.options = {{"n_clusters", "4"}}};
    EXPECT_EQ(pipeline::each_view_alone(problem.data, request, 4).size(), 2U);
    std::vector<std::pair<Index, Index>> some;
    for (Index row = 0; row < 150; ++row)
        some.emplace_back(row, row);
    const std::vector<View> views(problem.data.views().begin(), problem.data.views().end());
    const Dataset partly = Dataset(views).with_mappings({Mapping{0, 1, some}});
    EXPECT_THAT(pipeline::each_view_alone(partly, request, 4), IsEmpty());
    EXPECT_THAT(pipeline::each_view_alone(judged_blobs(20).data, request, 4), IsEmpty()) << "one view";
    RunRequest prepared = request;
    prepared.preparation = {parse_preparation("a:standardize"), parse_preparation("b:minmax")};
    const auto alone = pipeline::each_view_alone(problem.data, prepared, 4);
    EXPECT_EQ(describe(alone.at(0).candidate), "mvcsc, a:standardize, views a, k = 4");
    EXPECT_EQ(describe(alone.at(1).candidate), "mvcsc, b:minmax, views b, k = 4");
}

TEST(Auto, ChoosesTheNumberOfClustersByHeldOutJudgements) {
    Context context;
    RunRequest request;
    request.sizes = {2, 3, 4, 5, 6};
    const mvlink::Run run = cluster(judged_blobs(80), request, context);
    EXPECT_EQ(run.result.partitions[0].n_clusters, 3);
    EXPECT_THAT(run.choice.reason, HasSubstr("k = 3"));
    Problem none = judged_blobs(80);
    none.data = none.data.with_constraints(std::span<const Constraint>());
    EXPECT_EQ(cluster(none, request, context).result.partitions[0].n_clusters, 3) << "by certainty";
    request.options = kThree;
    EXPECT_THROW(cluster(judged_blobs(80), request, context), Error) << "two sources of one number";
}

}  // namespace
}  // namespace mvlink
