#include "run/true_agreement.hpp"

#include "run/agreement.hpp"

#include "reference/true_agreement.hpp"

#include <mvlink/random.hpp>

#include <gtest/gtest.h>

#include <vector>

namespace mvlink {
namespace {

using pipeline::agreement_of;
using pipeline::errors_of_best;
using pipeline::highest_true_agreement;
using pipeline::Kept;
using pipeline::Questions;

TEST(TrueAgreement, TheBestOfSeveralIsAsManyErrorsAwayAsTheTablesSay) {
    EXPECT_NEAR(errors_of_best(1), 1.959964, 1e-6);
    EXPECT_NEAR(errors_of_best(5), 2.575829, 1e-6) << "0.5 % on each side";
    EXPECT_NEAR(errors_of_best(25), 3.090232, 1e-6) << "0.1 %";
}

TEST(TrueAgreement, IsAsHighAsThePlainLoopsSay) {
    const std::vector<std::array<double, 5>> cases{{20, 5, 10, 65, 0.25},
                                                   {40, 12, 11, 37, 0.5},
                                                   {6, 3, 2, 14, 0.4},
                                                   {9.5, 7.2, 30, 110.3, 0.1},
                                                   {5, 15, 5, 15, 0.5}};
    for (const auto& [a, b, c, d, q] : cases) {
        // The grid of the library has a step of about .02 here.
        EXPECT_NEAR(highest_true_agreement({a, b}, {c, d}, q), reference::highest_true_agreement(a, b, c, d, q), 0.02)
            << a << " " << b;
    }
}

TEST(TrueAgreement, MoreJudgementsLeaveLessOpenUnlessErrorsExplainThem) {
    double last = 1;
    for (const double n : {1.0, 4.0, 16.0}) {
        // Hardly better than chance: only judgements that are hardly better than chance would excuse it.
        const double highest = highest_true_agreement({13 * n, 12 * n}, {12 * n, 13 * n}, 0.5);
        EXPECT_LT(highest, last - 0.05) << n;
        last = highest;
        // If every fifth judgement is wrong, this answer is right everywhere.
        EXPECT_GT(highest_true_agreement({20 * n, 5 * n}, {5 * n, 20 * n}, 0.5), 0.99) << n;
    }
}

/// Pairs of which 30 % are true must-links, an answer that keeps so many of each kind, and judgements with errors.
struct Simulated {
    Simulated(int seed, int count, double must_kept, double cannot_kept, double wrong) {
        Random random(static_cast<std::uint64_t>(seed));
        for (int i = 0; i < count; ++i) {
            const bool must = random.uniform() < 0.3;
            const bool together = must ? random.uniform() < must_kept : random.uniform() >= cannot_kept;
            const bool judged = must != (random.uniform() < wrong);
            questions.must.push_back(judged ? 1 : 0);
            questions.unit.push_back(i);
            kept.push_back(judged == together ? Kept::yes : Kept::no);
        }
    }
    Questions questions;
    std::vector<Kept> kept;
};

TEST(TrueAgreement, TheIntervalHoldsTheTruthAlsoIfJudgementsAreWrong) {
    for (const double wrong : {0.0, 0.1, 0.2}) {
        for (const double must_kept : {0.6, 0.9}) {
            constexpr int kDraws = 100;
            const double truth = (must_kept + 0.8) / 2;
            int holds = 0;
            for (int seed = 0; seed < kDraws; ++seed) {
                const Simulated drawn(seed, 100, must_kept, 0.8, wrong);
                const Agreement found = agreement_of(drawn.questions, drawn.kept);
                holds += found.low <= truth && truth <= found.high ? 1 : 0;
            }
            EXPECT_GE(holds, 93) << wrong << " wrong, " << must_kept;  // two errors of a share below 97
        }
    }
}

TEST(TrueAgreement, TheBestOfSeveralMayBeWorseThanOneAlone) {
    const Simulated drawn(1, 60, 0.8, 0.8, 0);
    const Agreement alone = agreement_of(drawn.questions, drawn.kept),
                    best = agreement_of(drawn.questions, drawn.kept, 8);
    EXPECT_EQ(alone.kept, best.kept);
    EXPECT_EQ(alone.high, best.high);
    EXPECT_LT(best.low, alone.low - 0.01);
}

}  // namespace
}  // namespace mvlink
