#include "runtime/phase_timer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

namespace mvlink::test {
namespace {

std::vector<std::string> phases(const PhaseTimer& timer) {
    std::vector<std::string> names;
    for (const auto& [name, seconds] : timer.seconds()) {
        EXPECT_GE(seconds, 0);
        names.push_back(name);
    }
    return names;
}

TEST(PhaseTimer, ListsPhasesInTheOrderOfTheirFirstCall) {
    PhaseTimer timer;
    EXPECT_EQ(timer.time("a", [&] { return timer.time("b", [] { return 3; }); }), 3);
    timer.time("b", [] {});
    timer.time("c", [] {});
    EXPECT_THAT(phases(timer), testing::ElementsAre("total", "a", "b", "c"));
}

TEST(PhaseTimer, AStepThatThrowsIsCountedToo) {
    PhaseTimer timer;
    EXPECT_THROW(timer.time("a", [] { throw std::runtime_error("no"); }), std::runtime_error);
    EXPECT_THAT(phases(timer), testing::ElementsAre("total", "a"));
}

}  // namespace
}  // namespace mvlink::test
