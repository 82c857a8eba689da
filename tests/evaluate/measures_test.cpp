#include <mvlink/error.hpp>
#include <mvlink/measures.hpp>

#include "reference/measures.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace mvlink {
namespace {

using reference::Labels;

constexpr double kRounding = 1e-12;  // sums of at most a few hundred terms of order 1

const Labels kTruth{0, 0, 0, 1, 1, 1};
const Labels kPredicted{0, 0, 1, 1, 1, 1};

template <class Call>
ErrorCode code_of(Call&& call) {
    try {
        call();
    } catch (const Error& error) {
        return error.code();
    }
    ADD_FAILURE() << "nothing was thrown";
    return ErrorCode::internal;
}

TEST(Measures, PairScoresOfTheWorkedCaseAreExact) {
    const PairScores scores = pair_scores(kTruth, kPredicted);
    EXPECT_DOUBLE_EQ(scores.precision, 4.0 / 7);
    EXPECT_DOUBLE_EQ(scores.recall, 2.0 / 3);
    EXPECT_DOUBLE_EQ(scores.f_measure, 8.0 / 13);
}

TEST(Measures, OtherMeasuresOfTheWorkedCaseAreExact) {
    EXPECT_DOUBLE_EQ(accuracy(kTruth, kPredicted), 5.0 / 6);
    EXPECT_DOUBLE_EQ(adjusted_rand_index(kTruth, kPredicted), 12.0 / 37);
    EXPECT_DOUBLE_EQ(purity(kTruth, kPredicted), 5.0 / 6);
    EXPECT_NEAR(normalized_mutual_information(kTruth, kPredicted, NmiNormalizer::arithmetic), 0.478704, 5e-7);
}

TEST(Measures, SingletonsOnBothSidesHaveNoPairSoFIsZero) {
    const Labels singletons{0, 1, 2, 3};
    const PairScores scores = pair_scores(singletons, singletons);
    EXPECT_EQ(scores.f_measure, 0);
    EXPECT_EQ(scores.precision, 0);
    EXPECT_EQ(scores.recall, 0);
    EXPECT_EQ(adjusted_rand_index(singletons, singletons), 1);
    EXPECT_EQ(accuracy(singletons, singletons), 1);
}

TEST(Measures, OneGroupOnBothSidesScoresOneAndOnOneSideZero) {
    const Labels one{5, 5, 5, 5};
    const Labels two{0, 0, 1, 1};
    for (const auto normalizer : {NmiNormalizer::geometric, NmiNormalizer::arithmetic, NmiNormalizer::max}) {
        EXPECT_EQ(normalized_mutual_information(one, one, normalizer), 1);
        EXPECT_EQ(normalized_mutual_information(one, two, normalizer), 0);
        EXPECT_EQ(normalized_mutual_information(two, one, normalizer), 0);
    }
    EXPECT_EQ(adjusted_rand_index(one, one), 1);
    EXPECT_EQ(adjusted_rand_index(one, two), 0);
}

TEST(Measures, ASingleRowIsPerfectExceptThatItHasNoPair) {
    const Measures measures = measure(Labels{3}, Labels{7});
    EXPECT_EQ(measures.f_measure, 0);
    EXPECT_EQ(measures.nmi, 1);
    EXPECT_EQ(measures.acc, 1);
    EXPECT_EQ(measures.ari, 1);
    EXPECT_EQ(measures.purity, 1);
}

TEST(Measures, AgreementUpToNamesIsPerfectForExtremeLabelValues) {
    constexpr auto kLeast = std::numeric_limits<std::int32_t>::min();
    constexpr auto kMost = std::numeric_limits<std::int32_t>::max();
    const Measures measures = measure(Labels{0, 0, kMost, kMost, 5}, Labels{kLeast, kLeast, kMost, kMost, -1});
    for (const auto& [name, value] : named(measures))
        EXPECT_NEAR(value, 1, kRounding) << name;
}

TEST(Measures, UnknownTruthIsLeftOut) {
    const Labels truth{0, -1, 0, 0, 1, -7, 1, 1};
    const Labels labels{0, 1, 0, 1, 1, 0, 1, 1};
    EXPECT_EQ(named(measure(truth, labels)), named(measure(kTruth, kPredicted)));
}

TEST(Measures, FoldScoresAreThoseOfItsRowsAlone) {
    const Labels truth{9, 0, 0, 9, 0, 1, 1, 1};
    const Labels labels{0, 0, 0, 1, 1, 1, 1, 1};
    const std::vector<Index> fold{7, 1, 2, 4, 5, 6};
    EXPECT_DOUBLE_EQ(pair_scores(truth, labels, fold).f_measure, 8.0 / 13);
}

TEST(Measures, BadInputIsRefused) {
    const Labels none;
    const Labels unknown{-1, -1};
    EXPECT_EQ(code_of([&] { measure(none, none); }), ErrorCode::input);
    EXPECT_EQ(code_of([&] { measure(unknown, unknown); }), ErrorCode::input);
    EXPECT_EQ(code_of([&] { accuracy(kTruth, unknown); }), ErrorCode::input);
    EXPECT_EQ(code_of([&] { pair_scores(kTruth, kPredicted, std::vector<Index>{0, 6}); }), ErrorCode::input);
    EXPECT_EQ(code_of([&] { pair_scores(kTruth, kPredicted, std::vector<Index>{-1}); }), ErrorCode::input);
    EXPECT_EQ(code_of([&] { pair_scores(kTruth, kPredicted, std::vector<Index>{2, 2}); }), ErrorCode::input);
    EXPECT_EQ(code_of([&] { pair_scores(kTruth, kPredicted, std::vector<Index>{}); }), ErrorCode::input);
}

TEST(Measures, NamesFollowTheOrderOfResultJson) {
    std::vector<std::string> names;
    for (const auto& [name, value] : named(Measures{}))
        names.push_back(name);
    EXPECT_THAT(names, testing::ElementsAre("f_measure", "precision", "recall", "nmi", "acc", "ari", "purity"));
}

/// Labels of 1 to 40 rows in at most 6 groups a side, a tenth of the truth unknown.
struct Case {
    Labels truth, labels;
};

Case random_case(int seed) {
    std::mt19937 random(static_cast<unsigned>(seed));
    const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
    const int rows = 1 + below(40), classes = 1 + below(6), clusters = 1 + below(6), noise = 1 + below(10);
    Case made;
    for (int i = 0; i < rows; ++i) {
        const int cls = below(classes);
        made.truth.push_back(i > 0 && below(10) == 0 ? -1 : cls);
        made.labels.push_back(below(10) < noise ? below(clusters) : cls % clusters);
    }
    return made;
}

class MeasuresProperty : public testing::TestWithParam<int> {};

TEST_P(MeasuresProperty, AgreeWithTheirDefinitions) {
    const auto drawn = random_case(GetParam());  // clang 14 captures no structured binding
    const auto& truth = drawn.truth;
    const auto& labels = drawn.labels;
    const Measures measures = measure(truth, labels);
    EXPECT_NEAR(measures.precision, reference::pair_precision(truth, labels), kRounding);
    EXPECT_NEAR(measures.recall, reference::pair_recall(truth, labels), kRounding);
    EXPECT_NEAR(measures.f_measure, reference::pair_f_measure(truth, labels), kRounding);
    EXPECT_NEAR(measures.acc, reference::accuracy(truth, labels), kRounding);
    EXPECT_NEAR(measures.ari, reference::adjusted_rand_index(truth, labels), kRounding);
    EXPECT_NEAR(measures.purity, reference::purity(truth, labels), kRounding);

    const auto nmi = [&](NmiNormalizer normalizer) { return normalized_mutual_information(truth, labels, normalizer); };
    const auto expected = [&](auto mean) { return reference::normalized_mutual_information(truth, labels, mean); };
    EXPECT_EQ(measures.nmi, nmi(NmiNormalizer::geometric));
    EXPECT_NEAR(nmi(NmiNormalizer::geometric), expected([](double a, double b) { return std::sqrt(a * b); }),
                kRounding);
    EXPECT_NEAR(nmi(NmiNormalizer::arithmetic), expected([](double a, double b) { return (a + b) / 2; }), kRounding);
    EXPECT_NEAR(nmi(NmiNormalizer::max), expected([](double a, double b) { return std::max(a, b); }), kRounding);
}

TEST_P(MeasuresProperty, SingleMeasuresEqualThoseOfTheWholeSet) {
    const auto [truth, labels] = random_case(GetParam());
    const Measures measures = measure(truth, labels);
    const PairScores pairs = pair_scores(truth, labels);
    EXPECT_EQ(measures.f_measure, pairs.f_measure);
    EXPECT_EQ(measures.precision, pairs.precision);
    EXPECT_EQ(measures.recall, pairs.recall);
    EXPECT_EQ(measures.acc, accuracy(truth, labels));
    EXPECT_EQ(measures.ari, adjusted_rand_index(truth, labels));
    EXPECT_EQ(measures.purity, purity(truth, labels));
}

void expect_near(const Measures& measures, const Measures& expected) {
    const auto values = named(measures), expected_values = named(expected);
    for (std::size_t m = 0; m < values.size(); ++m) {
        EXPECT_NEAR(values[m].second, expected_values[m].second, kRounding) << values[m].first;
    }
}

TEST_P(MeasuresProperty, NamesOfGroupsDoNotMatter) {
    const auto [truth, labels] = random_case(GetParam());
    Labels renamed_truth = truth, renamed_labels = labels;
    for (auto& t : renamed_truth)
        t = t < 0 ? t : 2'000'000'000 - 7 * t;
    for (auto& l : renamed_labels)
        l = l % 2 == 0 ? l * 100'000'000 : -l;
    expect_near(measure(renamed_truth, renamed_labels), measure(truth, labels));
}

TEST_P(MeasuresProperty, OrderOfRowsDoesNotMatter) {
    const auto [truth, labels] = random_case(GetParam());
    Labels turned_truth(truth.rbegin(), truth.rend()), turned_labels(labels.rbegin(), labels.rend());
    std::rotate(turned_truth.begin(), turned_truth.begin() + 1, turned_truth.end());
    std::rotate(turned_labels.begin(), turned_labels.begin() + 1, turned_labels.end());
    expect_near(measure(turned_truth, turned_labels), measure(truth, labels));
}

TEST_P(MeasuresProperty, AllButPurityAreSymmetric) {
    auto [truth, labels] = random_case(GetParam());
    reference::drop_unknown(truth, labels);
    const Measures there = measure(truth, labels), back = measure(labels, truth);
    EXPECT_NEAR(there.precision, back.recall, kRounding);
    EXPECT_NEAR(there.f_measure, back.f_measure, kRounding);
    EXPECT_NEAR(there.nmi, back.nmi, kRounding);
    EXPECT_NEAR(there.acc, back.acc, kRounding);
    EXPECT_NEAR(there.ari, back.ari, kRounding);
}

INSTANTIATE_TEST_SUITE_P(Seeds, MeasuresProperty, testing::Range(0, 200));

}  // namespace
}  // namespace mvlink
