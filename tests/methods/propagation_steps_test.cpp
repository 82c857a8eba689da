#include "methods/propagation/alerts.hpp"
#include "methods/propagation/co_em.hpp"
#include "methods/propagation/propagate.hpp"
#include "methods/propagation/threshold.hpp"
#include "support/propagation_problems.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <Eigen/LU>

#include <cmath>
#include <map>
#include <numeric>

namespace mvlink {
namespace {

namespace plain = reference::propagation;
using namespace propagation_steps;
using testing::DoubleNear;
using testing::ElementsAre;

std::vector<Index> all_rows(Index n) {
    std::vector<Index> rows(static_cast<std::size_t>(n));
    std::iota(rows.begin(), rows.end(), Index{0});
    return rows;
}

/// One view with its constraints, as the E-step sees them.
struct OneView {
    OneView(const support::Table& X, const std::vector<Constraint>& constraints, bool closed = true)
        : data(support::constrained(support::dense_view<double>(X), constraints)),
          closure(data, {.across_views = true, .closed = closed}),
          own(data, closure, 0),
          rows(data.view(0), all_rows(static_cast<Index>(X.size())), own, context) {}

    std::vector<Propagated> propagated(const std::vector<ClusterGaussian>& gaussians,
                                       const std::vector<std::int32_t>& labels, const PropagationRules& rules,
                                       PropagationCounts* counts = nullptr) {
        return propagate(rows, own, gaussians, labels, rules, context, counts);
    }

