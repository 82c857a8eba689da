#include <mvlink/constraints.hpp>
#include <mvlink/error.hpp>
#include <mvlink/sampling.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace mvlink {
namespace {

using Labels = std::vector<std::int32_t>;
using Views = std::vector<Labels>;

Random seeded(int seed) {
    return Random{static_cast<std::uint64_t>(seed)};
}

/// Views of unequal sizes; each misses a class that another has, and has unknown rows.
Views mixed_views(int seed) {
    Random random = seeded(seed);
    Views views;
    for (const int rows : {30, 17, 24}) {
        views.emplace_back();
        for (int i = 0; i < rows; ++i) {
            const Index draw = random.below(8);
            views.back().push_back(draw == 0 ? -1 : static_cast<std::int32_t>((draw + rows) % 5));
        }
    }
    return views;
}

std::int32_t label(const Views& views, InstanceId instance) {
    return views[static_cast<std::size_t>(instance.view)][static_cast<std::size_t>(instance.row)];
}

bool is_true_to(const Views& views, const Constraint& c) {
    return (label(views, c.a) == label(views, c.b)) == (c.link == Link::must);
}

void expect_distinct_known_pairs(const Views& views, const std::vector<Constraint>& drawn) {
    std::set<std::pair<InstanceId, InstanceId>> seen;
    for (const Constraint& c : drawn) {
        EXPECT_LT(c.a, c.b);
        EXPECT_GE(label(views, c.a), 0);
        EXPECT_GE(label(views, c.b), 0);
        EXPECT_TRUE(seen.emplace(c.a, c.b).second) << "drawn twice";
    }
}

/// How many pairs of known rows there are a pair of views, by plain loops.
std::map<std::pair<int, int>, Index> count_pairs(const Views& views, PairPlace place) {
    std::map<std::pair<int, int>, Index> counts;
    for (int a = 0; a < 3; ++a) {
        for (int b = a; b < 3; ++b) {
            if (place == (a == b ? PairPlace::between : PairPlace::within)) continue;
            const auto rows_a = static_cast<Index>(views[static_cast<std::size_t>(a)].size());
            const auto rows_b = static_cast<Index>(views[static_cast<std::size_t>(b)].size());
            for (Index i = 0; i < rows_a; ++i) {
                for (Index j = a == b ? i + 1 : 0; j < rows_b; ++j)
                    counts[{a, b}] += label(views, {a, i}) >= 0 && label(views, {b, j}) >= 0 ? 1 : 0;
            }
        }
    }
    return counts;
}

ErrorCode error_of(const Views& views, const ViewSampleOptions& options) {
    try {
        sample_constraints(views, options, seeded(0));
    } catch (const Error& error) {
        return error.code();
    }
    ADD_FAILURE() << "nothing was thrown";
    return ErrorCode::internal;
}

class SampleViews : public testing::TestWithParam<int> {};

TEST_P(SampleViews, AllPairsOfEveryPlaceCanBeDrawnOnceAndNotOneMore) {
    const Views views = mixed_views(GetParam());
    for (const PairPlace place : {PairPlace::within, PairPlace::between, PairPlace::anywhere}) {
        Index all = 0;
        std::map<std::pair<int, int>, Index> expected = count_pairs(views, place), found;
        for (const auto& [pair, count] : expected)
            all += count;
        const auto drawn = sample_constraints(views, {.place = place, .count = all}, seeded(GetParam()));
        expect_distinct_known_pairs(views, drawn);
        for (const Constraint& c : drawn) {
            EXPECT_TRUE(is_true_to(views, c));
            ++found[{c.a.view, c.b.view}];
        }
        EXPECT_EQ(found, expected);
        EXPECT_EQ(error_of(views, {.place = place, .count = all + 1}), ErrorCode::input);
    }
}

TEST_P(SampleViews, PercentIsTakenOfEveryPairOfViewsByItself) {
    const Views views = mixed_views(GetParam());
    std::map<std::pair<int, int>, Index> expected, found;
    for (const auto& [pair, count] : count_pairs(views, PairPlace::anywhere))
        expected[pair] = std::llround(0.2 * static_cast<double>(count));
    const auto drawn = sample_constraints(views, {.place = PairPlace::anywhere, .percent = 20}, seeded(GetParam()));
    expect_distinct_known_pairs(views, drawn);
    for (const Constraint& c : drawn)
        ++found[{c.a.view, c.b.view}];
    EXPECT_EQ(found, expected);
}

TEST_P(SampleViews, AHigherPercentKeepsThePairsOfALowerOne) {
    const Views views = mixed_views(GetParam());
    const auto some = sample_constraints(views, {.percent = 5}, seeded(GetParam()));
    const auto more = sample_constraints(views, {.percent = 20}, seeded(GetParam()));
    for (const Constraint& c : some)
        EXPECT_NE(std::find(more.begin(), more.end(), c), more.end());
}

TEST_P(SampleViews, SharesOfMustLinksAndOfWrongPairsAreExact) {
    const Views views = mixed_views(GetParam());
    const auto drawn =
        sample_constraints(views, {.count = 100, .must_share = 0.4, .wrong_must_share = 0.25}, seeded(GetParam()));
    Index wrong_must = 0, wrong_cannot = 0;
    for (const Constraint& c : drawn) {
        if (is_true_to(views, c)) continue;
        ++(c.link == Link::must ? wrong_must : wrong_cannot);
    }
    EXPECT_EQ(wrong_cannot, 10) << "a quarter of 40 must-links turned into cannot-links";
    EXPECT_EQ(wrong_must, 10) << "and as many the other way";
    const auto flipped = sample_constraints(views, {.count = 100, .wrong_share = 0.3}, seeded(GetParam()));
    EXPECT_EQ(std::count_if(flipped.begin(), flipped.end(), [&](const auto& c) { return !is_true_to(views, c); }), 30);
}

INSTANTIATE_TEST_SUITE_P(Seeds, SampleViews, testing::Range(0, 40));

TEST(SampleViewsOnce, OneViewIsDrawnAsTheFunctionForOneViewDraws) {
    const Labels labels = mixed_views(3)[0];
    for (const double must_share : {-1.0, 0.5}) {
        const auto one = sample_constraints(labels, 0, {40, must_share, 0.1}, seeded(7));
        const auto several = sample_constraints(
            Views{labels, {}}, {.place = PairPlace::within, .count = 40, .must_share = must_share, .wrong_share = 0.1},
            seeded(7));
        EXPECT_EQ(one, several);
    }
}

TEST(SampleViewsOnce, OnlyTheNamedViewsTakePart) {
    const Views views = mixed_views(1);
    const auto known = [&](std::size_t view) {
        return std::count_if(views[view].begin(), views[view].end(), [](std::int32_t l) { return l >= 0; });
    };
    const auto drawn = sample_constraints(views, {.between = {{2, 0}}, .per_row = 2}, seeded(4));
    EXPECT_EQ(static_cast<Index>(drawn.size()), 2 * (known(0) + known(2)));
    for (const Constraint& c : drawn)
        EXPECT_TRUE(c.a.view == 0 && c.b.view == 2);
}

TEST(SampleViewsOnce, EveryPairBetweenTwoViewsIsEquallyLikely) {
    const Views views{{0, 1, 1}, {1, 0, 2, -1}};
    std::map<std::pair<Index, Index>, int> first;
    constexpr int kDraws = 18000;
    for (int seed = 0; seed < kDraws; ++seed) {
        const auto drawn = sample_constraints(views, {.count = 1}, seeded(seed));
        ++first[{drawn[0].a.row, drawn[0].b.row}];
    }
    ASSERT_EQ(first.size(), 9U);
    for (const auto& [pair, times] : first)
        EXPECT_NEAR(times, kDraws / 9, 5 * std::sqrt(kDraws * (1 / 9.0) * (8 / 9.0)));
}

TEST(SampleViewsOnce, AMillionPairsOfManyRowsAreDistinctAndTrue) {
    Views views(2, Labels(40'000));
    for (std::size_t i = 0; i < 40'000; ++i) {
        views[0][i] = static_cast<std::int32_t>(i % 7);
        views[1][i] = static_cast<std::int32_t>(i % 3);
    }
    const auto drawn = sample_constraints(views, {.percent = 0.0625}, seeded(3));
    ASSERT_EQ(drawn.size(), 1'000'000U);
    std::vector<std::pair<Index, Index>> pairs;
    Index wrong = 0;
    for (const Constraint& c : drawn) {
        pairs.emplace_back(c.a.row, c.b.row);
        wrong += is_true_to(views, c) ? 0 : 1;
    }
    std::sort(pairs.begin(), pairs.end());
    EXPECT_EQ(std::adjacent_find(pairs.begin(), pairs.end()), pairs.end());
    EXPECT_EQ(wrong, 0);
}

TEST(SampleViewsOnce, BadOptionsAreRefused) {
    const Views views = mixed_views(0);
    EXPECT_EQ(error_of(views, {}), ErrorCode::usage) << "no amount";
    EXPECT_EQ(error_of(views, {.count = 1, .percent = 1}), ErrorCode::usage);
    EXPECT_EQ(error_of(views, {.percent = 101}), ErrorCode::usage);
    EXPECT_EQ(error_of(views, {.per_row = std::nan("")}), ErrorCode::usage);
    EXPECT_EQ(error_of(views, {.per_row = INFINITY}), ErrorCode::usage);
    EXPECT_EQ(error_of(views, {.between = {{0, 3}}, .count = 1}), ErrorCode::usage);
    EXPECT_EQ(error_of(views, {.between = {{1, 1}}, .count = 1}), ErrorCode::usage);
    EXPECT_EQ(error_of(views, {.count = 1, .must_share = 2}), ErrorCode::usage);
    EXPECT_EQ(error_of(views, {.count = 1, .wrong_must_share = -0.1}), ErrorCode::usage);
}

}  // namespace
}  // namespace mvlink
