#include "methods/common/calibration.hpp"

#include <mvlink/random.hpp>

#include "reference/calibration.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace mvlink {
namespace {

TEST(Calibration, TheGapIsTheMeanStepToTheSecondCluster) {
    Matrix costs(2, 3);
    costs << 9, 1, 4,  // 4 - 1
        2, 5, 2;       // 2 - 2
    EXPECT_EQ(mean_gap(costs), 1.5);
    EXPECT_EQ(mean_gap(Matrix(3, 1)), 0) << "one cluster";
    costs(0, 0) = costs(0, 2) = std::numeric_limits<double>::infinity();
    EXPECT_EQ(mean_gap(costs), 0) << "not finite";
}

TEST(Calibration, CautionIsTheNearestDistanceInGapsButAtLeastOne) {
    Matrix distances(2, 2);
    distances << 8, 9, 10, 13;  // nearest 9 on average, gap 2
    EXPECT_EQ(caution(distances), 4.5);
    distances << 1, 9, 9, 1;
    EXPECT_EQ(caution(distances), 1);
    EXPECT_EQ(caution(Matrix::Ones(3, 2)), 1) << "no gap";
}

TEST(Calibration, AViolationCostsTheLogOddsThatTheJudgementIsRight) {
    EXPECT_DOUBLE_EQ((Calibration{2, 0.1, 0}).violation_cost(), 2 * std::log(9));
}

TEST(Calibration, RowsAreTogetherWithTheProbabilityWorkedOutByHand) {
    // Odds 3 : 1 for the first cluster and 1 : 3: together with 2 * 3/4 * 1/4.
    Matrix costs(2, 2);
    costs << 0, 2 * std::log(3), 2 * std::log(3), 0;
    EXPECT_DOUBLE_EQ(probability_together(costs, 0, 1, 2), 0.375);
    EXPECT_DOUBLE_EQ(probability_together(costs, 0, 0, 2), 0.625);
}

TEST(Calibration, AJudgementAgainstTheFeaturesIsAsProbablyWrongAsBayesSays) {
    EXPECT_DOUBLE_EQ(probability_wrong(0.1, 0.1), 0.5);
    EXPECT_DOUBLE_EQ(probability_wrong(1, 0.1), 0);
    EXPECT_DOUBLE_EQ(probability_wrong(0, 0.1), 1);
    EXPECT_DOUBLE_EQ(probability_wrong(0.5, 0.25), 0.25) << "features without an opinion";
}

TEST(Calibration, WithoutJudgementsThePriorIsLeft) {
    Matrix costs(1, 2);
    costs << 0, 10;
    const Calibration found = calibrate(costs, {}, 10);
    EXPECT_DOUBLE_EQ(found.temperature, 1.5);
    EXPECT_NEAR(found.error_rate, 0.124, 0.002) << "the mean of e (1 - e)^13 is 2 in 16, up to 0.4 a little less";
}

/// Rows on a line between two centres at 0 and 1, and judgements of which some are wrong.
struct RandomJudgements {
    RandomJudgements(int seed, int count, double wrong) : costs(60, 2) {
        Random random(static_cast<std::uint64_t>(seed));
        std::vector<bool> group;
        for (Index row = 0; row < costs.rows(); ++row) {
            group.push_back(random.uniform() < 0.5);
            const double x = (group.back() ? 1 : 0) + 0.25 * random.normal();
            costs.row(row) << x * x, (x - 1) * (x - 1);
            plain.push_back({costs(row, 0), costs(row, 1)});
        }
        for (int i = 0; i < count; ++i) {
            const Index a = random.below(60), b = (a + 1 + random.below(59)) % 60;
            const bool must = (group[a] == group[b]) != (random.uniform() < wrong);
            judged.push_back({a, b, must});
            answers.push_back({static_cast<int>(a), static_cast<int>(b), must});
        }
    }
    Matrix costs;
    std::vector<Judged> judged;
    std::vector<std::vector<double>> plain;
    std::vector<reference::Answer> answers;
};

TEST(Calibration, IsTheMaximumOfThePosteriorOfThePlainLoops) {
    for (int seed = 0; seed < 20; ++seed) {
        const RandomJudgements problem(seed, 10 + 5 * seed, 0.02 * (seed % 10));
        const double gap = mean_gap(problem.costs);
        const Calibration found = calibrate(problem.costs, problem.judged, gap);
        const auto density = [&](double temperature, double error_rate) {
            return reference::log_posterior(problem.plain, problem.answers, gap, temperature, error_rate);
        };
        double most = -1e300;
        for (const double error_rate : {0.005, 0.01, 0.015, 0.02, 0.03, 0.04, 0.05,  0.06, 0.07, 0.08, 0.09,
                                        0.1,   0.12, 0.14,  0.16, 0.18, 0.2,  0.225, 0.25, 0.3,  0.35, 0.4})
            most = std::max(most, density(found.temperature / gap, error_rate));
        EXPECT_NEAR(found.evidence, most, 1e-8) << seed;
        for (double temperature = 0.05; temperature <= 0.55; temperature *= 1.05) {
            for (double error_rate = 0.005; error_rate <= 0.4; error_rate *= 1.1) {
                // A grid finds the maximum to a tenth of a log odd.
                ASSERT_LE(density(temperature, error_rate), found.evidence + 0.1) << seed;
            }
        }
    }
}

TEST(Calibration, TheErrorRateIsThatOfThePlainLoops) {
    for (int seed = 0; seed < 12; ++seed) {
        const RandomJudgements problem(seed, 4 + 6 * seed, 0.05 * (seed % 5));
        const double gap = mean_gap(problem.costs);
        // Their grid of error rates is finer.
        EXPECT_NEAR(calibrate(problem.costs, problem.judged, gap).error_rate,
                    reference::expected_error_rate(problem.plain, problem.answers, gap), 0.004)
            << seed;
    }
}

TEST(Calibration, DoesNotBlameTheJudgementsForAClusterThatMixesTwoClasses) {
    // Cluster 0 is a class; cluster 1 holds two, which the costs cannot tell apart. No judgement is wrong, but nearly
    // half of the pairs in cluster 1 are cannot-links.
    for (int seed = 0; seed < 10; ++seed) {
        Random random(static_cast<std::uint64_t>(seed));
        Matrix costs(90, 2);
        std::vector<int> group;
        for (Index row = 0; row < 90; ++row) {
            group.push_back(static_cast<int>(row % 3));
            const double x = (group.back() > 0 ? 1 : 0) + 0.1 * random.normal();
            costs.row(row) << x * x, (x - 1) * (x - 1);
        }
        std::vector<Judged> judged;
        for (int i = 0; i < 150; ++i) {
            const Index a = random.below(90), b = (a + 1 + random.below(89)) % 90;
            judged.push_back({a, b, group[a] == group[b]});
        }
        EXPECT_LT(calibrate(costs, judged, mean_gap(costs)).error_rate, 0.04) << seed;
    }
}

TEST(Calibration, NoCostsHaveMoreEvidenceThanThoseThatPredictAllForCertain) {
    // One judgement: log(0.07 * 0.93^13) of the prior's mode, times its 0.93.
    EXPECT_NEAR(most_evidence(0), std::log(0.07) + 13 * std::log(0.93), 1e-12);
    EXPECT_NEAR(most_evidence(1), std::log(0.07) + 14 * std::log(0.93), 1e-12);
    for (int seed = 0; seed < 50; ++seed) {
        const RandomJudgements problem(seed, 5 * seed, 0.01 * (seed % 30));
        const double most = most_evidence(problem.judged.size());
        EXPECT_LE(calibrate(problem.costs, problem.judged, mean_gap(problem.costs)).evidence, most) << seed;
        Matrix certain(60, 2);  // both rows of a must-link far in one cluster
        for (Index row = 0; row < 60; ++row)
            certain.row(row) << 0, 1e9;
        std::vector<Judged> kept = problem.judged;
        for (Judged& judgement : kept)
            judgement.must = true;
        EXPECT_NEAR(calibrate(certain, kept, 1).evidence, most, 1e-9) << seed;
    }
}

TEST(Calibration, FindsTheShareOfWrongJudgements) {
    for (const double wrong : {0.0, 0.1, 0.2, 0.3}) {
        double mean = 0;
        constexpr int kSeeds = 30;
        for (int seed = 0; seed < kSeeds; ++seed) {
            const RandomJudgements problem(seed, 300, wrong);
            mean += calibrate(problem.costs, problem.judged, mean_gap(problem.costs)).error_rate / kSeeds;
        }
        // So many wrong ones look like clusters that mix classes.
        EXPECT_NEAR(mean, wrong, wrong < 0.3 ? 0.03 : 0.08);
    }
}

TEST(Calibration, CostsThatTellNothingLeaveTheDefault) {
    const Matrix costs = Matrix::Zero(4, 3);
    const std::vector<Judged> judged{{0, 1, true}, {2, 3, false}};
    const Calibration found = calibrate(costs, judged, mean_gap(costs));
    EXPECT_EQ(found.temperature, 1);
    EXPECT_EQ(found.error_rate, 0.1);
}

}  // namespace
}  // namespace mvlink
