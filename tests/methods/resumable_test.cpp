#include "methods/kmeans/resumable.hpp"

#include <mvlink/error.hpp>
#include <mvlink/mpck_means.hpp>

#include "methods/options/visitors.hpp"
#include "methods/registry/repeated_method.hpp"
#include "support/random_problems.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <ostream>
#include <span>
#include <string>
#include <vector>

/// Runs that stop and go on: not a bit may differ from runs that do not.
namespace mvlink {
namespace {

using testing::HasSubstr;

struct Form {
    std::string method;
    std::vector<OptionText> options;
};

void PrintTo(const Form& form, std::ostream* out) {
    *out << form.method;
    for (const OptionText& option : form.options) {
        *out << ' ' << option.name << '=' << option.value;
    }
}

std::vector<Form> all_forms() {
    std::vector<Form> forms;
    for (const char* closure : {"true", "false"}) {
        forms.push_back({"pck-means", {{"closure", closure}, {"constraint_weight", "2"}}});
    }
    for (const char* order : {"random", "greedy"}) {
        forms.push_back({"pck-means", {{"order", order}, {"constraint_weight", "1"}, {"weight_scale", "relative"}}});
    }
    forms.push_back({"pck-means", {}});
    forms.push_back({"mpck-means", {{"n_init", "2"}, {"memory", "keep"}}});
    forms.push_back({"mpck-means", {{"n_init", "2"}, {"memory", "keep"}, {"metric", "full"}}});
    for (const char* metric : {"diagonal", "full"}) {
        for (const char* per_cluster : {"false", "true"}) {
            for (const char* memory : {"keep", "forget"}) {
                forms.push_back({"mpck-means",
                                 {{"metric", metric},
                                  {"per_cluster", per_cluster},
                                  {"memory", memory},
                                  {"constraint_weight", "1"},
                                  {"freeze_after", "4"}}});
            }
            forms.push_back({"mk-means", {{"metric", metric}, {"per_cluster", per_cluster}, {"n_init", "2"}}});
        }
    }
    return forms;
}

bool learns_full_metrics(const Form& form) {
    return std::any_of(form.options.begin(), form.options.end(),
                       [](const OptionText& option) { return option.value == "full"; });
}

bool is_calibrated(const Form& form) {
    return form.method != "mk-means" &&
           std::none_of(form.options.begin(), form.options.end(),
                        [](const OptionText& option) { return option.name == "constraint_weight"; });
}

/// Clusters that overlap, so that a run takes many rounds, and two sets of constraints on them.
struct Problem {
    static constexpr Index kRows = 300, kColumns = 4;
    static constexpr int kClusters = 5;

    explicit Problem(bool sparse = false) {
        Random random(11);
        const support::Table X = support::random_clusters(kRows, kColumns, kClusters, random);
        first = support::random_constraints(kRows, 60, /*unit_weights=*/false, random);
        second = support::random_constraints(kRows, 90, /*unit_weights=*/false, random);
        view.push_back(sparse ? support::sparse_view<double>(X) : support::dense_view<double>(X));
    }
    [[nodiscard]] Dataset with(const std::vector<Constraint>& constraints) const {
        return Dataset(view.front()).with_constraints(std::span<const Constraint>(constraints));
    }

