#include <mvlink/constraints.hpp>
#include <mvlink/error.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

namespace mvlink {
namespace {

using Labels = std::vector<std::int32_t>;

Random seeded(int seed) {
    return Random{static_cast<std::uint64_t>(seed)};
}

/// Three classes of unequal sizes in mixed order, and unknown rows.
Labels mixed_labels(int rows, Random random) {
    Labels labels;
    for (int i = 0; i < rows; ++i) {
        const Index draw = random.below(10);
        labels.push_back(draw == 0 ? -1 : draw < 6 ? 7 : draw < 9 ? 2 : 30);
    }
    return labels;
}

struct PairTotals {
    Index must = 0, cannot = 0;
};

PairTotals count_pairs(const Labels& labels) {
    PairTotals totals;
    for (std::size_t i = 0; i < labels.size(); ++i) {
        for (std::size_t j = i + 1; j < labels.size(); ++j) {
            if (labels[i] < 0 || labels[j] < 0) continue;
            ++(labels[i] == labels[j] ? totals.must : totals.cannot);
        }
    }
    return totals;
}

bool is_true_to(const Labels& labels, const Constraint& constraint) {
    const bool together =
        labels[static_cast<std::size_t>(constraint.a.row)] == labels[static_cast<std::size_t>(constraint.b.row)];
    return together == (constraint.link == Link::must);
}

void expect_distinct_known_pairs(const Labels& labels, const std::vector<Constraint>& drawn) {
    std::set<std::pair<Index, Index>> seen;
    for (const Constraint& constraint : drawn) {
        EXPECT_LT(constraint.a.row, constraint.b.row);
        EXPECT_GE(labels[static_cast<std::size_t>(constraint.a.row)], 0);
        EXPECT_GE(labels[static_cast<std::size_t>(constraint.b.row)], 0);
        EXPECT_TRUE(seen.emplace(constraint.a.row, constraint.b.row).second) << "drawn twice";
    }
}

Index count_must(const std::vector<Constraint>& drawn) {
    return std::count_if(drawn.begin(), drawn.end(), [](const Constraint& c) { return c.link == Link::must; });
}

template <class Call>
std::pair<ErrorCode, std::string> error_of(Call&& call) {
    try {
        call();
    } catch (const Error& error) {
        return {error.code(), error.what()};
    }
    ADD_FAILURE() << "nothing was thrown";
    return {ErrorCode::internal, ""};
}

class SampleProperty : public testing::TestWithParam<int> {};

TEST_P(SampleProperty, PairsAreDistinctKnownAndTrueToTheLabels) {
    const Labels labels = mixed_labels(40, seeded(GetParam()));
    const auto drawn = sample_constraints(labels, 3, {100}, seeded(GetParam()));
    ASSERT_EQ(drawn.size(), 100U);
    expect_distinct_known_pairs(labels, drawn);
    for (const Constraint& constraint : drawn) {
        EXPECT_TRUE(is_true_to(labels, constraint));
        EXPECT_EQ(constraint.a.view, 3);
        EXPECT_EQ(constraint.b.view, 3);
        EXPECT_EQ(constraint.weight, 1);
    }
}

TEST_P(SampleProperty, AllPairsCanBeDrawnAndNotOneMore) {
    const Labels labels = mixed_labels(25, seeded(GetParam()));
    const PairTotals totals = count_pairs(labels);
    const Index all = totals.must + totals.cannot;
    const auto drawn = sample_constraints(labels, 0, {all}, seeded(GetParam()));
    expect_distinct_known_pairs(labels, drawn);
    EXPECT_EQ(static_cast<Index>(drawn.size()), all);
    EXPECT_EQ(count_must(drawn), totals.must);
    EXPECT_EQ(error_of([&] { sample_constraints(labels, 0, {all + 1}, seeded(1)); }).first, ErrorCode::input);
}

TEST_P(SampleProperty, SharesOfMustLinksAndOfWrongPairsAreExact) {
    const Labels labels = mixed_labels(60, seeded(GetParam()));
    const auto drawn = sample_constraints(labels, 0, {200, 0.25, 0.1}, seeded(GetParam()));
    expect_distinct_known_pairs(labels, drawn);
    Index wrong = 0, truly_must = 0;
    for (const Constraint& constraint : drawn) {
        const bool is_true = is_true_to(labels, constraint);
        wrong += is_true ? 0 : 1;
        truly_must += is_true == (constraint.link == Link::must) ? 1 : 0;
    }
    EXPECT_EQ(drawn.size(), 200U);
    EXPECT_EQ(wrong, 20);
    EXPECT_EQ(truly_must, 50);
}

TEST_P(SampleProperty, TheSameSeedDrawsTheSamePairs) {
    const Labels labels = mixed_labels(40, seeded(GetParam()));
    const SampleOptions options{50, 0.5, 0.2};
    EXPECT_EQ(sample_constraints(labels, 0, options, seeded(GetParam())),
              sample_constraints(labels, 0, options, seeded(GetParam())));
    EXPECT_NE(sample_constraints(labels, 0, options, seeded(GetParam())),
              sample_constraints(labels, 0, options, seeded(GetParam() + 1)));
}

INSTANTIATE_TEST_SUITE_P(Seeds, SampleProperty, testing::Range(0, 50));

TEST(Sample, EveryPairIsEquallyLikelyInEveryPlace) {
    const Labels labels{0, 0, 0, 1, 1};
    std::map<std::pair<Index, Index>, int> first, second;
    constexpr int kDraws = 20000;
    for (int seed = 0; seed < kDraws; ++seed) {
        const auto drawn = sample_constraints(labels, 0, {2}, seeded(seed));
        ++first[{drawn[0].a.row, drawn[0].b.row}];
        ++second[{drawn[1].a.row, drawn[1].b.row}];
    }
    ASSERT_EQ(first.size(), 10U);
    ASSERT_EQ(second.size(), 10U);
    const double deviation = std::sqrt(kDraws * 0.1 * 0.9);
    for (const auto& [pair, times] : first)
        EXPECT_NEAR(times, kDraws / 10, 5 * deviation);
    for (const auto& [pair, times] : second)
        EXPECT_NEAR(times, kDraws / 10, 5 * deviation);
}

TEST(Sample, AllPairsButOneAreDrawnAtOnce) {
    const Labels labels = mixed_labels(400, seeded(1));
    const PairTotals totals = count_pairs(labels);
    const auto drawn = sample_constraints(labels, 0, {totals.must - 1 + totals.cannot}, seeded(2));
    expect_distinct_known_pairs(labels, drawn);
}

TEST(Sample, AFewPairsOfManyRowsAreDistinctAndTrue) {
    Labels labels(300'000);
    for (std::size_t i = 0; i < labels.size(); ++i)
        labels[i] = i % 3 == 0 ? 1 : 0;
    const auto drawn = sample_constraints(labels, 0, {1000, 0.5}, seeded(3));
    expect_distinct_known_pairs(labels, drawn);
    for (const Constraint& constraint : drawn)
        EXPECT_TRUE(is_true_to(labels, constraint));
    EXPECT_EQ(count_must(drawn), 500);
}

TEST(Sample, AskingForNoPairsGivesNone) {
    EXPECT_TRUE(sample_constraints(Labels{}, 0, {0}, seeded(0)).empty());
}

TEST(Sample, TooFewPairsOfAKindIsAnErrorThatCountsThem) {
    const Labels labels{0, 0, 1, 2, -1};
    const auto [must_code, must_text] = error_of([&] { sample_constraints(labels, 0, {2, 1.0}, seeded(0)); });
    EXPECT_EQ(must_code, ErrorCode::input);
    EXPECT_EQ(must_text, "sample: 2 must-links requested; the known labels allow 1");
    const auto [cannot_code, cannot_text] = error_of([&] { sample_constraints(labels, 0, {6, 0.0}, seeded(0)); });
    EXPECT_EQ(cannot_code, ErrorCode::input);
    EXPECT_EQ(cannot_text, "sample: 6 cannot-links requested; the known labels allow 5");
}

TEST(Sample, BadOptionsAreRefused) {
    const Labels labels{0, 0, 1};
    const auto code_of = [&](const SampleOptions& options) {
        return error_of([&] { sample_constraints(labels, 0, options, seeded(0)); }).first;
    };
    EXPECT_EQ(code_of({-1}), ErrorCode::usage);
    EXPECT_EQ(code_of({1, 1.5}), ErrorCode::usage);
    EXPECT_EQ(code_of({1, std::nan("")}), ErrorCode::usage);
    EXPECT_EQ(code_of({1, -1, -0.1}), ErrorCode::usage);
    EXPECT_EQ(code_of({1, -1, std::nan("")}), ErrorCode::usage);
    EXPECT_EQ(error_of([&] { sample_constraints(labels, -1, {1}, seeded(0)); }).first, ErrorCode::usage);
}

}  // namespace
}  // namespace mvlink
