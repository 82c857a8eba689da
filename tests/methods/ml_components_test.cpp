#include <mvlink/error.hpp>
#include <mvlink/ml_components.hpp>
#include <mvlink/registry.hpp>

#include "reference/ml_components.hpp"
#include "support/random_problems.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mvlink {
namespace {

using support::constrained;
using testing::ElementsAre;

View line(std::vector<double> values) {
    const auto n = static_cast<Index>(values.size());
    return View::dense("x", n, 1, std::move(values));
}

Constraint must(Index a, Index b) {
    return {{0, a}, {0, b}, Link::must, 1};
}

TEST(MlComponents, TheLargestGroupsAreTheClustersAndTheRestJoinsTheLargest) {
    // Groups 1 2 3 and 4 5; rows 0 and 6 are alone, and row 6 is where the second group is.
    Context context;
    const Result result = ml_components(
        constrained(line({0, 1, 2, 3, 10, 12, 11}), {must(1, 2), must(2, 3), must(4, 5)}), {.n_clusters = 2}, context);
    EXPECT_THAT(result.partitions[0].labels, ElementsAre(0, 0, 0, 0, 1, 1, 0));
    EXPECT_THAT(result.partitions[0].confidence, ElementsAre(0, 1, 1, 1, 1, 1, 0));
    EXPECT_THAT(result.model.array("centroids").values, ElementsAre(17.0 / 5, 11));
    EXPECT_NEAR(result.objective.back(), 135 - 289.0 / 5 + 2, 1e-12);
    ASSERT_EQ(result.warnings.size(), 1U);
    EXPECT_EQ(result.warnings[0].code, "outside-components");
    EXPECT_EQ(result.warnings[0].value, 2);
    EXPECT_THAT(predict(result.model, Dataset(line({7, 8})), context)[0].labels, ElementsAre(0, 1));
}

TEST(MlComponents, EqualGroupsAreNumberedByTheirSmallestRow) {
    Context context;
    const Result result =
        ml_components(constrained(line({0, 0, 0, 0, 0}), {must(2, 4), must(1, 3)}), {.n_clusters = 3}, context);
    EXPECT_THAT(result.partitions[0].labels, ElementsAre(2, 0, 1, 0, 1));
    EXPECT_TRUE(result.warnings.empty());
}

TEST(MlComponents, ClustersWithoutAGroupStayEmptyAndAreNeverPredicted) {
    Context context;
    const Dataset data = constrained(line({0, 1, 2}), {must(0, 1), must(1, 2)});
    const Result result = ml_components(data, {.n_clusters = 3}, context);
    EXPECT_THAT(result.partitions[0].labels, ElementsAre(0, 0, 0));
    ASSERT_EQ(result.warnings.size(), 1U);
    EXPECT_EQ(result.warnings[0].code, "empty-clusters");
    EXPECT_THAT(predict(result.model, data, context)[0].labels, ElementsAre(0, 0, 0));
}

TEST(MlComponents, FeaturesAndCannotLinksPlayNoPart) {
    Random random(3);
    const auto must_links = [&] {
        std::vector<Constraint> links;
        while (links.size() < 60) {
            const Index a = random.below(100), b = random.below(100);
            if (a != b) links.push_back(must(a, b));
        }
        return links;
    }();
    auto all = must_links;
    for (const Constraint& extra : support::random_constraints(100, 40, true, random)) {
        if (extra.link == Link::cannot) all.push_back(extra);
    }
    Context context;
    const View one = support::dense_view<double>(support::random_table(100, 2, random));
    const View other = support::sparse_view<float>(support::random_table(100, 5, random));
    const auto labels = ml_components(constrained(one, must_links), {.n_clusters = 4}, context).partitions[0].labels;
    EXPECT_EQ(ml_components(constrained(other, all), {.n_clusters = 4}, context).partitions[0].labels, labels);
}

Constraint must_between(InstanceId a, InstanceId b) {
    return {a, b, Link::must, 1};
}

Dataset two_views(std::vector<double> x, std::vector<double> y, std::vector<Constraint> links) {
    const auto n = static_cast<Index>(x.size()), m = static_cast<Index>(y.size());
    return Dataset({View::dense("x", n, 1, std::move(x)), View::dense("y", m, 1, std::move(y))})
        .with_constraints(std::span<const Constraint>(links));
}

TEST(MlComponents, LinksBetweenViewsMakeJointGroupsThatMeanTheSameInBoth) {
    // Joint groups {x0, y1, y2} and {x1, y0}; x2 is alone.
    Context context;
    const Dataset data =
        two_views({0, 5, 9}, {5, 1, 2},
                  {must_between({0, 0}, {1, 1}), must_between({0, 0}, {1, 2}), must_between({0, 1}, {1, 0})});
    const Result result = ml_components(data, {.n_clusters = 2}, context);
    ASSERT_EQ(result.partitions.size(), 2U);
    EXPECT_THAT(result.partitions[0].labels, ElementsAre(0, 1, 0));
    EXPECT_THAT(result.partitions[0].confidence, ElementsAre(1, 1, 0));
    EXPECT_THAT(result.partitions[1].labels, ElementsAre(1, 0, 0));
    EXPECT_EQ(result.constraints.must.satisfied, 3);
    EXPECT_NEAR(result.objective.back(), 2 * 4.5 * 4.5 + 2 * 0.5 * 0.5, 1e-12);
    // The means: x 4.5 and 5, y 1.5 and 5.
    const auto labels = predict(result.model, two_views({4, 6}, {0, 4}, {}), context);
    EXPECT_THAT(labels[0].labels, ElementsAre(0, 1));
    EXPECT_THAT(labels[1].labels, ElementsAre(0, 1));
}

TEST(MlComponents, TheMappingJoinsRowsOnRequestOnly) {
    Context context;
    const Dataset data = two_views({0, 0, 0}, {0, 0, 0}, {must_between({0, 0}, {0, 1})}).with_row_mapping();
    const Result without = ml_components(data, {.n_clusters = 1}, context);
    EXPECT_THAT(without.partitions[1].confidence, ElementsAre(0, 0, 0));
    const Result with = ml_components(data, {.n_clusters = 1, .use_mapping = true}, context);
    EXPECT_THAT(with.partitions[1].confidence, ElementsAre(1, 1, 0));
    ASSERT_EQ(with.partitions.size(), 3U);
    EXPECT_EQ(with.partitions[2].scope, Scope::objects);
    EXPECT_THAT(with.partitions[2].labels, ElementsAre(0, 0, 0));
    EXPECT_THAT(with.partitions[2].confidence, ElementsAre(1, 1, 0));
}

TEST(MlComponents, AClusterWithoutRowsInAViewIsNeverPredictedThere) {
    // The larger group lies in y alone: all of x belongs to cluster 1.
    Context context;
    const Dataset data = two_views(
        {0, 1}, {5, 5, 5}, {must_between({0, 0}, {0, 1}), must_between({1, 0}, {1, 1}), must_between({1, 1}, {1, 2})});
    const Result result = ml_components(data, {.n_clusters = 2}, context);
    EXPECT_THAT(result.partitions[0].labels, ElementsAre(1, 1));
    EXPECT_THAT(predict(result.model, data, context)[0].labels, ElementsAre(1, 1));
}

TEST(MlComponents, RefusesMoreClustersThanRows) {
    Context context;
    EXPECT_THROW(ml_components(Dataset(line({1, 2})), {.n_clusters = 3}, context), Error);
}

class MlComponentsOnRandomLinks : public testing::TestWithParam<int> {};

TEST_P(MlComponentsOnRandomLinks, AgreesWithThePlainLoops) {
    Random random(static_cast<std::uint64_t>(GetParam()));
    const Index n = 5 + random.below(60);
    const auto k = static_cast<int>(1 + random.below(5));
    const auto constraints = support::random_constraints(n, static_cast<int>(random.below(60)), true, random);
    std::vector<std::pair<int, int>> pairs;
    for (const Constraint& c : constraints) {
        if (c.link == Link::must) pairs.emplace_back(static_cast<int>(c.a.row), static_cast<int>(c.b.row));
    }
    Context context;
    const Result result =
        ml_components(constrained(support::dense_view<double>(support::random_table(n, 2, random)), constraints),
                      {.n_clusters = k}, context);
    const auto& labels = result.partitions[0].labels;
    EXPECT_EQ(std::vector<int>(labels.begin(), labels.end()), reference::ml_components(static_cast<int>(n), k, pairs));
    EXPECT_EQ(result.constraints.must.violated, 0);
}

TEST_P(MlComponentsOnRandomLinks, AgreesWithThePlainLoopsOverTheInstancesOfThreeViews) {
    Random random(static_cast<std::uint64_t>(GetParam()), "three views", 0);
    const auto k = static_cast<int>(1 + random.below(4));
    std::vector<View> views;
    std::vector<int> first{0};
    for (const char* name : {"a", "b", "c"}) {
        views.push_back(support::dense_view<double>(support::random_table(4 + random.below(20), 2, random), name));
        first.push_back(first.back() + static_cast<int>(views.back().rows()));
    }
    std::vector<Constraint> links;
    std::vector<std::pair<int, int>> pairs;
    for (Index count = random.below(40); count > 0; --count) {
        InstanceId ends[2];
        for (InstanceId& end : ends) {
            end.view = static_cast<int>(random.below(3));
            end.row = random.below(views[static_cast<std::size_t>(end.view)].rows());
        }
        if (ends[0] == ends[1]) continue;
        links.push_back(must_between(ends[0], ends[1]));
        pairs.emplace_back(first[static_cast<std::size_t>(ends[0].view)] + static_cast<int>(ends[0].row),
                           first[static_cast<std::size_t>(ends[1].view)] + static_cast<int>(ends[1].row));
    }
    Context context;
    const Result result =
        ml_components(Dataset(views).with_constraints(std::span<const Constraint>(links)), {.n_clusters = k}, context);
    std::vector<int> labels;
    for (const Partition& partition : result.partitions)
        labels.insert(labels.end(), partition.labels.begin(), partition.labels.end());
    EXPECT_EQ(labels, reference::ml_components(first.back(), k, pairs));
    EXPECT_EQ(result.constraints.must.violated, 0);
}

INSTANTIATE_TEST_SUITE_P(Seeds, MlComponentsOnRandomLinks, testing::Range(0, 200));

}  // namespace
}  // namespace mvlink
