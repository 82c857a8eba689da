#include "run/agreement.hpp"
#include "run/race.hpp"
#include "run/verdict.hpp"

#include <mvlink/measures.hpp>
#include <mvlink/random.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace mvlink {
namespace {

using pipeline::agreement_of;
using pipeline::beyond_chance;
using pipeline::Difference;
using pipeline::Entrant;
using pipeline::Kept;
using pipeline::paired_difference;
using pipeline::Questions;
using pipeline::recommended;
using pipeline::wilson;

constexpr double kErrors = 1.959963984540054;  // of 95 %
constexpr Kept yes = Kept::yes, no = Kept::no, none = Kept::not_asked;

TEST(Wilson, AgreesWithItsPublishedValues) {
    // 81 of 263: Newcombe (1998), table I, method 3: 0.2553 to 0.3662.
    const auto interval = wilson(81.0 / 263, 263, kErrors);
    EXPECT_NEAR(interval.low, 0.2553, 5e-5);
    EXPECT_NEAR(interval.high, 0.3662, 5e-5);
    // 0 of 20: 0 to 0.1611.
    EXPECT_NEAR(wilson(0, 20, kErrors).low, 0, 1e-12);
    EXPECT_NEAR(wilson(0, 20, kErrors).high, 0.1611, 5e-5);
    EXPECT_EQ(wilson(0, 0, kErrors).high, 1) << "nothing seen: anything is possible";
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
    const auto must = wilson(0.5, 2, kErrors), cannot = wilson(0.75, 8, kErrors);
    EXPECT_NEAR(found.low, 0.625 - 0.5 * std::hypot(0.5 - must.low, 0.75 - cannot.low), 1e-12);
    EXPECT_GE(found.high, 0.625 + 0.5 * std::hypot(must.high - 0.5, cannot.high - 0.75)) << "some may be wrong";
}

TEST(Agreement, OneLargeClusterIsWorthOneHalf) {
    const Questions questions{{1, 1, 1, 0}, {0, 1, 2, 3}};
    EXPECT_DOUBLE_EQ(agreement_of(questions, std::vector<Kept>{yes, yes, yes, no}).kept, 0.5);
}

TEST(Agreement, JudgementsOfOneUnitCountAsOneTrialInTheInterval) {
    const Questions apart{{1, 1, 1, 1}, {0, 1, 2, 3}}, together{{1, 1, 1, 1}, {0, 0, 0, 0}};
    const std::vector<Kept> kept(4, yes);
    EXPECT_NEAR(agreement_of(apart, kept).low, wilson(1, 4, kErrors).low, 1e-12);
    EXPECT_NEAR(agreement_of(together, kept).low, wilson(1, 1, kErrors).low, 1e-12);
}

TEST(Agreement, LeavesOutWhatWasNotAsked) {
    const Questions questions{{1, 0, 0}, {0, 1, 2}};
    const Agreement found = agreement_of(questions, std::vector<Kept>{none, yes, no});
    EXPECT_EQ(found.must, 0);
    EXPECT_DOUBLE_EQ(found.kept, 0.5);
}

TEST(PairedDifference, CountsEveryJudgementOnceWithTheErrorOfThoseThatDiffer) {
    const Questions questions{{1, 1, 0, 0}, {0, 1, 2, 3}};
    const std::vector<Kept> a{yes, yes, yes, yes}, b{yes, no, yes, yes};
    const auto found = paired_difference(questions, a, b);
    EXPECT_DOUBLE_EQ(found.mean, 0.25);
    // Residuals -1/4 (three times) and 3/4, squared 3/4 in all; half a judgement is added to them.
    EXPECT_DOUBLE_EQ(found.error, std::sqrt(0.75 + 0.5) / 4);
    const auto same = paired_difference(questions, a, a);
    EXPECT_EQ(same.mean, 0);
    EXPECT_DOUBLE_EQ(same.error, std::sqrt(0.5) / 4) << "four answers that agree are no proof";
}

TEST(PairedDifference, TakesJudgementsOfOneUnitAsOne) {
    const std::vector<Kept> a{yes, yes, no, no}, b{no, no, no, no};
    const auto apart = paired_difference({{1, 1, 0, 0}, {0, 1, 2, 3}}, a, b);
    const auto together = paired_difference({{1, 1, 0, 0}, {0, 0, 1, 1}}, a, b);
    EXPECT_DOUBLE_EQ(apart.mean, together.mean);
    EXPECT_DOUBLE_EQ(apart.error, std::sqrt(4 * 0.25 + 0.5) / 4);
    EXPECT_DOUBLE_EQ(together.error, std::sqrt(2 * 1.0 + 0.5) / 4);
}

/// 5 must-links and 15 cannot-links, each a unit of its own.
Questions five_and_fifteen() {
    Questions questions;
    for (int i = 0; i < 20; ++i) {
        questions.must.push_back(i < 5 ? 1 : 0);
        questions.unit.push_back(i);
    }
    return questions;
}

std::vector<Kept> answers(int must_kept, int cannot_kept) {
    std::vector<Kept> kept(20, no);
    std::fill_n(kept.begin(), must_kept, yes);
    std::fill_n(kept.begin() + 5, cannot_kept, yes);
    return kept;
}

TEST(BeyondChance, IsTheDifferenceOfKappasWorkedOutByHand) {
    // a puts 4 + 3 pairs together, b none. Chance: .25 * .65 + .75 * .35 = .425, and .25 for b.
    const Questions questions = five_and_fifteen();
    const Difference found = beyond_chance(questions, answers(4, 12), answers(0, 15));
    EXPECT_NEAR(found.mean, (1 - 0.2 / 0.425) - 0, 1e-12);
    EXPECT_GT(found.mean, paired_difference(questions, answers(4, 12), answers(0, 15)).mean)
        << "all apart keeps nearly as many";
    EXPECT_DOUBLE_EQ(beyond_chance(questions, answers(5, 15), answers(5, 15)).mean, 0);
    EXPECT_EQ(beyond_chance(questions, std::vector<Kept>(20, Kept::not_asked), answers(5, 15)).mean, 0);
}

TEST(BeyondChance, ItsErrorIsThatOfLeavingEachUnitOut) {
    // The jackknife, which knows nothing of influences, on 200 random answers.
    Random random(5);
    for (int trial = 0; trial < 200; ++trial) {
        Questions questions;
        std::vector<Kept> a, b;
        const int n = 150;
        for (int i = 0; i < n; ++i) {
            questions.must.push_back(random.uniform() < 0.3 ? 1 : 0);
            questions.unit.push_back(i / 2);
            a.push_back(random.uniform() < 0.8 ? yes : no);
            b.push_back(random.uniform() < 0.6 ? yes : no);
        }
        const Difference whole = beyond_chance(questions, a, b);
        double squares = 0;
        for (int unit = 0; unit < n / 2; ++unit) {
            auto left_a = a, left_b = b;
            left_a[2 * unit] = left_b[2 * unit] = left_a[2 * unit + 1] = left_b[2 * unit + 1] = Kept::not_asked;
            squares += std::pow(beyond_chance(questions, left_a, left_b).mean - whole.mean, 2);
        }
        EXPECT_NEAR(whole.error / std::sqrt(squares), 1, 0.15) << trial;
    }
}

TEST(BeyondChance, IsTheDifferenceOfAdjustedRandIndicesOnAllPairs) {
    Random random(6);
    std::vector<std::int32_t> truth, one, other;
    for (int row = 0; row < 40; ++row) {
        truth.push_back(static_cast<std::int32_t>(random.below(4)));
        one.push_back(random.uniform() < 0.7 ? truth.back() : static_cast<std::int32_t>(random.below(4)));
        other.push_back(random.uniform() < 0.4 ? truth.back() : static_cast<std::int32_t>(random.below(6)));
    }
    Questions questions;
    std::vector<Kept> a, b;
    for (std::size_t i = 0; i < truth.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            const bool must = truth[i] == truth[j];
            questions.must.push_back(must ? 1 : 0);
            questions.unit.push_back(static_cast<Index>(questions.unit.size()));
            a.push_back((one[i] == one[j]) == must ? yes : no);
            b.push_back((other[i] == other[j]) == must ? yes : no);
        }
    }
    EXPECT_NEAR(beyond_chance(questions, a, b).mean,
                adjusted_rand_index(truth, one) - adjusted_rand_index(truth, other), 1e-12);
}