    Context context;
    Dataset data;
    JointClosure closure;
    ViewConstraints own;
    PropagationRows rows;
};

ClusterGaussian standard_normal() {
    return {Vector::Zero(1), Vector::Ones(1), {}, 0};
}

plain::Constraints as_map(const std::vector<Propagated>& list) {
    plain::Constraints found;
    for (const Propagated& one : list) {
        found[plain::pair_of(static_cast<std::size_t>(one.i), static_cast<std::size_t>(one.j),
                             one.link == Link::must)] = one.weight;
    }
    EXPECT_EQ(found.size(), list.size()) << "a pair and type twice";
    return found;
}

void expect_equal(const plain::Constraints& found, const plain::Constraints& expected, const std::string& where) {
    ASSERT_EQ(found.size(), expected.size()) << where;
    for (auto one = found.begin(), two = expected.begin(); one != found.end(); ++one, ++two) {
        ASSERT_EQ(one->first, two->first) << where;
        ASSERT_NEAR(one->second, two->second, 1e-9) << where;  // other order of sums and products
    }
}

// Fact: one cluster N(0, 1), a must-link between 0 and 1.
TEST(Propagate, WeightsFallWithTheDistanceFromTheConstraint) {
    OneView view({{0}, {1}, {0.5}, {-1}}, {{{0, 0}, {0, 1}, Link::must, 1}});
    const auto found = as_map(view.propagated({standard_normal()}, {0, 0, 0, 0}, {.threshold = 1e-6}));
    const double root = std::exp(0.5);
    EXPECT_DOUBLE_EQ(found.at({0, 1, true}), 1);
    EXPECT_NEAR(found.at({1, 2, true}), std::exp(-1.0 / 8), 1e-15);
    EXPECT_NEAR(found.at({0, 2, true}), std::exp(-root / 8), 1e-15) << "G(.5|1)";
    EXPECT_NEAR(found.at({0, 3, true}), std::exp(-0.5 - root / 2), 1e-15) << "G(-1|0) G(0|1), not exp(-2 e^.5)";
    EXPECT_NEAR(found.at({1, 3, true}), std::exp(-0.5), 1e-15);
}

TEST(Propagate, AThresholdOfThreeQuartersReachesToASquaredDistanceOf0575364) {
    const double limit = -2 * std::log(0.75);
    EXPECT_NEAR(limit, 0.575364, 1e-6);
    for (const double offset : {-1e-6, 1e-6}) {
        OneView view({{0}, {std::sqrt(limit) + offset}, {9}}, {{{0, 0}, {0, 2}, Link::cannot, 1}});
        const auto found = as_map(view.propagated({standard_normal()}, {0, 0, 0}, {.threshold = 0.75}));
        EXPECT_EQ(found.contains({1, 2, false}), offset < 0);
    }
}

TEST(Propagate, AnEndpointFarFromItsClusterReachesItselfAlone) {
    OneView view({{60}, {0}, {60.001}, {0.1}}, {{{0, 0}, {0, 1}, Link::must, 1}});
    const auto found = as_map(view.propagated({standard_normal()}, {0, 0, 0, 0}, {.threshold = 0.01}));
    EXPECT_DOUBLE_EQ(found.at({0, 1, true}), 1);
    EXPECT_NEAR(found.at({0, 3, true}), std::exp(-0.005), 1e-12);
    EXPECT_FALSE(found.contains({1, 2, true}));
    for (const auto& [pair, weight] : found) {
        EXPECT_TRUE(std::isfinite(weight));
    }
}

TEST(Propagate, WeightsAboveOneReachFarther) {
    for (const bool early : {false, true}) {
        OneView view({{0}, {1}, {1.2}}, {{{0, 0}, {0, 1}, Link::must, 4}});
        const auto found = as_map(
            view.propagated({standard_normal()}, {0, 0, 0}, {.threshold = 0.9, .most = 100, .early_stopping = early}));
        EXPECT_DOUBLE_EQ(found.at({0, 1, true}), 4);
        EXPECT_NEAR(found.at({1, 2, true}), 4 * std::exp(-0.5 - 0.02 * std::exp(0.5)), 1e-12) << "G(1|0) G(1.2|1)";
    }
}

// Fact: n = 1000 rows in 10 clusters; a must-link can be carried over to 4,949 other pairs of its cluster.
TEST(Propagate, AMustLinkReachesEveryPairOfACompactCluster) {
    support::Table X;
    std::vector<std::int32_t> labels;
    for (int i = 0; i < 1000; ++i) {
        X.push_back({static_cast<double>(i % 10)});
        labels.push_back(i % 10);
    }
    std::vector<ClusterGaussian> gaussians;
    for (int h = 0; h < 10; ++h)
        gaussians.push_back({Vector::Constant(1, h), Vector::Constant(1, 1000), {}, 0});
    OneView view(X, {{{0, 3}, {0, 13}, Link::must, 1}});
    EXPECT_EQ(view.propagated(gaussians, labels, {.threshold = 0.9}).size(), 4949U + 1U);
    EXPECT_EQ(1000 * 999 / 2 - 10 * (100 * 99 / 2) - 1, 449'999) << "cannot-links: the paper's other count";
}

/// Gaussians, labels and constraints drawn at random.
struct RandomCase {
    explicit RandomCase(std::uint64_t seed) : random(seed) {
        const Index n = 10 + random.below(50), d = 1 + random.below(4);
        k = 1 + random.below(3);
        X = support::random_table(n, d, random);
        for (Index i = 0; i < n; ++i)
            labels.push_back(static_cast<std::int32_t>(random.below(k)));
        for (Index h = 0; h < k; ++h)
            add_gaussian(d, seed % 2 == 0);
        closed = seed % 3 != 0;
        const double heaviest = seed % 4 == 0 ? 1 : 5;
        for (int c = 0; c < 12; ++c) {
            const Index a = random.below(n), b = random.below(n);
            if (a == b) continue;
            // True to the parity of rows, so that the closure finds no contradiction.
            const Link link = a % 2 == b % 2 ? Link::must : Link::cannot;
            constraints.push_back({{0, a}, {0, b}, link, heaviest == 1 ? 1 : random.uniform(0.1, heaviest)});
        }
        threshold = random.uniform(0.05, 1);
    }

    void add_gaussian(Index d, bool full) {
        const Vector mean = 0.5 * Eigen::Map<const Vector>(support::random_table(1, d, random)[0].data(), d);
        Eigen::MatrixXd A = Eigen::MatrixXd::Zero(d, d);
        for (Index i = 0; i < d; ++i) {
            for (Index j = 0; j < d; ++j)
                A(i, j) = full || i == j ? random.normal() : 0;
        }
        const Eigen::MatrixXd sigma = A * A.transpose() + 0.3 * Eigen::MatrixXd::Identity(d, d);
        const Eigen::MatrixXd L = Eigen::LLT<Eigen::MatrixXd>(sigma).matrixL();
        const Eigen::MatrixXd inverse = L.inverse();
        gaussians.push_back({mean, {}, inverse, 0});
        if (!full) gaussians.back() = {mean, sigma.diagonal().cwiseSqrt().cwiseInverse(), {}, 0};
        plain::Table table;
        for (Index i = 0; i < d; ++i)
            table.emplace_back(sigma.row(i).begin(), sigma.row(i).end());
        sigmas.push_back(table);
        centroids.emplace_back(mean.begin(), mean.end());
    }

    Random random;
    Index k;
    support::Table X;
    std::vector<std::int32_t> labels;
    std::vector<ClusterGaussian> gaussians;
    std::vector<plain::Table> sigmas;
    plain::Table centroids;
    std::vector<Constraint> constraints;
    bool closed;
    double threshold;
};

TEST(Propagate, EarlyStoppingChangesNothing) {
    Index looked_at = 0, pairs = 0;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        RandomCase one(seed);
        OneView view(one.X, one.constraints, one.closed);
        PropagationCounts counts;
        const auto early = view.propagated(one.gaussians, one.labels, {.threshold = one.threshold}, &counts);
        const auto whole = view.propagated(one.gaussians, one.labels,
                                           {.threshold = one.threshold, .most = 1'000'000, .early_stopping = false});
        EXPECT_EQ(early, whole) << "seed " << seed;
        looked_at += counts.looked_at;
        pairs += counts.pairs;
    }
    EXPECT_LT(looked_at, pairs);
}

TEST(Propagate, IsThePlainLoopOverAllPairs) {
    std::size_t found = 0;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        RandomCase one(seed);
        OneView view(one.X, one.constraints, one.closed);
        std::vector<plain::Given> given;
        plain::Constraints as_given;
        for (const Constraint& c : view.data.constraints()) {
            const auto a = static_cast<std::size_t>(c.a.row), b = static_cast<std::size_t>(c.b.row);
            given.push_back({0, a, 0, b, c.link == Link::must, c.weight});
            as_given[plain::pair_of(a, b, c.link == Link::must)] = c.weight;
        }
        const plain::Closure closure({one.X.size()}, given, {});
        const plain::Clusters clusters{{one.labels.begin(), one.labels.end()}, one.centroids};
        const auto expected = plain::propagated(one.X, clusters, one.sigmas, one.closed ? closure.in_view[0] : as_given,
                                                closure.mapped[0], one.threshold);
        expect_equal(as_map(view.propagated(one.gaussians, one.labels, {.threshold = one.threshold})), expected,
                     "seed " + std::to_string(seed));
        found += expected.size();
    }
    EXPECT_GT(found, 5000U);
}

TEST(Propagate, TheHeaviestAreKeptWhereThereAreTooMany) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        RandomCase one(seed);
        OneView view(one.X, one.constraints, one.closed);
        auto all = view.propagated(one.gaussians, one.labels, {.threshold = 0.02});
        PropagationCounts counts;
        const auto few = view.propagated(one.gaussians, one.labels, {.threshold = 0.02, .most = 10}, &counts);
        ASSERT_GT(all.size(), 10U);
        EXPECT_TRUE(counts.dropped);
        EXPECT_EQ(few.size(), 10U);
        std::sort(all.begin(), all.end(), [](const auto& x, const auto& y) { return x.weight > y.weight; });
        double lightest = 1e9;
        for (const Propagated& kept : few)
            lightest = std::min(lightest, kept.weight);
        EXPECT_EQ(lightest, all[9].weight) << seed;
        EXPECT_TRUE(view.propagated(one.gaussians, one.labels, {.threshold = 0.02, .most = 0}).empty());
    }
}

