#include "run/agreement.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace mvlink {
namespace {

using pipeline::agreement_of;
using pipeline::Kept;
using pipeline::paired_difference;
using pipeline::Questions;
using pipeline::wilson;

constexpr Kept yes = Kept::yes, no = Kept::no, none = Kept::not_asked;

TEST(Wilson, AgreesWithItsPublishedValues) {
    // 81 of 263: Newcombe (1998), table I, method 3: 0.2553 to 0.3662.
    const auto interval = wilson(81.0 / 263, 263);
    EXPECT_NEAR(interval.low, 0.2553, 5e-5);
    EXPECT_NEAR(interval.high, 0.3662, 5e-5);
    // 0 of 20: 0 to 0.1611.
    EXPECT_NEAR(wilson(0, 20).low, 0, 1e-12);
    EXPECT_NEAR(wilson(0, 20).high, 0.1611, 5e-5);
    EXPECT_EQ(wilson(0, 0).high, 1) << "nothing seen: anything is possible";
}

TEST(Agreement, IsTheMeanOfTheSharesOfBothKindsWhateverTheirNumbers) {
    // One of two must-links and six of eight cannot-links: (0.5 + 0.75) / 2.
    Questions questions{{1, 1, 0, 0, 0, 0, 0, 0, 0, 0}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}};
    const std::vector<Kept> kept{yes, no, yes, yes, yes, yes, yes, yes, no, no};
    const Agreement found = agreement_of(questions, kept);
    EXPECT_DOUBLE_EQ(found.kept, 0.625);
    EXPECT_EQ(found.must, 2);
    EXPECT_EQ(found.cannot, 8);
    EXPECT_DOUBLE_EQ(found.cannot_kept, 0.75);
    const auto must = wilson(0.5, 2), cannot = wilson(0.75, 8);
    EXPECT_NEAR(found.low, 0.625 - 0.5 * std::hypot(0.5 - must.low, 0.75 - cannot.low), 1e-12);
    EXPECT_NEAR(found.high, 0.625 + 0.5 * std::hypot(must.high - 0.5, cannot.high - 0.75), 1e-12);
}

TEST(Agreement, OneLargeClusterIsWorthOneHalf) {
    const Questions questions{{1, 1, 1, 0}, {0, 1, 2, 3}};
    EXPECT_DOUBLE_EQ(agreement_of(questions, std::vector<Kept>{yes, yes, yes, no}).kept, 0.5);
}

TEST(Agreement, JudgementsOfOneUnitCountAsOneTrialInTheInterval) {
    const Questions apart{{1, 1, 1, 1}, {0, 1, 2, 3}}, together{{1, 1, 1, 1}, {0, 0, 0, 0}};
    const std::vector<Kept> kept(4, yes);
    EXPECT_NEAR(agreement_of(apart, kept).low, wilson(1, 4).low, 1e-12);
    EXPECT_NEAR(agreement_of(together, kept).low, wilson(1, 1).low, 1e-12);
}

TEST(Agreement, LeavesOutWhatWasNotAsked) {
    const Questions questions{{1, 0, 0}, {0, 1, 2}};
    const Agreement found = agreement_of(questions, std::vector<Kept>{none, yes, no});
    EXPECT_EQ(found.must, 0);
    EXPECT_DOUBLE_EQ(found.kept, 0.5);
}

TEST(PairedDifference, IsTheDifferenceOfTheAgreementsWithTheErrorOfTheJudgementsThatDiffer) {
    const Questions questions{{1, 1, 0, 0}, {0, 1, 2, 3}};
    const std::vector<Kept> a{yes, yes, yes, yes}, b{yes, no, yes, yes};
    const auto found = paired_difference(questions, a, b);
    EXPECT_DOUBLE_EQ(found.mean, agreement_of(questions, a).kept - agreement_of(questions, b).kept);
    // Must-links: gains 0 and 1, residuals +-1/2, variance of the mean 2 / 1 * (1/4 + 1/4) / 4 = 1/4; cannot-links: 0.
    EXPECT_DOUBLE_EQ(found.error, 0.5 * 0.5);
    const auto same = paired_difference(questions, a, a);
    EXPECT_EQ(same.mean, 0);
    EXPECT_EQ(same.error, 0);
}

}  // namespace
}  // namespace mvlink