TEST(Recommended, IsTheFirstUnlessALaterOneIsAheadByItsMargin) {
    // Of 40 judgements the first keeps 20, the others `more` of those that it does not keep.
    const auto entrant = [](const std::string& method, int kept) {
        Entrant made{{{method, {}}, CandidateState::finished}, std::vector<Kept>(40, no)};
        std::fill_n(made.kept.begin(), kept, yes);
        return made;
    };
    Questions questions;
    for (int i = 0; i < 40; ++i) {
        questions.must.push_back(i % 2 == 0 ? 1 : 0);
        questions.unit.push_back(i);
    }
    const auto taken = [&](std::vector<Entrant> entrants) { return *recommended(questions, entrants); };
    EXPECT_EQ(taken({entrant("kmeans", 20), entrant("mvcsc", 20)}), 0U) << "no better";
    EXPECT_EQ(taken({entrant("kmeans", 20), entrant("mvcsc", 24)}), 1U);
    // Keeps one more, but others: 19 judgements differ.
    const auto other = [&](double margin) {
        Entrant made = entrant("mvcsc", 31);
        std::reverse(made.kept.begin(), made.kept.end());
        made.margin = margin;
        return made;
    };
    EXPECT_EQ(taken({entrant("kmeans", 30), other(pipeline::kMargin)}), 0U) << "less than half an error ahead";
    EXPECT_EQ(taken({entrant("kmeans", 30), other(pipeline::kNoMargin)}), 1U) << "any difference will do";
    EXPECT_EQ(taken({entrant("kmeans", 24), entrant("mvcsc", 20), entrant("pck-means", 30)}), 2U);
    EXPECT_FALSE(recommended(questions, {}).has_value());
}

