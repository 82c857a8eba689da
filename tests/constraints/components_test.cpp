#include "constraints/components.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mvlink::constraints {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Pair must(Index a, Index b) {
    return {a, b, Link::must, 1};
}
Pair cannot(Index a, Index b) {
    return {a, b, Link::cannot, 1};
}

TEST(Components, HoldTheClosureOfTheNotes) {
    // ML {01,12,34}, CL {23,05} on 7 points: neighbourhoods {012},{34}; CL between {012} and {34}, {012} and {5}; 6 is
    // free.
    const std::vector<Pair> pairs{must(0, 1), must(1, 2), must(3, 4), cannot(2, 3), cannot(0, 5)};
    const Components components(pairs);
    ASSERT_EQ(components.count(), 3);
    EXPECT_THAT(components.members(0), ElementsAre(0, 1, 2));
    EXPECT_THAT(components.members(1), ElementsAre(3, 4));
    EXPECT_THAT(components.members(2), ElementsAre(5));
    EXPECT_THAT(components.cannot_linked(0), ElementsAre(1, 2));
    EXPECT_THAT(components.cannot_linked(1), ElementsAre(0));
    EXPECT_THAT(components.cannot_linked(2), ElementsAre(0));
    EXPECT_EQ(components.of(4), 1);
    EXPECT_EQ(components.of(6), -1);
    EXPECT_THAT(components.conflicts(), IsEmpty());
}

TEST(Components, ACannotLinkInsideOneIsAConflictAndNothingFollowsFromIt) {
    const std::vector<Pair> pairs{must(0, 1), must(1, 2), cannot(0, 2)};
    const Components components(pairs);
    ASSERT_EQ(components.count(), 1);
    EXPECT_THAT(components.cannot_linked(0), IsEmpty());
    ASSERT_EQ(components.conflicts().size(), 1U);
    EXPECT_EQ(components.conflicts()[0].b, 2);
}

TEST(Components, ASoftPairJoinsNothingAndKeepsNothingApart) {
    const std::vector<Pair> pairs{
        must(0, 1), {1, 2, Link::must, 5, true}, {0, 3, Link::cannot, 5, true}, {0, 1, Link::cannot, 5, true}};
    const Components components(pairs);
    ASSERT_EQ(components.count(), 3);
    EXPECT_THAT(components.members(0), ElementsAre(0, 1));
    EXPECT_THAT(components.nodes(), ElementsAre(0, 1, 2, 3)) << "rows with soft pairs have constraints all the same";
    EXPECT_THAT(components.cannot_linked(0), IsEmpty());
    EXPECT_THAT(components.conflicts(), IsEmpty());
}

TEST(Components, DoNotDependOnTheOrderOfThePairs) {
    const std::vector<Pair> one{must(9, 4), must(4, 7), cannot(7, 2), must(2, 1)};
    const std::vector<Pair> two{must(1, 2), cannot(2, 7), must(7, 4), must(4, 9)};
    const Components first(one), second(two);
    ASSERT_EQ(first.count(), second.count());
    for (Index c = 0; c < first.count(); ++c) {
        EXPECT_TRUE(std::ranges::equal(first.members(c), second.members(c)));
        EXPECT_TRUE(std::ranges::equal(first.cannot_linked(c), second.cannot_linked(c)));
    }
}

TEST(Components, OfNothingAreNone) {
    const Components components({});
    EXPECT_EQ(components.count(), 0);
    EXPECT_EQ(components.of(0), -1);
}

TEST(Components, ALongChainIsJoinedInLinearTime) {
    std::vector<Pair> chain;
    for (Index i = 200000; i > 0; --i) {
        chain.push_back(must(i, i - 1));
    }
    const Components components(chain);
    ASSERT_EQ(components.count(), 1);
    EXPECT_EQ(components.size(0), 200001);
}

}  // namespace
}  // namespace mvlink::constraints
