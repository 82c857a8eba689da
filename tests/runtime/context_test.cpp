#include <mvlink/context.hpp>
#include <mvlink/error.hpp>

#include "support/in_process.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <string>

namespace mvlink {
namespace {

using testing::ElementsAre;

/// A context that writes down what it hears: "init, start 1 of 3, round 4".
struct Heard {
    std::vector<std::string> lines;
    Context context{Context::Settings{
        .seed = 7, .threads = 2, .memory_limit = 1000, .on_progress = [this](const Progress& p) {
            std::string line = std::string(p.phase) + (p.phase.empty() ? "" : ", ");
            if (p.starts > 1) {
                line += "start " + std::to_string(p.start + 1) + " of " + std::to_string(p.starts) + ", ";
            }
            lines.push_back(line + "round " + std::to_string(p.round));
        }}};
};

TEST(NestedContext, SharesThreadsAndMemoryLimitAndHasItsOwnSeed) {
    Heard outer;
    Context inner = outer.context.nested("init", 99);
    EXPECT_EQ(&inner.pool(), &outer.context.pool());
    EXPECT_EQ(inner.threads(), 2);
    EXPECT_EQ(inner.seed(), 99U);
    EXPECT_EQ(inner.stream("x").bits(), Context({.seed = 99}).stream("x").bits());
    EXPECT_THROW(inner.require_memory(1001, "a table"), Error);
    EXPECT_EQ(&inner.communicator(), &outer.context.communicator());
}

TEST(NestedContext, StopsWithTheRunAroundItButNotTheOtherWayRound) {
    Context outer;
    Context inner = outer.nested("init", 1);
    Context innermost = inner.nested("sample", 2);
    inner.cancel();
    EXPECT_TRUE(innermost.cancel_requested());
    EXPECT_TRUE(innermost.cancelled({1, 9, 0}));
    EXPECT_FALSE(outer.cancelled({1, 9, 0}));
    Context other = outer.nested("assign", 3);
    EXPECT_FALSE(other.cancelled({1, 9, 0}));
    outer.cancel();
    EXPECT_TRUE(other.cancelled({2, 9, 0}));
}

TEST(NestedContext, ItsProgressIsThatOfTheRunAroundItInAPhase) {
    Heard outer;
    outer.context.cancelled({1, 9, 0});
    {
        Context inner = outer.context.nested("init", 1);
        inner.cancelled({2, 9, 0});
        Context innermost = inner.nested("sample", 2);
        innermost.cancelled({3, 9, 0});
        const PhaseScope phase(outer.context, "view a");
        innermost.cancelled({4, 9, 0});
    }
    outer.context.cancelled({5, 9, 0});
    EXPECT_THAT(outer.lines, ElementsAre("round 1", "init, round 2", "init/sample, round 3",
                                         "view a/init/sample, round 4", "round 5"));
}

TEST(NestedContext, OfStartsInStartsTheOutermostAreReported) {
    Heard outer;
    {
        Context inner = outer.context.nested("init", 1);
        const StartScope of_inner(inner, 4, 8);
        inner.cancelled({1, 9, 0});
        const StartScope first(outer.context, 0, 3);
        const StartScope within(outer.context, 5, 6);
        inner.cancelled({2, 9, 0});
    }
    {
        const StartScope only(outer.context, 0, 1);
        const StartScope of_a_step(outer.context, 1, 2);
        outer.context.cancelled({3, 9, 0});
    }
    outer.context.cancelled({4, 9, 0});
    EXPECT_THAT(outer.lines, ElementsAre("init, start 5 of 8, round 1", "init, start 1 of 3, round 2",
                                         "start 2 of 2, round 3", "round 4"));
}

TEST(ConcurrentContext, IsSilentAndStopsWithTheRunAroundIt) {
    Heard outer;
    Context one = outer.context.concurrent(1);
    EXPECT_EQ(&one.pool(), &outer.context.pool());
    EXPECT_FALSE(one.cancelled({1, 9, 0}));
    EXPECT_TRUE(outer.lines.empty());
    outer.context.cancel();
    EXPECT_TRUE(one.cancelled({2, 9, 0}));
}

TEST(Communicator, OneProcessIsAllThereIs) {
    Context context;
    EXPECT_EQ(context.communicator().rank(), 0);
    EXPECT_EQ(context.communicator().size(), 1);
    std::array<std::int64_t, 2> values{3, -4};
    context.communicator().all_reduce(values, Communicator::Reduce::sum);
    EXPECT_THAT(values, ElementsAre(3, -4));
}

TEST(Communicator, CombinesPlaceByPlaceInEveryProcess) {
    using Reduce = Communicator::Reduce;
    support::run_processes(3, [](const std::shared_ptr<Communicator>& communicator) {
        Context context({.threads = 1, .communicator = communicator});
        const std::int64_t rank = context.communicator().rank();
        for (const auto& [how, first, second] :
             {std::tuple(Reduce::sum, 3, -3), std::tuple(Reduce::min, 0, -2), std::tuple(Reduce::max, 2, 0)}) {
            std::array<std::int64_t, 2> values{rank, -rank};
            context.communicator().all_reduce(values, how);
            EXPECT_THAT(values, ElementsAre(first, second));
        }
    });
}

/// One process is told to stop: were the others to go on, they would wait for it forever.
TEST(Communicator, AllProcessesStopInTheSameRound) {
    std::array<int, 3> rounds{};
    support::run_processes(3, [&](const std::shared_ptr<Communicator>& communicator) {
        Context context({.threads = 1, .communicator = communicator});
        Context inner = context.nested("init", 1);
        int& round = rounds[static_cast<std::size_t>(communicator->rank())];
        do {
            if (communicator->rank() == 1 && round == 4) context.cancel();
        } while (!inner.cancelled({++round, 100, 0}));
    });
    EXPECT_THAT(rounds, ElementsAre(5, 5, 5));
}

}  // namespace
}  // namespace mvlink
