#include "runtime/parallel.hpp"

#include <mvlink/error.hpp>

#include "runtime/abandon.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <stdexcept>
#include <thread>
#include <vector>

namespace mvlink {
namespace {

class WithThreads : public testing::TestWithParam<int> {
protected:
    Context context{Context::Settings{.threads = GetParam()}};
};

TEST_P(WithThreads, ParallelForVisitsEveryRowOnce) {
    std::vector<std::atomic<int>> visits(10007);
    parallel_for(context, 10007, 64, [&](Index begin, Index end) {
        for (Index i = begin; i < end; ++i) {
            ++visits[static_cast<std::size_t>(i)];
        }
    });
    for (const auto& count : visits) {
        ASSERT_EQ(count, 1);
    }
}

TEST_P(WithThreads, OrderedSumHasTheSameBitsForAnyNumberOfThreads) {
    const auto harmonic = [](Context& with) {
        return ordered_sum(with, 1000000, [](Index begin, Index end) {
            double sum = 0;
            for (Index i = begin; i < end; ++i) {
                sum += 1.0 / static_cast<double>(i + 1);
            }
            return sum;
        });
    };
    Context serial(Context::Settings{.threads = 1});
    EXPECT_EQ(harmonic(context), harmonic(serial));
    EXPECT_NEAR(harmonic(context), std::log(1e6) + 0.5772156649, 1e-6);
}

TEST_P(WithThreads, TheExceptionOfTheLowestChunkSurfaces) {
    for (int repeat = 0; repeat < 20; ++repeat) {
        try {
            parallel_for(context, 100, 1, [&](Index begin, Index) {
                if (begin == 17 || begin == 80) throw std::runtime_error(std::to_string(begin));
            });
            FAIL() << "nothing thrown";
        } catch (const std::runtime_error& error) {
            ASSERT_STREQ(error.what(), "17");
        }
    }
}

TEST_P(WithThreads, NestedLoopsRunInline) {
    std::atomic<int> visits{0};
    parallel_for(context, 8, 1, [&](Index, Index) { parallel_for(context, 8, 1, [&](Index, Index) { ++visits; }); });
    EXPECT_EQ(visits, 64);
}

TEST_P(WithThreads, AnEmptyRangeIsFine) {
    parallel_for(context, 0, 8, [](Index, Index) { FAIL() << "called for nothing"; });
    EXPECT_EQ(ordered_sum(context, 0, [](Index begin, Index end) { return static_cast<double>(end - begin); }), 0);
}

INSTANTIATE_TEST_SUITE_P(Pools, WithThreads, testing::Values(1, 2, 7, 16));

TEST(Context, CancelIsSeenAtTheNextRoundAndProgressIsReported) {
    std::vector<int> rounds;
    Context context(Context::Settings{.on_progress = [&](const Progress& p) { rounds.push_back(p.round); }});
    EXPECT_FALSE(context.cancelled({.round = 1, .max_rounds = 9}));
    context.cancel();
    EXPECT_TRUE(context.cancelled({.round = 2, .max_rounds = 9}));
    EXPECT_EQ(rounds, (std::vector<int>{1, 2}));
}

TEST(Context, MemoryBeyondTheLimitIsRefusedBeforeItIsAllocated) {
    const Context context(Context::Settings{.memory_limit = 1000});
    context.require_memory(1000, "a table");
    EXPECT_THROW(context.require_memory(1001, "a table"), Error);
}

TEST(Context, NegativeThreadsAreRefused) {
    EXPECT_THROW(Context(Context::Settings{.threads = -1}), Error);
}

TEST(Context, ALongStretchOutsideOfLoopsCanBeAbandonedToo) {
    bool unwanted = false;
    Context context(Context::Settings{.threads = 2, .abandons = [&] { return unwanted; }});
    EXPECT_NO_THROW(end_if_abandoned(context));
    std::this_thread::sleep_for(std::chrono::milliseconds(60));  // asked at most every 50
    unwanted = true;
    EXPECT_THROW(end_if_abandoned(context), Abandoned);
    Context asked_by_nobody;
    EXPECT_NO_THROW(end_if_abandoned(asked_by_nobody));
}

TEST(Context, IsAskedByTheThreadThatRunsWhereverItWasMade) {
    std::thread::id asked;
    Context context(Context::Settings{.threads = 2, .abandons = [&] {
                                          asked = std::this_thread::get_id();
                                          return true;
                                      }});
    std::thread::id ran;
    std::thread([&] {
        ran = std::this_thread::get_id();
        const auto task = [](Index) { std::this_thread::sleep_for(std::chrono::milliseconds(60)); };
        EXPECT_THROW(context.pool().run(20, task), Abandoned);
    }).join();
    EXPECT_EQ(asked, ran);
}

TEST(Context, WhatAQuestionThrowsWaitsForTheOtherThreads) {
    const auto caller = std::this_thread::get_id();
    std::atomic<bool> has_ended{false};
    Context context(
        Context::Settings{.threads = 2, .abandons = []() -> bool { throw std::runtime_error("no answer"); }});
    const auto task = [&](Index) {  // one by the other thread, long after the caller's own has ended
        if (std::this_thread::get_id() == caller) return std::this_thread::sleep_for(std::chrono::milliseconds(20));
        std::this_thread::sleep_for(std::chrono::milliseconds(300));
        has_ended = true;
    };
    EXPECT_THROW(context.pool().run(2, task), std::runtime_error);
    EXPECT_TRUE(has_ended);
}

TEST(Shards, FollowFromRowsAndBytesAlone) {
    EXPECT_EQ(shard_count(1, 8), 1);
    EXPECT_EQ(shard_count(2049, 8), 2);
    EXPECT_EQ(shard_count(10000000, 8), 64);
    EXPECT_EQ(shard_count(10000000, std::size_t{32} << 20), 2);
    EXPECT_EQ(shard_count(10000000, std::size_t{1} << 40), 1);
}

}  // namespace
}  // namespace mvlink
