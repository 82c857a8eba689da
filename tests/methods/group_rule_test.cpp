#include <mvlink/constraints.hpp>
#include <mvlink/error.hpp>
#include <mvlink/kmeans.hpp>
#include <mvlink/registry.hpp>

#include "reference/group_rule.hpp"
#include "support/random_problems.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace mvlink {
namespace {

using support::dense_view;
using testing::ElementsAre;
using testing::HasSubstr;

/// One value per row; empty: in no group.
Dataset grouped(View view, const std::vector<std::string>& values) {
    return Dataset(std::move(view)).with_group_rule(group_rule_of("source", values));
}

View line(std::vector<double> values) {
    const auto n = static_cast<Index>(values.size());
    return View::dense("x", n, 1, std::move(values));
}

Start centroids_at(std::vector<double> places) {
    Start start;
    const auto k = static_cast<Index>(places.size());
    start.centroids = {"centroids", k, 1, std::move(places)};
    return start;
}

std::vector<std::string> random_groups(Index rows, Index groups, Random& random) {
    std::vector<std::string> values;
    for (Index row = 0; row < rows; ++row) {
        const Index group = random.below(groups + 1);
        values.push_back(group == groups ? "" : fmt::format("g{}", group));
    }
    return values;
}

Index largest(const std::vector<std::string>& values) {
    return largest_group(group_rule_of("source", values)).size;
}

TEST(GroupRule, PredictKeepsItAmongTheNewRows) {
    Context context;
    const Model model = pck_means(Dataset(line({0, 0, 9, 9})), {.n_clusters = 2}, context, centroids_at({0, 9})).model;
    // As in the hand-worked case below: 1 moves to the cluster at 9; b is free to take its nearest.
    const auto labels = predict(model, grouped(line({0, 1, 10, 2}), {"a", "a", "b", ""}), context).front();
    EXPECT_THAT(labels.labels, ElementsAre(0, 1, 1, 0));
    EXPECT_EQ(labels.confidence[1], 0);
    EXPECT_GT(labels.confidence[0], 0);
    try {
        predict(model, grouped(line({0, 1, 2}), {"a", "a", "a"}), context);
        FAIL() << "three rows of one group and two clusters";
    } catch (const Error& error) {
        EXPECT_THAT(error.what(), HasSubstr("expected n_clusters of at least 3"));
    }
    const Model other = kmeans(Dataset(line({0, 0, 9, 9})), {.n_clusters = 2}, context).model;
    EXPECT_THROW(predict(other, grouped(line({0, 1}), {"a", "a"}), context), Error);
}

TEST(GroupRule, RowsOfOneGroupTakeTheClustersThatCostLeastTogether) {
    // Both rows at 0 and 1 are nearest to the centre at 0. Moving 1 to the centre at 9 costs 8^2 - 1^2 = 63 more,
    // moving 0 there 9^2 - 0^2 = 81 more: so the row at 1 moves, and 10 (of another group) stays.
    Context context;
    const Dataset data = grouped(line({0, 1, 10}), {"a", "a", "b"});
    const Result result = pck_means(data, {.n_clusters = 2, .max_iter = 1}, context, centroids_at({0, 9}));
    EXPECT_THAT(result.partitions[0].labels, ElementsAre(0, 1, 1));
    EXPECT_EQ(result.constraints.groups.given, 1);
    EXPECT_EQ(result.constraints.groups.satisfied, 1);
    EXPECT_EQ(result.constraints.groups.rule, "source");
}

TEST(GroupRule, TwoRowsSwapTheirClustersAtOnce) {
    // 0 starts in the cluster at 9 and 10 in that at 1; no single move is allowed, since each would join the two.
    Context context;
    const Dataset data = grouped(line({0, 10}), {"a", "a"});
    Start start;
    start.partitions.push_back({Scope::view, "x", 2, {1, 0}, {1, 1}});
    const Result result = pck_means(data, {.n_clusters = 2}, context, start);
    EXPECT_EQ(result.objective.back(), 0);
}

TEST(GroupRule, AMustLinkInsideAGroupIsViolatedAndReported) {
    Context context;
    const std::vector<Constraint> must{{{0, 0}, {0, 1}, Link::must, 1000}};
    const Dataset data = grouped(line({0, 1, 9, 10}), {"a", "a", "", ""}).with_constraints(must);
    const Result result = pck_means(data, {.n_clusters = 2, .constraint_weight = 1}, context);
    EXPECT_NE(result.partitions[0].labels[0], result.partitions[0].labels[1]);
    EXPECT_EQ(result.constraints.must.violated, 1);
    EXPECT_EQ(result.constraints.groups.violated, 0);
}

TEST(GroupRule, AGroupLargerThanTheNumberOfClustersIsRefusedByName) {
    Context context;
    const Dataset data = grouped(line({0, 1, 2, 3}), {"web", "web", "web", "shop"});
    try {
        pck_means(data, {.n_clusters = 2}, context);
        FAIL() << "not refused";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::input);
        EXPECT_THAT(error.what(), HasSubstr("3 rows have \"web\", but 2 clusters can hold one of them each"));
    }
}

