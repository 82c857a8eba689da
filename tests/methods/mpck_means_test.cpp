#include <mvlink/error.hpp>
#include <mvlink/mpck_means.hpp>
#include <mvlink/registry.hpp>

#include "methods/kmeans/metric/metric.hpp"
#include "methods/kmeans/metric/row_space.hpp"
#include "methods/kmeans/metric/spreads.hpp"
#include "support/random_problems.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace mvlink {
namespace {

using kmeans_family::metric_from_scatter;
using kmeans_family::Scatter;
using support::constrained;
using testing::ElementsAre;
using testing::HasSubstr;

Constraint must(Index a, Index b, double weight = 1) {
    return {{0, a}, {0, b}, Link::must, weight};
}
Constraint cannot(Index a, Index b, double weight = 1) {
    return {{0, a}, {0, b}, Link::cannot, weight};
}

/// Two groups of two, each joined by a must-link.
Dataset four_points() {
    return constrained(support::dense_view<double>({{0, 0}, {2, 0}, {10, 1}, {12, 3}}), {must(0, 1), must(2, 3)});
}

std::string message_of(const std::function<void()>& call) {
    try {
        call();
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

TEST(MpckMeans, OneDiagonalMetricIsTheOneWorkedByHand) {
    Context context;
    const Result result = mpck_means(four_points(), {.n_clusters = 2, .constraint_weight = 1}, context);
    EXPECT_THAT(result.partitions[0].labels, ElementsAre(0, 0, 1, 1));
    EXPECT_THAT(result.model.array("metric_weights").values,
                ElementsAre(testing::DoubleNear(1, 1e-12), testing::DoubleNear(2, 1e-12)));
    EXPECT_NEAR(result.objective.back(), 8 - 4 * std::log(2), 1e-12);
}

TEST(MpckMeans, AMetricAClusterIsTheOneWorkedByHand) {
    Context context;
    const Result result =
        mpck_means(four_points(), {.n_clusters = 2, .per_cluster = true, .constraint_weight = 1}, context);
    const double variance = (1 + 1 + 0 + 4) / 4.0;  // second column 0, 0, 1, 3 around 1
    const auto& weights = result.model.array("metric_weights", 2, 2).values;
    EXPECT_NEAR(weights[1], 1 / (0.01 * variance), 1e-9);  // no spread in cluster 1: the floor
    EXPECT_NEAR(weights[2], 1, 1e-12);
    EXPECT_NEAR(weights[3], 1, 1e-12);
}

TEST(Metric, NegativeEigenvaluesAreRaisedToTheFloor) {
    for (const MetricForm form : {MetricForm::diagonal, MetricForm::full}) {
        Scatter S(form, 2);
        S.add(Vector{{2, 0}}, 1);
        S.add(Vector{{0, 1}}, -2);
        S.finish();
        const auto metric = metric_from_scatter(S, 4, Vector::Ones(2), 0.01);
        EXPECT_NEAR(metric.squared_norm(Vector{{1, 0}}), 1, 1e-9);
        EXPECT_NEAR(metric.squared_norm(Vector{{0, 1}}), 100, 1e-9);
        EXPECT_NEAR(metric.log_det, std::log(100), 1e-12);
    }
}

TEST(Metric, TheFloorIsAShareOfEachFeaturesOwnVariance) {
    Scatter S(MetricForm::diagonal, 2);
    const auto metric = metric_from_scatter(S, 4, Vector{{1000, 0.001}}, 0.01);
    EXPECT_NEAR(metric.weights[0] * 1e6, 100, 1e-9);
    EXPECT_NEAR(metric.weights[1] * 1e-6, 100, 1e-9);
}

TEST(Metric, ShrinkageDrawsVariancesTowardsTheirMean) {
    // Variances 1 and 3 of mean 2, in the second form also a covariance of 0.5.
    const Vector first{{1, 0}}, second{{0, 1}};
    for (const MetricForm form : {MetricForm::diagonal, MetricForm::full}) {
        Scatter S(form, 2);
        S.add(Vector{{1, 0}}, 2);
        S.add(Vector{{0, 1}}, 6);
        if (form == MetricForm::full) {
            S.add(Vector{{1, 1}}, 0.5);
            S.add(Vector{{1, -1}}, -0.5);
        }
        S.finish();
        const auto half = metric_from_scatter(S, 2, Vector::Ones(2), 0.01, 0.5);
        const double off = form == MetricForm::full ? 0.25 : 0;  // of {{1.5, off}, {off, 2.5}}
        EXPECT_NEAR(half.log_det, -std::log(1.5 * 2.5 - off * off), 1e-12);
        EXPECT_NEAR(half.squared_norm(first), 2.5 / (1.5 * 2.5 - off * off), 1e-12);
        const auto equal = metric_from_scatter(S, 2, Vector::Ones(2), 0.01, 1);
        EXPECT_NEAR(equal.squared_norm(first), 0.5, 1e-12);
        EXPECT_NEAR(equal.squared_norm(second), 0.5, 1e-12);
        EXPECT_NEAR(equal.log_det, -2 * std::log(2), 1e-12);
    }
}

TEST(MpckMeans, FullShrinkageGivesAllFeaturesAndClustersOneWeight) {
    Random random(9);
    const support::Table X = support::random_clusters(200, 3, 3, random);
    const Dataset data = constrained(support::dense_view<double>(X), support::random_constraints(200, 5, true, random));
    Context context;
    for (const bool per_cluster : {false, true}) {
        const Result result = mpck_means(data, {.n_clusters = 3, .per_cluster = per_cluster, .shrinkage = 1}, context);
        const std::vector<double>& weights = result.model.array("metric_weights").values;
        for (const double weight : weights)
            EXPECT_DOUBLE_EQ(weight, weights[0]);
    }
}

/// With an explicit shrinkage the weights are calibrated by the learnt metric, which knows the unit already.
TEST(MpckMeans, JudgementsOfAnyShrinkageDoNotDependOnTheUnitOfTheData) {
    Random random(4);
    const support::Table X = support::random_clusters(90, 4, 3, random);
    const std::vector<Constraint> links = support::random_constraints(90, 30, true, random);
    Context context;
    for (const OrAuto<double> shrinkage : {OrAuto<double>{}, OrAuto<double>{0.0}, OrAuto<double>{1.0}}) {
        std::vector<double> weights;
        for (const double unit : {0.125, 1.0, 8.0}) {
            support::Table scaled = X;
            for (std::vector<double>& row : scaled)
                for (double& value : row)
                    value *= unit;
            const Dataset data = constrained(support::dense_view<double>(scaled), links);
            weights.push_back(mpck_means(data, {.n_clusters = 3, .shrinkage = shrinkage}, context).judgements.weight);
        }
        EXPECT_NEAR(weights[0] / weights[1], 1, 1e-6);
        EXPECT_NEAR(weights[2] / weights[1], 1, 1e-6);
    }
}

/// As one metric stretches the first axis and the other the second, so do the pairs, also where a run begins with them.
TEST(Spreads, EveryMetricHasItsOwnPairInTheFirstRoundToo) {
    using kmeans_family::Spreads;
    const View view = support::dense_view<double>({{0, 0}, {5, 0}, {2, 1}, {2, -3}});
    kmeans_family::Metrics metrics(2, kmeans_family::identity_metric(MetricForm::full, 2));
    metrics[0].factor(0, 0) = 100;
    metrics[1].factor(1, 1) = 100;
    Context context;
    Spreads spreads(view, FarthestPair::exact, 0, Vector::Zero(2), context);
    spreads.update(metrics, 0, context);
    EXPECT_EQ(std::abs(spreads.vector(0)[0]), 5);
    EXPECT_EQ(std::abs(spreads.vector(1)[1]), 4);
}

/// Farthest pairs are not sought again while metrics are multiples of the identity, and are once they are not.
TEST(Spreads, AreTheSameUnderAllMultiplesOfTheIdentity) {
    using kmeans_family::identity_metric, kmeans_family::isotropic_metric, kmeans_family::Spreads;
    Random random(5);
    const View view = support::dense_view<double>(support::random_clusters(200, 3, 4, random));
    Context context;
    const auto found = [&](const std::vector<kmeans_family::Metrics>& rounds) {
        Spreads spreads(view, FarthestPair::exact, 0, Vector::Zero(3), context);
        for (std::size_t round = 0; round < rounds.size(); ++round)
            spreads.update(rounds[round], static_cast<int>(round), context);
        return spreads.vector(0);
    };
    const kmeans_family::Metrics plain{identity_metric(MetricForm::full, 3)};
    const kmeans_family::Metrics wide{isotropic_metric(MetricForm::full, 3, 7)};
    kmeans_family::Metrics turned = plain;
    turned.front().factor(2, 2) = 100;
    EXPECT_EQ(found({plain}), found({wide}));
    EXPECT_EQ(found({plain}), found({plain, wide}));
    EXPECT_EQ(found({plain, turned}), found({turned})) << "another metric, another pair";
    EXPECT_NE(found({plain, turned}), found({plain}));
    EXPECT_EQ(found({plain, turned, wide}), found({plain}));
}

TEST(RowSpace, DistancesToAGroupAreTheSumOverItsMembers) {
    // Also far from the origin, where sums of squares would cancel.
    Random random(1);
    for (const double offset : {0.0, 1e6}) {
        support::Table X = support::random_table(12, 3, random);
        for (auto& x : X) {
            for (double& value : x)
                value += offset;
        }
        std::vector<Constraint> chain;
        for (Index i = 0; i + 1 < 12; ++i)
            chain.push_back(must(i, i + 1));
        const Dataset data = constrained(support::dense_view<double>(X), chain);
        const kmeans_family::ConstrainedView problem(data);
        const auto space = kmeans_family::make_row_space(problem);
        Context context;
        space->use(kmeans_family::Metrics{kmeans_family::identity_metric(MetricForm::full, 3)}, context);
        std::vector<double> mean(3, 0.0);
        kmeans_family::RowGroup group{0, mean.data(), 0};
        for (const Index p : {1, 4, 5, 9, 10})
            space->add(0, p, group);
        space->remove(0, 4, group);
        double sum = 0;
        for (const Index p : {1, 5, 9, 10})
            sum += space->between(0, 2, p);
        EXPECT_NEAR(space->to_group(0, 2, group), sum, 1e-9 * sum);
    }
}

TEST(MpckMeans, FeaturesThatTellNothingWeighLittle) {
    Random random(3);
    support::Table X = support::random_table(120, 2, random);
    std::vector<Constraint> links;
    for (std::size_t i = 0; i < X.size(); ++i) {
        X[i][0] = 0.1 * X[i][0] + (i % 2 == 0 ? 0 : 1);  // the clusters
        X[i][1] *= 10;                                   // noise, on a larger scale
    }
    for (Index i = 0; i + 3 < 40; i += 2) {
        links.push_back(must(i, i + 2));
        links.push_back(cannot(i, i + 3));
    }
    Context context;
    const Dataset data = constrained(support::dense_view<double>(X), links);
    const Result result = mpck_means(data, {.n_clusters = 2}, context);
    for (std::size_t i = 2; i < X.size(); ++i) {
        ASSERT_EQ(result.partitions[0].labels[i], result.partitions[0].labels[i % 2]) << i;
    }
    ASSERT_EQ(result.metrics.size(), 1U);
    EXPECT_EQ(result.metrics[0].cluster, -1);
    EXPECT_GT(result.metrics[0].weights[0], 5 * result.metrics[0].weights[1]);
}

TEST(MpckMeans, FullMetricsSayWhichDirectionsCount) {
    Context context;
    Random random(4);
    support::Table X = support::random_table(100, 2, random);
    for (auto& x : X) {
        const double along = 5 * x[0], across = 0.1 * x[1];
        x = {along + across, along - across};
    }
    const Dataset data = Dataset(support::dense_view<double>(X));
    const Result result = mpck_means(data, {.n_clusters = 1, .metric = MetricForm::full}, context);
    const auto& direction = result.metrics.at(0).directions.at(0);
    EXPECT_NEAR(std::abs(direction.loadings[0] + direction.loadings[1]), 0, 0.05);
    EXPECT_GT(direction.weight, 100 * result.metrics[0].directions.at(1).weight);
}

TEST(MpckMeans, AWrongConstraintIsTheFirstSuspect) {
    Random random(5);
    support::Table X = support::random_table(60, 2, random);
    for (std::size_t i = 30; i < 60; ++i)
        X[i][0] += 20;
    std::vector<Constraint> links{must(0, 40)};
    for (Index i = 0; i < 20; ++i) {
        links.push_back(must(i, i + 1));
        links.push_back(cannot(i, 59 - i));
    }
    Context context;
    const Dataset data = constrained(support::dense_view<double>(X), links);
    const Result result = mpck_means(data, {.n_clusters = 2, .closure = false}, context);
    ASSERT_FALSE(result.suspects.empty());
    EXPECT_EQ(result.suspects[0].constraint.a.row, 0);
    EXPECT_EQ(result.suspects[0].constraint.b.row, 40);
    EXPECT_GT(result.suspects[0].score, 0);
}

TEST(MpckMeans, RefusesWhatAFormCannotDo) {
    Context context;
    const Dataset sparse(support::sparse_view<double>({{0, 1}, {1, 0}, {2, 2}}));
    const Dataset dense(support::dense_view<double>({{0, 1}, {1, 0}, {2, 2}}));
    MpckMeansOptions options{.n_clusters = 2, .metric = MetricForm::full};
    EXPECT_THAT(message_of([&] { mpck_means(sparse, options, context); }), HasSubstr("full metrics need a dense view"));
    options.farthest_pair = FarthestPair::box;
    EXPECT_THAT(message_of([&] { mpck_means(dense, options, context); }),
                HasSubstr("box does not work with metric=full"));
    options = {.n_clusters = 2, .farthest_pair = FarthestPair::exact};
    EXPECT_THAT(message_of([&] { mpck_means(sparse, options, context); }), HasSubstr("expected box"));
    options = {.n_clusters = 4};
    EXPECT_THAT(message_of([&] { mpck_means(dense, options, context); }), HasSubstr("4 clusters for the 3 rows"));
}

TEST(MpckMeans, ConstantColumnsAndEqualRowsAreHarmless) {
    Context context;
    for (const MetricForm form : {MetricForm::diagonal, MetricForm::full}) {
        for (const bool per_cluster : {false, true}) {
            const MpckMeansOptions options{.n_clusters = 2, .metric = form, .per_cluster = per_cluster};
            const Dataset equal = constrained(support::dense_view<double>(support::Table(6, {1, 2})), {must(0, 1)});
            EXPECT_TRUE(std::isfinite(mpck_means(equal, options, context).objective.back()));
            const Dataset constant =
                constrained(support::dense_view<double>({{0, 7}, {1, 7}, {9, 7}, {10, 7}}), {must(0, 1), cannot(1, 2)});
            const auto labels = mpck_means(constant, options, context).partitions[0].labels;
            EXPECT_EQ(labels[0], labels[1]);
            EXPECT_EQ(labels[2], labels[3]);
            EXPECT_NE(labels[1], labels[2]);
        }
    }
}

TEST(MpckMeans, ReportsWhatAViolatedConstraintCosts) {
    Context context;
    Start start;
    start.centroids = {"centroids", 2, 1, {0, 10}};
    // Rows 1 and 2 lie apart, and the must-link is too light to bring them together.
    const Dataset data = constrained(support::dense_view<double>({{0}, {1}, {9}, {10}}), {must(1, 2, 0.001)});
    const Result result = mpck_means(data, {.n_clusters = 2, .constraint_weight = 1, .closure = false}, context, start);
    ASSERT_EQ(result.constraints.violations.size(), 1U);
    const double weight = result.model.array("metric_weights").values[0];
    EXPECT_NEAR(result.constraints.violations[0].cost, 0.001 * weight * 64, 1e-9);
}

TEST(MpckMeans, WhatFollowsIsLeftOutWhereConstraintsContradict) {
    Context context;
    const support::Table X{{0}, {1}, {9}, {10}, {11}};
    const auto objective = [&](const std::vector<Constraint>& links, OrAuto<bool> closure) {
        MpckMeansOptions options{.n_clusters = 2, .constraint_weight = 1};
        options.closure = closure;
        return mpck_means(constrained(support::dense_view<double>(X), links), options, context).objective.back();
    };
    const std::vector<Constraint> consistent{must(0, 1), must(1, 2), cannot(3, 0)};
    std::vector<Constraint> contradictory = consistent;
    contradictory.push_back(cannot(0, 2));
    EXPECT_EQ(objective(consistent, {}), objective(consistent, true));
    EXPECT_EQ(objective(contradictory, {}), objective(contradictory, false));
    EXPECT_NE(objective(contradictory, {}), objective(contradictory, true));
}

TEST(MkMeans, HeedsConstraintsInTheMetricAlone) {
    Context context;
    // The rows of the must-link are far apart and stay so.
    const Dataset data = constrained(support::dense_view<double>({{0}, {1}, {9}, {10}}), {must(0, 3, 100)});
    const Result result = mk_means(data, {.n_clusters = 2}, context);
    EXPECT_NE(result.partitions[0].labels[0], result.partitions[0].labels[3]);
    EXPECT_EQ(result.constraints.must.violated, 1);
    const Result free = mk_means(data, {.n_clusters = 2, .constraint_weight = 0}, context);
    EXPECT_LT(result.model.array("metric_weights").values[0], free.model.array("metric_weights").values[0]);
}

TEST(PckMeans, WarnsWhereUnitWeightsMeanNothing) {
    Context context;
    const auto codes = [&](const PckMeansOptions& options, double scale) {
        const Dataset data =
            constrained(support::dense_view<double>({{0, 1, 0}, {scale, 2, 1}, {9 * scale, 1, 0}, {10 * scale, 2, 1}}),
                        {must(0, 1)});
        std::vector<std::string> found;
        for (const Warning& warning : pck_means(data, options, context).warnings)
            found.push_back(warning.code);
        return found;
    };
    EXPECT_THAT(codes({.n_clusters = 2, .constraint_weight = 1}, 1000),
                ElementsAre("features-scales-differ", "constraint-weight-negligible"));
    EXPECT_THAT(codes({.n_clusters = 2}, 1000), ElementsAre("features-scales-differ")) << "calibrated";
    EXPECT_THAT(codes({.n_clusters = 2, .constraint_weight = 1, .weight_scale = WeightScale::relative}, 1000),
                ElementsAre("features-scales-differ"));
    EXPECT_THAT(codes({.n_clusters = 2}, 0.1), ElementsAre());
}

TEST(PckMeans, RelativeWeightsFollowTheScaleOfTheData) {
    Context context;
    for (const double scale : {1.0, 1000.0}) {
        const Dataset data = constrained(support::dense_view<double>({{0}, {scale}, {9 * scale}, {10 * scale}}),
                                         {must(0, 1), must(2, 3), cannot(0, 1)});
        const PckMeansOptions options{
            .n_clusters = 2, .constraint_weight = 2, .weight_scale = WeightScale::relative, .closure = false};
        const Result result = pck_means(data, options, context);
        const double msd = (25 + 16 + 16 + 25) / 4.0 * scale * scale;
        EXPECT_NEAR(result.constraints.violations.at(0).cost, 2 * msd, 1e-9 * msd) << scale;
    }
}

/// Without any constraint in Eq. (8), a column weighs its scatter in all over its scatter within the clusters.
TEST(MpckMeans, LearnsItsMetricFromCertainConstraintsAloneIfAsked) {
    Random random(3);
    const support::Table X = support::random_clusters(60, 3, 2, random);
    std::vector<Constraint> soft;  // that no clustering satisfies
    for (Index row = 0; row < 20; ++row) {
        soft.push_back({{0, row}, {0, row + 20}, Link::must, 0.5, Origin::propagated});
        soft.push_back({{0, row}, {0, row + 20}, Link::cannot, 0.5, Origin::propagated});
    }
    const Dataset data = support::constrained(support::dense_view<double>(X), soft);
    Context context;
    const Result certain = mpck_means(
        data, {.n_clusters = 2, .constraint_weight = 1, .floor = 1e-9, .learn_from = LearnFrom::certain}, context);
    const Result all = mpck_means(data, {.n_clusters = 2, .constraint_weight = 1, .floor = 1e-9}, context);
    const auto& labels = certain.partitions[0].labels;
    for (std::size_t col = 0; col < 3; ++col) {
        double mean = 0, total = 0, within = 0;
        std::vector<double> centre(2, 0), count(2, 0);
        for (std::size_t row = 0; row < X.size(); ++row) {
            mean += X[row][col] / static_cast<double>(X.size());
            centre[static_cast<std::size_t>(labels[row])] += X[row][col];
            count[static_cast<std::size_t>(labels[row])] += 1;
        }
        for (std::size_t row = 0; row < X.size(); ++row) {
            const auto h = static_cast<std::size_t>(labels[row]);
            total += (X[row][col] - mean) * (X[row][col] - mean);
            within += (X[row][col] - centre[h] / count[h]) * (X[row][col] - centre[h] / count[h]);
        }
        EXPECT_NEAR(certain.metrics[0].weights[col], total / within, 1e-9 * total / within) << col;
        EXPECT_NE(all.metrics[0].weights[col], certain.metrics[0].weights[col]);
    }
}

}  // namespace
}  // namespace mvlink