Dataset two_views(const std::vector<Constraint>& constraints, const std::vector<std::pair<Index, Index>>& mapped) {
    Random random(1);
    return Dataset({support::dense_view<double>(support::random_table(4, 2, random), "a"),
                    support::dense_view<double>(support::random_table(4, 2, random), "b")})
        .with_mappings({{0, 1, mapped}})
        .with_constraints(std::span<const Constraint>(constraints));
}

// Fact: A has ML 01, B has CL 12, R relates 0-0 and 1-1.
TEST(JointClosure, ReachesAcrossTheViews) {
    const Dataset data =
        two_views({{{0, 0}, {0, 1}, Link::must, 1}, {{1, 1}, {1, 2}, Link::cannot, 1}}, {{0, 0}, {1, 1}});
    const JointClosure closure(data, {});
    EXPECT_TRUE(closure.follows(1, 0, 1, Link::must));
    EXPECT_TRUE(closure.follows(1, 0, 2, Link::cannot));
    EXPECT_FALSE(closure.follows(1, 0, 3, Link::cannot));
    for (const Index row : {0, 1}) {
        EXPECT_THAT(closure.rows_in(closure.group_of(0, row), 1), ElementsAre(0, 1)) << "R holds all four pairs";
    }
    EXPECT_THAT(closure.mapped_rows(0), ElementsAre(0, 1));
    EXPECT_THAT(closure.mapped_rows(1), ElementsAre(0, 1));
    const JointClosure alone(data, {.across_views = false, .closed = true});
    EXPECT_FALSE(alone.follows(1, 0, 1, Link::must)) << "each view by itself";
    EXPECT_TRUE(alone.mapped_rows(0).empty());
}