TEST(GroupRule, MethodsThatCannotKeepItRefuseIt) {
    Context context;
    const Dataset data = grouped(line({0, 1, 9, 10}), {"a", "a", "", ""});
    for (const MethodInfo& method : methods()) {
        if (method.needs.group_rule || method.needs.min_views > 1) continue;
        EXPECT_THROW(check_needs(method.name, data), Error) << method.name;
    }
    EXPECT_EQ(choose_method(data).method, "pck-means");
}

TEST(GroupRule, RoundsAreThoseOfPlainLoops) {
    int compared = 0;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        Random random(seed, "group-rule", 0);
        const Index n = 14, k = 5;
        const support::Table X = support::random_table(n, 2, random);
        std::vector<std::string> values = random_groups(n, 4, random);
        if (largest(values) > k) continue;
        const GroupRule rule = group_rule_of("source", values);
        reference::GroupedProblem plain{X, {rule.group.begin(), rule.group.end()}, {}, {}, 0.7};
        std::vector<Constraint> pairs;
        for (int i = 0; i < 5; ++i) {
            const Index a = random.below(n - 1), b = a + 1 + random.below(n - 1 - a);
            const bool must = random.uniform() < 0.5;
            const bool known = std::any_of(pairs.begin(), pairs.end(),
                                           [&](const Constraint& pair) { return pair.a.row == a && pair.b.row == b; });
            if (known) continue;
            pairs.push_back({{0, a}, {0, b}, must ? Link::must : Link::cannot});
            (must ? plain.must : plain.cannot).emplace_back(a, b);
        }
        std::vector<std::vector<double>> centres(X.begin(), X.begin() + k);
        Start start;
        start.centroids = {"centroids", k, 2, support::row_major<double>(centres)};
        const Dataset data = Dataset(dense_view<double>(X)).with_group_rule(rule).with_constraints(pairs);
        std::vector<int> labels(n, -1);
        for (int rounds = 1; rounds <= 4; ++rounds) {
            reference::assign(plain, centres, labels);
            if (!reference::take_means(plain, labels, centres)) break;
            Context context;
            const PckMeansOptions options{.n_clusters = k,
                                          .n_init = 1,
                                          .max_iter = rounds,
                                          .tol = 0,
                                          .constraint_weight = 0.7,
                                          .closure = false,
                                          .order = VisitOrder::index};
            const Result result = pck_means(data, options, context, start);
            EXPECT_THAT(result.partitions[0].labels, testing::ElementsAreArray(labels)) << seed << " " << rounds;
            ++compared;
        }
    }
    EXPECT_GT(compared, 100);
}

