#include "constraints/safe_joins.hpp"

#include <mvlink/random.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace mvlink {
namespace {

using constraints::Components;
using constraints::Pair;
using constraints::with_safe_joins;
using testing::ElementsAre;

Pair soft_must(Index a, Index b, double weight) {
    return {a, b, Link::must, weight, true};
}

TEST(SafeJoins, HeavierSoftMustLinksJoinFirst) {
    // 0-1 (0.9) is taken; 1-2 (0.8) would put 0 and 2 together, which are cannot-linked; 2-3 (0.5) is free again.
    const std::vector<Pair> pairs{
        soft_must(2, 3, 0.5), soft_must(1, 2, 0.8), soft_must(0, 1, 0.9), {0, 2, Link::cannot, 1, false}};
    const Components groups(with_safe_joins(pairs));
    ASSERT_EQ(groups.count(), 2);
    EXPECT_THAT(groups.members(0), ElementsAre(0, 1));
    EXPECT_THAT(groups.members(1), ElementsAre(2, 3));
}

TEST(SafeJoins, CertainMustLinksComeBeforeHeavierSoftOnes) {
    const std::vector<Pair> pairs{
        soft_must(0, 1, 7), {1, 2, Link::must, 1, false}, {0, 2, Link::cannot, 0.1, true}, soft_must(0, 3, 0.2)};
    const Components groups(with_safe_joins(pairs));
    EXPECT_THAT(groups.members(groups.of(1)), ElementsAre(1, 2));
    EXPECT_THAT(groups.members(groups.of(0)), ElementsAre(0, 3));
}

/// One join after the other, looking at every cannot-link each time.
std::vector<Pair> plain_joins(std::vector<Pair> pairs) {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        if (pairs[i].soft && pairs[i].link == Link::must) order.push_back(i);
    }
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t x, std::size_t y) { return pairs[x].weight > pairs[y].weight; });
    const auto broken = [](const std::vector<Pair>& list) {
        std::vector<Pair> hard = list;
        for (Pair& pair : hard) {
            if (pair.link == Link::cannot) pair.soft = false;
        }
        return Components(hard).conflicts().size();
    };
    const std::size_t before = broken(pairs);
    for (const std::size_t i : order) {
        pairs[i].soft = false;
        if (broken(pairs) > before) pairs[i].soft = true;
    }
    return pairs;
}

TEST(SafeJoins, AreThoseOfJoiningOneByOne) {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        Random random(seed);
        std::vector<Pair> pairs;
        for (Index i = 0; i < 40; ++i) {
            const Index a = random.below(25), b = random.below(25);
            if (a == b) continue;
            const bool must = random.uniform() < 0.6;
            pairs.push_back({a, b, must ? Link::must : Link::cannot, random.uniform(), random.uniform() < 0.8});
        }
        const Components fast(with_safe_joins(pairs)), plain(plain_joins(pairs));
        ASSERT_EQ(fast.count(), plain.count()) << seed;
        for (Index c = 0; c < fast.count(); ++c) {
            EXPECT_TRUE(std::ranges::equal(fast.members(c), plain.members(c))) << seed;
        }
    }
}

}  // namespace
}  // namespace mvlink