// Fact: A has ML 01 of weight .1, CL 13 of .05 and CL 23 of 4; B has ML 23 of .3; R relates 0-2 and 1-1.
TEST(JointClosure, WhatFollowsWeighsAsMuchAsTheLightest) {
    const Dataset data = two_views({{{0, 0}, {0, 1}, Link::must, 0.1},
                                    {{0, 1}, {0, 3}, Link::cannot, 0.05},
                                    {{0, 2}, {0, 3}, Link::cannot, 4},
                                    {{1, 2}, {1, 3}, Link::must, 0.3}},
                                   {{0, 2}, {1, 1}});
    const JointClosure closure(data, {});
    const Index joined = closure.group_of(1, 3), second = closure.group_of(0, 2), third = closure.group_of(0, 3);
    EXPECT_EQ(closure.group_of(0, 1), joined);
    EXPECT_EQ(closure.implied_weight(joined, joined), 0.1) << "must-links of both views";
    EXPECT_EQ(closure.implied_weight(third, joined), 0.05) << "a cannot-link lighter than the must-links";
    EXPECT_EQ(closure.implied_weight(second, third), 1) << "at most as the mapping";
    const ViewConstraints own(data, closure, 1);
    ASSERT_EQ(own.certain().size(), 3U);
    for (const Constraint& one : own.certain())
        EXPECT_EQ(one.weight, one.origin == Origin::given ? 0.3 : 0.1);
}

TEST(Transfer, KeepsTheHeaviestOfEachPairAndType) {
    const std::vector<Received> received{
        {0, 1, Link::must, 0.8, 0, {}}, {0, 1, Link::cannot, 0.9, 0, {}}, {0, 1, Link::must, 0.95, 2, {}}};
    const auto kept = heaviest_of_each(received);
    ASSERT_EQ(kept.size(), 2U) << "must-link and cannot-link stay side by side";
    EXPECT_EQ(kept[0].weight, 0.95);
    EXPECT_EQ(kept[1].weight, 0.9);
}

TEST(Transfer, OntoOneRowIsDropped) {
    const Dataset data = two_views({}, {{0, 2}, {1, 2}, {3, 3}});
    const JointClosure closure(data, {});
    const std::vector<Propagated> there{{0, 1, Link::must, 0.9, 0, 1}, {1, 3, Link::cannot, 0.8, 1, 3}};
    const auto received = transferred(closure, 0, there, 1);
    ASSERT_EQ(received.size(), 1U) << "rows 0 and 1 are one row of the other view";
    EXPECT_EQ(received[0].a, 2);
    EXPECT_EQ(received[0].b, 3);
    EXPECT_EQ(received[0].link, Link::cannot);
}