    std::vector<View> view;
    std::vector<Constraint> first, second;
};

std::vector<OptionText> with_clusters(std::vector<OptionText> options, int k = Problem::kClusters) {
    options.push_back({"n_clusters", std::to_string(k)});
    return options;
}

std::unique_ptr<ResumableRun> begin(const Form& form, const Dataset& data, Context& context) {
    return start_resumable(form.method, data, with_clusters(form.options), {}, context);
}

void expect_same_state(const ResumableRun& one, const ResumableRun& other) {
    EXPECT_EQ(one.labels(), other.labels());
    EXPECT_EQ(one.centroids(), other.centroids());
    EXPECT_EQ(one.course().objective, other.course().objective);
    EXPECT_EQ(one.course().stop_reason, other.course().stop_reason);
    for (Index h = 0; h < one.centroids().rows(); ++h) {
        EXPECT_EQ(one.metric(h).weights, other.metric(h).weights);
        EXPECT_EQ(one.metric(h).factor, other.metric(h).factor);
        EXPECT_EQ(one.metric(h).log_det, other.metric(h).log_det);
    }
}

void expect_same_result(const Result& one, const Result& other) {
    EXPECT_EQ(one.partitions.front().labels, other.partitions.front().labels);
    EXPECT_EQ(one.partitions.front().confidence, other.partitions.front().confidence);
    EXPECT_EQ(one.objective, other.objective);
    EXPECT_EQ(one.iterations, other.iterations);
    EXPECT_EQ(one.stop_reason, other.stop_reason);
    EXPECT_EQ(one.constraints.violations.size(), other.constraints.violations.size());
    EXPECT_EQ(one.suspects.size(), other.suspects.size());
    ASSERT_EQ(one.model.arrays.size(), other.model.arrays.size());
    for (std::size_t i = 0; i < one.model.arrays.size(); ++i) {
        EXPECT_EQ(one.model.arrays[i].values, other.model.arrays[i].values);
    }
}

Result public_answer(const Form& form, const Dataset& data, Context& context) {
    const std::vector<OptionText> texts = with_clusters(form.options);
    if (form.method == "pck-means") return pck_means(data, options::parsed<PckMeansOptions>(texts), context);
    if (form.method == "mk-means") return mk_means(data, options::parsed<MkMeansOptions>(texts), context);
    return mpck_means(data, options::parsed<MpckMeansOptions>(texts), context);
}

class ResumableForms : public testing::TestWithParam<Form> {};

TEST_P(ResumableForms, OneRoundAtATimeGivesTheBitsOfAllAtOnce) {
    for (const bool sparse : {false, true}) {
        if (sparse && learns_full_metrics(GetParam())) continue;  // they need dense rows
        const Problem problem(sparse);
        Context context;
        const auto step_by_step = begin(GetParam(), problem.with(problem.first), context);
        const auto at_once = begin(GetParam(), problem.with(problem.first), context);
        for (int round = 0; round < 40; ++round) {
            step_by_step->advance(1, context);
        }
        at_once->advance(40, context);
        EXPECT_GT(at_once->course().rounds(), 2);
        expect_same_state(*step_by_step, *at_once);
        expect_same_result(step_by_step->result(context), at_once->result(context));
    }
}

TEST_P(ResumableForms, TheSameConstraintsAgainChangeNothing) {
    const Problem problem;
    Context context;
    const auto interrupted = begin(GetParam(), problem.with(problem.first), context);
    const auto through = begin(GetParam(), problem.with(problem.first), context);
    interrupted->advance(3, context);
    const std::vector<double> before = interrupted->course().objective;
    interrupted->set_constraints(problem.first);
    EXPECT_EQ(interrupted->course().rounds(), 0);
    interrupted->advance(4, context);
    through->advance(3 + interrupted->course().rounds(), context);

    std::vector<double> trace = before;
    trace.insert(trace.end(), interrupted->course().objective.begin(), interrupted->course().objective.end());
    trace.resize(through->course().objective.size());  // settling needs two rounds, so the new course may be longer
    EXPECT_EQ(trace, through->course().objective);
    EXPECT_EQ(interrupted->labels(), through->labels());
    EXPECT_EQ(interrupted->centroids(), through->centroids());
}

/// Two ways to the same constraints: what was there in between must not be left anywhere.
TEST_P(ResumableForms, ChangedConstraintsLeaveNothingOfTheOldOnes) {
    const Problem problem;
    Context context;
    const auto direct = begin(GetParam(), problem.with(problem.first), context);
    const auto detour = begin(GetParam(), problem.with(problem.first), context);
    for (const auto& run : {direct.get(), detour.get()}) {
        run->advance(3, context);
    }
    detour->set_constraints({});
    detour->set_constraints(problem.first);
    for (const auto& run : {direct.get(), detour.get()}) {
        run->set_constraints(problem.second);
        run->advance(10, context);
    }
    expect_same_state(*direct, *detour);
    expect_same_result(direct->result(context), detour->result(context));
}

/// A run goes on with labels and centroids as they were. PCK-Means owns nothing else, so there a new run that starts
/// from them does the same.
TEST(Resumable, PckMeansGoesOnAsARunStartedFromItsLabels) {
    const Problem problem;
    Context context;
    const Form form{"pck-means", {{"order", "index"}, {"closure", "true"}, {"constraint_weight", "3"}}};
    const auto run = begin(form, problem.with(problem.first), context);
    run->advance(3, context);
    Start start;
    start.partitions.push_back({Scope::view, "x", Problem::kClusters, run->labels(), {}});
    const auto fresh =
        start_resumable(form.method, problem.with(problem.second), with_clusters(form.options), start, context);
    run->set_constraints(problem.second);
    for (const auto& one : {run.get(), fresh.get()}) {
        one->advance(20, context);
    }
    EXPECT_EQ(run->labels(), fresh->labels());
    ASSERT_EQ(run->course().rounds(), fresh->course().rounds());
    EXPECT_NEAR(run->course().objective.back(), fresh->course().objective.back(),
                1e-9 * fresh->course().objective.back());  // sums of distances are followed, not taken anew
}

TEST_P(ResumableForms, TheBestStartIsTheAnswerOfThePublicFunction) {
    const Problem problem;
    Context context;
    const Dataset data = problem.with(problem.first);
    const auto run = begin(GetParam(), data, context);
    run->find_best(context);
    const Result expected = public_answer(GetParam(), data, context);
    expect_same_result(run->result(context), expected);
}

TEST_P(ResumableForms, WhatAnotherRunFoundWithoutConstraintsIsWhatItWouldFind) {
    const Problem problem;
    Context context;
    const auto other = begin(GetParam(), problem.with(problem.first), context);
    other->find_best(context);
    const auto alone = begin(GetParam(), problem.with(problem.second), context);
    const auto sharing = start_resumable(GetParam().method, problem.with(problem.second),
                                         with_clusters(GetParam().options), {}, context, other.get());
    alone->find_best(context);
    sharing->find_best(context);
    expect_same_state(*sharing, *alone);
}

TEST_P(ResumableForms, RepeatedRunsGiveTheAnswersOfThePublicFunction) {
    const Problem problem;
    Context context;
    const RepeatedRun repeated =
        repeated_method(GetParam().method, problem.with({}), with_clusters(GetParam().options), context);
    for (const auto* constraints : {&problem.first, &problem.second}) {
        const Dataset data = problem.with(*constraints);
        expect_same_result(repeated(data, context), public_answer(GetParam(), data, context));
    }
}

TEST_P(ResumableForms, AnAnswerOnTheWayDoesNotDisturbTheRun) {
    const Problem problem;
    Context context;
    const auto asked = begin(GetParam(), problem.with(problem.first), context);
    const auto left_alone = begin(GetParam(), problem.with(problem.first), context);
    for (int round = 0; round < 8; ++round) {
        asked->advance(1, context);
        EXPECT_EQ(asked->result(context).iterations, asked->course().rounds());
    }
    left_alone->advance(8, context);
    expect_same_state(*asked, *left_alone);
}

TEST_P(ResumableForms, ACancelledRunIsValidAndGoesOn) {
    if (is_calibrated(GetParam())) GTEST_SKIP() << "is cancelled while the weight is estimated, before its first round";
    const Problem problem;
    Context plain;
    const auto through = begin(GetParam(), problem.with(problem.first), plain);
    through->advance(40, plain);

    Context* running = nullptr;
    Context::Settings settings;
    settings.on_progress = [&](const Progress& progress) {
        if (progress.round == 2) running->cancel();
    };
    Context cancelling(settings);
    running = &cancelling;
    const auto run = begin(GetParam(), problem.with(problem.first), cancelling);
    run->advance(40, cancelling);
    EXPECT_EQ(run->course().stop_reason, StopReason::cancelled);
    EXPECT_EQ(run->course().rounds(), 2);
    const Result result = run->result(plain);
    for (const std::int32_t label : result.partitions.front().labels) {
        EXPECT_GE(label, 0);
        EXPECT_LT(label, Problem::kClusters);
    }
    run->advance(38, plain);
    expect_same_state(*run, *through);
}

TEST_P(ResumableForms, SettledRunsStayUntilTheirConstraintsChange) {
    const Problem problem;
    Context context;
    const auto run = begin(GetParam(), problem.with(problem.first), context);
    run->advance(1000, context);
    if (run->course().stop_reason != StopReason::converged) return;  // forgotten labels and MK-Means may never settle
    const int rounds = run->course().rounds();
    run->advance(10, context);
    EXPECT_EQ(run->course().rounds(), rounds);
    run->set_constraints(problem.second);
    run->advance(1, context);
    EXPECT_EQ(run->course().rounds(), 1);
}

INSTANTIATE_TEST_SUITE_P(Forms, ResumableForms, testing::ValuesIn(all_forms()));

TEST(Resumable, MethodsWithoutSoftConstraintsAreRefused) {
    const Problem problem;
    Context context;
    try {
        start_resumable("kmeans", problem.with({}), {}, {}, context);
        FAIL() << "accepted";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::usage);
        EXPECT_THAT(error.what(), HasSubstr("pck-means, mpck-means"));
    }
}

TEST(Resumable, ThereIsNoAnswerBeforeTheFirstRound) {
    const Problem problem;
    Context context;
    const auto run = begin({"mpck-means", {}}, problem.with(problem.first), context);
    EXPECT_THROW(static_cast<void>(run->result(context)), Error);
    run->advance(1, context);
    EXPECT_NO_THROW(static_cast<void>(run->result(context)));
    run->set_constraints(problem.second);
    EXPECT_THROW(static_cast<void>(run->result(context)), Error);
}

}  // namespace
}  // namespace mvlink