TEST(AnswersCompared, CountsThoseThatMightHaveBeenChosenByHowMuchTheyDiffer) {
    Questions questions;
    for (int i = 0; i < 40; ++i) {
        questions.must.push_back(i % 2 == 0 ? 1 : 0);
        questions.unit.push_back(i);
    }
    const auto keeping = [](int from, int to) {
        Entrant made{{{"kmeans", {}}, CandidateState::finished}, std::vector<Kept>(40, no)};
        std::fill(made.kept.begin() + from, made.kept.begin() + to, yes);
        return made;
    };
    using pipeline::answers_compared;
    const Entrant best = keeping(0, 30);
    EXPECT_DOUBLE_EQ(answers_compared(questions, std::vector{best}, 0), 1);
    EXPECT_DOUBLE_EQ(answers_compared(questions, std::vector{best, best}, 0), 1) << "the same answer";
    EXPECT_DOUBLE_EQ(answers_compared(questions, std::vector{best, keeping(2, 30)}, 0), 1.1) << "2 of 40 differ";
    EXPECT_DOUBLE_EQ(answers_compared(questions, std::vector{best, keeping(10, 40)}, 0), 2) << "20 of 40 differ";
    EXPECT_DOUBLE_EQ(answers_compared(questions, std::vector{best, keeping(0, 5)}, 0), 1) << "far behind";
    Entrant dropped = keeping(10, 40);
    dropped.tried.state = CandidateState::dropped;
    EXPECT_DOUBLE_EQ(answers_compared(questions, std::vector{best, dropped}, 0), 1);
}

/// One of two scouts for a number of clusters; it keeps the first `kept` of 40 judgements.
Entrant scout(const std::string& method, int size, int kept, CandidateState state = CandidateState::finished) {
    Entrant made{{{method, {{"n_clusters", std::to_string(size)}}}, state}, std::vector<Kept>(40, no)};
    std::fill_n(made.kept.begin(), kept, yes);
    return made;
}

TEST(BestSize, IsTheMostPlausibleByWhatIsKeptAndByHowFewTheyAre) {
    Questions questions;
    for (int i = 0; i < 40; ++i) {
        questions.must.push_back(i % 2 == 0 ? 1 : 0);
        questions.unit.push_back(i);
    }
    // 4 clusters keep most, 34.5 on average, and 3 keep 34: behind by 0.5 / 0.86 errors. exp(-0.58^2 / 4) / 3^1.5 =
    // 0.177 and exp(-0.2^2 / 4) / 4^1.5 = 0.124; 5, which are 2.1 errors behind, 0.03, and 2 only 0.01.
    std::vector<Entrant> entrants{scout("kmeans", 2, 24), scout("mvcsc", 2, 24),  scout("kmeans", 3, 34),
                                  scout("mvcsc", 3, 34),  scout("kmeans", 4, 34), scout("mvcsc", 4, 35),
                                  scout("kmeans", 5, 30), scout("mvcsc", 5, 30)};
    const auto found = pipeline::best_size(questions, entrants);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->size, 3);
    EXPECT_EQ(found->close, (std::vector<int>{3, 4, 5})) << "3 and 4 hold 88 %";
    entrants[3].tried.state = CandidateState::dropped;
    EXPECT_EQ(pipeline::best_size(questions, entrants)->size, 4) << "3 is out: one of its two did not finish";
    EXPECT_FALSE(pipeline::best_size(questions, {}));
}

TEST(BestSize, PrefersTheNumberThatViolatesAsManyMustLinksAsCannotLinks) {
    // Both keep 30 of 40: with 4 clusters 10 cannot-links are violated, with 5 clusters 5 of each kind.
    Questions questions;
    for (int i = 0; i < 40; ++i) {
        questions.must.push_back(i < 20 ? 1 : 0);
        questions.unit.push_back(i);
    }
    std::vector<Entrant> entrants{scout("kmeans", 4, 30), scout("kmeans", 5, 40)};
    std::fill_n(entrants[1].kept.begin(), 5, no);
    std::fill_n(entrants[1].kept.begin() + 20, 5, no);
    EXPECT_EQ(pipeline::best_size(questions, entrants)->size, 5);
}

}  // namespace
}  // namespace mvlink