TEST(Transfer, ConstraintsBetweenTheSameGroupsAreCarriedOverOnce) {
    // 40 must-linked rows on each side, all mapped: every row of a group is related to all 40 of its group there.
    constexpr Index kRows = 80, kHalf = 40;
    std::vector<Constraint> must;
    std::vector<std::pair<Index, Index>> mapped;
    for (Index row = 0; row < kRows; ++row) {
        mapped.emplace_back(row, row);
        if (row % kHalf > 0) must.push_back({{0, row - 1}, {0, row}, Link::must, 1});
    }
    Random random(1);
    const Dataset data = Dataset({support::dense_view<double>(support::random_table(kRows, 2, random), "a"),
                                  support::dense_view<double>(support::random_table(kRows, 2, random), "b")})
                             .with_mappings({{0, 1, mapped}})
                             .with_constraints(std::span<const Constraint>(must));
    const JointClosure closure(data, {});
    std::vector<Propagated> all;
    for (Index i = 0; i < kHalf; ++i) {
        for (Index j = kHalf; j < kRows; ++j)
            all.push_back({i, j, Link::cannot, i == 3 && j == 50 ? 0.9 : 0.5, i, j});
    }
    const auto received = transferred(closure, 0, all, 1);
    EXPECT_EQ(received.size(), static_cast<std::size_t>(kHalf * kHalf)) << "not 1600 times as many";
    for (const Received& one : received)
        EXPECT_EQ(one.weight, 0.9);
    EXPECT_EQ(transferred(closure, 0, all, 1, 7).size(), 7U);
}

TEST(Transfer, WhatIsCertainIsNotGuessedAgain) {
    const Dataset data = two_views({{{0, 0}, {0, 1}, Link::must, 0.5}, {{0, 1}, {0, 2}, Link::must, 1}}, {{3, 3}});
    const JointClosure closure(data, {});
    const ViewConstraints own(data, closure, 0);
    const std::vector<Received> received{{0, 1, Link::must, 0.9, 1, {}},    // given, weighs less
                                         {0, 2, Link::must, 0.4, 1, {}},    // implied, weighs .5
                                         {1, 2, Link::cannot, 0.9, 1, {}},  // contradicts, stays a guess
                                         {0, 3, Link::must, 0.8, 1, {}}};
    std::map<std::tuple<Index, Index, Link>, std::pair<double, Origin>> found;
    for (const Constraint& one : unified(own, closure, 0, received)) {
        const auto [known, is_new] = found.try_emplace({one.a.row, one.b.row, one.link}, one.weight, one.origin);
        if (!is_new && one.origin < known->second.second) known->second = {one.weight, one.origin};
    }
    EXPECT_EQ(found.at({0, 1, Link::must}), std::pair(0.9, Origin::given)) << "max-union";
    EXPECT_FALSE(found.contains({0, 2, Link::must}));
    EXPECT_EQ(found.at({1, 2, Link::cannot}), std::pair(0.9, Origin::propagated));
    EXPECT_EQ(found.at({0, 3, Link::must}), std::pair(0.8, Origin::propagated));
    const std::vector<Received> heavier{{0, 2, Link::must, 0.9, 1, {}}};
    EXPECT_THAT(unified(own, closure, 0, heavier),
                testing::Contains(Constraint{{0, 0}, {0, 2}, Link::must, 0.9, Origin::implied}))
        << "max-union with what is implied, too";
}

TEST(Transfer, WhatLightJudgementsRelateWeighsNoMore) {
    const Dataset data = two_views({{{0, 0}, {0, 1}, Link::must, 0.2}}, {{1, 1}, {3, 3}});
    const JointClosure closure(data, {});
    const auto received = transferred(closure, 0, std::vector<Propagated>{{0, 3, Link::cannot, 0.9, 0, 3}}, 1);
    ASSERT_EQ(received.size(), 1U);
    EXPECT_EQ(received[0].a, 1);
    EXPECT_EQ(received[0].weight, 0.2) << "row 0 is mapped to nothing itself";
}

Received told(Index a, Index b, double weight, Index u, Index v, int from = 1, Link link = Link::must) {
    return {a, b, link, weight, from, {a, b, link, weight, u, v}};
}

// The constraint (7, 8) reaches rows 0 and 1 at its one end, 2 and 3 at its other: every row hears it in two pairs.
TEST(SharedWeights, ARowHearsEveryConstraintOnce) {
    const std::vector<Received> received{told(0, 2, 0.8, 7, 8), told(0, 3, 0.8, 7, 8), told(1, 2, 0.4, 8, 7),
                                         told(4, 5, 0.9, 7, 9), told(0, 5, 0.6, 6, 9)};
    const std::vector<double> weights = shared_weights(received);
    EXPECT_DOUBLE_EQ(weights[0], 0.8 / 2) << "row 0 hears (7, 8) twice, row 2 one and a half times";
    EXPECT_DOUBLE_EQ(weights[1], 0.8 / 2);
    EXPECT_DOUBLE_EQ(weights[2], 0.4 / 1.5);
    EXPECT_DOUBLE_EQ(weights[3], 0.9) << "another constraint, one pair";
    EXPECT_DOUBLE_EQ(weights[4], 0.6) << "row 0 hears of (6, 9) once";
}

