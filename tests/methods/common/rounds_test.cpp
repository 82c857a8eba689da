#include "methods/common/rounds.hpp"

#include <mvlink/error.hpp>

#include "methods/common/best_start.hpp"
#include "methods/common/settling.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace mvlink {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

/// Halves a number in every round.
struct Halving : Course {
    double x = 16;
};

void halve(const RoundLimits& limits, double until, Halving& run, Context& context) {
    run_rounds(
        limits, run, context, [&](int) { return run.x /= 2; }, [&](int) { return run.x <= until; });
}

TEST(Rounds, GoOnUntilTheySettle) {
    Context context;
    Halving run;
    halve({"halving", 10}, 2, run, context);
    EXPECT_THAT(run.objective, ElementsAre(8, 4, 2));
    EXPECT_EQ(run.stop_reason, StopReason::converged);
}

TEST(Rounds, StopAtTheLimitWithoutHavingConverged) {
    Context context;
    Halving run;
    halve({"halving", 2}, 0, run, context);
    EXPECT_EQ(run.rounds(), 2);
    EXPECT_EQ(run.stop_reason, StopReason::max_iter);
}

TEST(Rounds, ARunAdvancedRoundByRoundIsTheWholeRun) {
    std::vector<int> reported;
    Context context({.on_progress = [&](const Progress& progress) { reported.push_back(progress.round); }});
    Halving whole, stepped;
    halve({"halving", 6}, 1, whole, context);
    const std::vector<int> at_once = std::exchange(reported, {});
    for (int done = 1; done <= 3; ++done) {
        halve({"halving", 6, done}, 1, stepped, context);
        EXPECT_EQ(stepped.rounds(), done);
        EXPECT_EQ(stepped.stop_reason, StopReason::max_iter);
    }
    halve({"halving", 6}, 1, stepped, context);
    EXPECT_EQ(stepped.objective, whole.objective);
    EXPECT_EQ(stepped.stop_reason, whole.stop_reason);
    EXPECT_EQ(reported, at_once);
}

TEST(Rounds, ACallWithNothingLeftToDoChangesNothing) {
    Context context;
    Halving run;
    halve({"halving", 6}, 8, run, context);
    halve({"halving", 6, 1}, 0, run, context);
    EXPECT_EQ(run.stop_reason, StopReason::converged);
    EXPECT_EQ(run.rounds(), 1);
}

TEST(Rounds, AreCancelledAfterTheRoundThatReportedIt) {
    Context* running = nullptr;
    Context context({.on_progress = [&](const Progress& progress) {
        EXPECT_EQ(progress.max_rounds, 10);
        if (progress.round == 2) running->cancel();
    }});
    running = &context;
    Halving run;
    halve({"halving", 10}, 0, run, context);
    EXPECT_THAT(run.objective, ElementsAre(8, 4));
    EXPECT_TRUE(run.cancelled());
}

TEST(Rounds, ARoundThatCannotBeDoneLeavesTheOneBeforeAsTheLast) {
    Context context;
    Course course;
    run_rounds(
        {"halving", 10}, course, context, [](int t) { return t < 2 ? std::optional<double>(t) : std::nullopt; },
        [](int) { return false; });
    EXPECT_THAT(course.objective, ElementsAre(0, 1));
    EXPECT_EQ(course.stop_reason, StopReason::converged);
}

TEST(Rounds, AnObjectiveThatIsNotFiniteIsRefusedWithMethodAndRound) {
    Context context;
    Course course;
    const auto overflow = [&] {
        run_rounds(
            {"halving", 10}, course, context, [](int t) { return t < 2 ? 1 : std::numeric_limits<double>::infinity(); },
            [](int) { return false; });
    };
    EXPECT_THAT(overflow, ThrowsMessage<Error>(HasSubstr("halving: the objective is not finite in iteration 3")));
}

TEST(Settling, NoRuleHoldsBeforeTheSecondRound) {
    EXPECT_FALSE(has_settled({1}, 1));
    EXPECT_FALSE(has_stopped_falling({1}, 1));
    EXPECT_FALSE(has_settled_within({1}, 1));
}

TEST(Settling, AShareOfTheObjectiveCountsInBothDirections) {
    EXPECT_TRUE(has_settled({100, 99.5}, 0.01));
    EXPECT_TRUE(has_settled({99.5, 100}, 0.01));
    EXPECT_FALSE(has_settled({100, 98}, 0.01));
    EXPECT_FALSE(has_settled({0.001, -0.001}, 0.01));
    EXPECT_TRUE(has_settled({0.001, -0.001}, 0.01, 1));
}

TEST(Settling, AnObjectiveThatRisesHasStoppedFalling) {
    EXPECT_TRUE(has_stopped_falling({100, 120}, 0.01));
    EXPECT_TRUE(has_stopped_falling({100, 99}, 0.01));
    EXPECT_FALSE(has_stopped_falling({100, 98}, 0.01));
}

TEST(Settling, AnAmountCountsInTheUnitsOfTheObjective) {
    EXPECT_TRUE(has_settled_within({-1000, -999.995}, 0.01));
    EXPECT_FALSE(has_settled_within({-1000, -999.9}, 0.01));
    EXPECT_TRUE(has_settled_within({1e12, 1e12 + 1}, 0.01));  // below what sums of this size can show
}

Course ended_at(double objective, StopReason reason = StopReason::converged) {
    return {{objective}, reason};
}

TEST(BestStart, TheLowestObjectiveWinsAndTiesGoToTheFirst) {
    const std::vector<double> ends{3, 1, 1 - 1e-14, 2};
    Context context;
    int runs = 0;
    const Course best = best_of(4, context, [&](int restart) {
        ++runs;
        return ended_at(ends[static_cast<std::size_t>(restart)]);
    });
    EXPECT_EQ(best.objective.back(), 1);
    EXPECT_EQ(runs, 4);
}

TEST(BestStart, ACancelledStartEndsTheSeriesAndMarksTheBest) {
    Context context;
    int runs = 0;
    const Course best = best_of(4, context, [&](int restart) {
        ++runs;
        return restart == 1 ? ended_at(5, StopReason::cancelled) : ended_at(3);
    });
    EXPECT_EQ(runs, 2);
    EXPECT_EQ(best.objective.back(), 3);
    EXPECT_TRUE(best.cancelled());
}

TEST(BestStart, ProgressSaysWhichStartIsRunning) {
    std::vector<std::pair<int, int>> heard;
    Context context(Context::Settings{
        .on_progress = [&](const Progress& progress) { heard.emplace_back(progress.start, progress.starts); }});
    const Course best = best_of(3, context, [&](int) {
        context.cancelled({1, 1, 0});
        return ended_at(1);
    });
    EXPECT_FALSE(best.cancelled());
    EXPECT_EQ(heard, (std::vector<std::pair<int, int>>{{0, 3}, {1, 3}, {2, 3}}));
}

TEST(BestStart, AMethodMayCompareByMoreThanTheObjective) {
    const auto highest = [](const Course& next, const Course& best) {
        return next.objective.back() > best.objective.back();
    };
    Context context;
    EXPECT_EQ(best_of(
                  3, context, [](int restart) { return ended_at(restart); }, highest)
                  .objective.back(),
              2);
}

}  // namespace
}  // namespace mvlink