TEST(GroupRule, IsKeptAndTheObjectiveNeverRisesOnManySeeds) {
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        Random random(seed, "group-rule", 1);
        const Index n = 120;
        const support::Table X = support::random_clusters(n, 3, 4, random);
        const std::vector<std::string> values = random_groups(n, 12 + random.below(40), random);
        const auto k = static_cast<int>(largest(values) + random.below(4));
        std::vector<Constraint> pairs;
        for (int i = 0; i < 20; ++i) {
            const Index a = random.below(n - 1);
            pairs.push_back({{0, a}, {0, a + 1}, random.uniform() < 0.5 ? Link::must : Link::cannot});
        }
        const Dataset data = Dataset(seed % 2 == 0 ? dense_view<double>(X) : dense_view<float>(X))
                                 .with_group_rule(group_rule_of("source", values))
                                 .with_constraints(seed % 3 == 0 ? std::vector<Constraint>{} : pairs);
        Context context({.seed = seed});
        const Result result = pck_means(data, {.n_clusters = k, .constraint_weight = 1}, context);
        EXPECT_EQ(result.constraints.groups.violated, 0) << seed;
        std::set<std::pair<std::string, std::int32_t>> seen;
        for (Index row = 0; row < n; ++row) {
            if (values[row].empty()) continue;
            EXPECT_TRUE(seen.emplace(values[row], result.partitions[0].labels[row]).second) << seed;
        }
        for (std::size_t i = 1; i < result.objective.size(); ++i)
            EXPECT_LE(result.objective[i], result.objective[i - 1] * (1 + 1e-12)) << seed;
    }
}

TEST(GroupRule, ThreadsDoNotChangeABit) {
    Random random(7);
    const support::Table X = support::random_clusters(3000, 4, 6, random);
    const std::vector<std::string> values = random_groups(3000, 200, random);
    const Dataset data = grouped(dense_view<float>(X), values);
    std::vector<Result> results;
    for (const int threads : {1, 2, 7}) {
        Context context({.threads = threads});
        results.push_back(pck_means(data, {.n_clusters = static_cast<int>(largest(values)) + 2, .n_init = 2}, context));
    }
    for (const Result& result : results) {
        EXPECT_EQ(result.partitions[0].labels, results[0].partitions[0].labels);
        EXPECT_EQ(result.objective, results[0].objective);
    }
}

TEST(GroupRule, MeansTheSameAsAllItsCannotLinksWhereTheyWeighEnough) {
    // Far apart clusters, one row of each group per cluster: pairs written out lead to the same clusters.
    std::vector<double> places;
    std::vector<std::string> values;
    std::vector<Constraint> pairs;
    for (int group = 0; group < 6; ++group) {
        for (int h = 0; h < 3; ++h) {
            places.push_back(100 * h + group);
            values.push_back(fmt::format("g{}", group));
            for (int other = 0; other < h; ++other)
                pairs.push_back({{0, 3 * group + other}, {0, 3 * group + h}, Link::cannot, 1e6});
        }
    }
    Context context;
    const Result by_rule = pck_means(grouped(line(places), values), {.n_clusters = 3}, context);
    const Result by_pairs = pck_means(Dataset(line(places)).with_constraints(pairs), {.n_clusters = 3}, context);
    EXPECT_EQ(by_rule.objective.back(), by_pairs.objective.back());
}

TEST(GroupRule, SurvivesTheChoiceOfViewsAndNewConstraints) {
    const View a = line({1, 2, 3});
    const View b = View::dense("y", 3, 1, std::vector<double>{4, 5, 6});
    const Dataset both = Dataset(std::vector<View>{a, b})
                             .with_row_mapping()
                             .with_group_rule(group_rule_of("source", {"web", "", "web"}));
    const std::vector<std::string> names{"y"};
    const Dataset chosen = both.select(names).with_constraints(std::span<const Constraint>{});
    ASSERT_NE(chosen.group_rule(), nullptr);
    EXPECT_THAT(chosen.group_rule()->group, ElementsAre(0, -1, 0));
    EXPECT_THROW((void)both.with_row_mapping(), Error);
    EXPECT_THROW((void)both.with_group_rule(group_rule_of("source", {"web"})), Error);
}

}  // namespace
}  // namespace mvlink