TEST(SharedWeights, ArePlainLoopsAndNeverCountAConstraintTwice) {
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        Random random(seed);
        std::vector<Received> received;
        std::vector<plain::Told> as_told;
        for (int i = 0; i < 40; ++i) {
            const Index a = random.below(8), b = 8 + random.below(8), u = random.below(3), v = 3 + random.below(3);
            const auto from = static_cast<int>(random.below(2));
            const bool must = random.below(2) == 0;
            const double weight = random.uniform(0.2, 2);
            received.push_back(
                told(a, b, weight, i % 2 == 0 ? u : v, i % 2 == 0 ? v : u, from, must ? Link::must : Link::cannot));
            as_told.push_back({static_cast<std::size_t>(a), static_cast<std::size_t>(b), static_cast<std::size_t>(from),
                               static_cast<std::size_t>(u), static_cast<std::size_t>(v), must, weight});
        }
        const std::vector<double> weights = shared_weights(received), expected = plain::shared(as_told);
        std::map<std::tuple<Index, int, Index, Index, Link>, std::pair<double, double>> heard;  // sum, heaviest
        for (std::size_t i = 0; i < received.size(); ++i) {
            EXPECT_NEAR(weights[i], expected[i], 1e-12) << "other order of sums";
            for (const Index row : {received[i].a, received[i].b}) {
                const auto [u, v] = std::minmax(received[i].there.u, received[i].there.v);
                auto& [sum, most] = heard[{row, received[i].from, u, v, received[i].link}];
                sum += weights[i];
                most = std::max(most, received[i].weight);
            }
        }
        for (const auto& [key, sums] : heard)
            EXPECT_LE(sums.first, sums.second * (1 + 1e-12)) << seed;
    }
}

TEST(Alerts, MeasureFitAndOverlap) {
    // Two unit Gaussians six apart, Sigma = diag(1, 4): the mean divergence is 6^2 / 2.
    const Vector scale = (Vector(2) << 1, 0.5).finished();
    std::vector<ClusterGaussian> apart{{Vector::Zero(2), scale, {}, std::log(4)},
                                       {(Vector(2) << 6, 0).finished(), scale, {}, std::log(4)}};
    EXPECT_NEAR(smallest_divergence(apart), 18, 1e-12);
    std::vector<ClusterGaussian> full = apart;
    for (ClusterGaussian& one : full) {
        one.map = one.scale.asDiagonal();
        one.scale = {};
    }
    EXPECT_NEAR(smallest_divergence(full), 18, 1e-12);
    Context context;
    const View view = support::dense_view<double>({{0, 0}, {1, 0}, {5, 1}, {6, 0}});
    const std::vector<std::int32_t> right{0, 0, 1, 1}, wrong{0, 1, 1, 1};
    EXPECT_EQ(disagreeing_share(view, apart, right, context), 0);
    EXPECT_EQ(disagreeing_share(view, apart, wrong, context), 0.25);
}

TEST(ThresholdFolds, NeverHoldOutWhatTheOthersImply) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const support::MappedProblem problem({.constraints = 20}, Random(seed));
        const Dataset data = problem.dataset();
        const auto folds = closure_disjoint_folds(data, 5, Random(seed));
        std::size_t total = 0;
        for (const auto& held_out : folds) {
            total += held_out.size();
            std::vector<Constraint> others;
            for (const Constraint& one : data.constraints()) {
                if (std::find(held_out.begin(), held_out.end(), one) == held_out.end()) others.push_back(one);
            }
            const Dataset rest = data.with_constraints(std::span<const Constraint>(others));
            const JointClosure closure(rest, {});
            for (const Constraint& one : held_out) {
                EXPECT_FALSE(closure.follows(one.a.view, one.a.row, one.b.row, one.link)) << seed;
            }
        }
        EXPECT_EQ(total, data.constraints().size());
        EXPECT_EQ(folds.size(), 5U);
    }
}

}  // namespace
}  // namespace mvlink
