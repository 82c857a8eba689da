#include <mvlink/contradictions.hpp>
#include <mvlink/error.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mvlink::test {
namespace {

Dataset two_views() {
    const auto view = [](const char* name) { return View::dense(name, 6, 1, std::vector<double>{1, 2, 3, 4, 5, 6}); };
    return Dataset(std::vector<View>{view("text"), view("image")}).with_row_mapping();
}

Constraint link(int view, Index a, Index b, Link kind) {
    return {{view, a}, {view, b}, kind};
}

TEST(Contradictions, NeedAChainOfMustLinks) {
    const std::vector<Constraint> given{link(0, 0, 1, Link::must), link(0, 1, 2, Link::cannot)};
    EXPECT_TRUE(find_contradictions(two_views().with_constraints(given)).empty());
}

/// A knot over two views: 0-1-2-3 is joined the long way in the texts and shorter through the images.
TEST(Contradictions, AreProvenByTheShortestChainAcrossViews) {
    const std::vector<Constraint> given{
        link(0, 0, 1, Link::must), link(0, 1, 2, Link::must),   link(0, 2, 3, Link::must),  link(1, 0, 4, Link::must),
        link(1, 3, 4, Link::must), link(0, 0, 3, Link::cannot), link(1, 4, 5, Link::cannot)};
    const auto found = find_contradictions(two_views().with_constraints(given));
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].cannot.a.row, 0);
    EXPECT_EQ(found[0].cannot.b.row, 3);
    ASSERT_EQ(found[0].chain.size(), 2U);
    EXPECT_EQ(found[0].chain[0], link(1, 0, 4, Link::must));
    EXPECT_EQ(found[0].chain[1], link(1, 3, 4, Link::must));
}

TEST(Contradictions, RowsOfOneObjectNeedNoChain) {
    const std::vector<Constraint> given{{{0, 2}, {1, 2}, Link::cannot}};
    const auto found = find_contradictions(two_views().with_constraints(given));
    ASSERT_EQ(found.size(), 1U);
    EXPECT_TRUE(found[0].chain.empty());
}

TEST(Closure, HoldsWhatFollowsAndNoMore) {
    const View view = View::dense("x", 5, 1, std::vector<double>{1, 2, 3, 4, 5});
    const std::vector<Constraint> given{link(0, 0, 1, Link::must), link(0, 1, 2, Link::must),
                                        link(0, 2, 3, Link::cannot)};
    const auto closed = closed_constraints(Dataset(view).with_constraints(given));
    ASSERT_EQ(closed.size(), 6U);  // three must-links, three cannot-links
    EXPECT_EQ(closed[1], (Constraint{{0, 0}, {0, 2}, Link::must, 1, Origin::implied}));
    EXPECT_EQ(closed[2], (Constraint{{0, 0}, {0, 3}, Link::cannot, 1, Origin::implied}));
    EXPECT_THROW(closed_constraints(Dataset(view).with_constraints(given), 5), Error);
}

TEST(Closure, WhatFollowsWeighsAsMuchAsTheLightestJudgementBehindIt) {
    const View view = View::dense("x", 5, 1, std::vector<double>{1, 2, 3, 4, 5});
    std::vector<Constraint> given{link(0, 0, 1, Link::must), link(0, 1, 2, Link::must), link(0, 2, 3, Link::cannot),
                                  link(0, 0, 2, Link::cannot)};
    given[0].weight = 2;
    given[1].weight = 0.25;
    given[2].weight = 0.125;
    given[3].weight = 1e-9;  // contradicted
    const auto closed = closed_constraints(Dataset(view).with_constraints(given));
    ASSERT_EQ(closed.size(), 6U);
    EXPECT_EQ(closed[0].weight, 2) << "as given";
    EXPECT_EQ(closed[2], (Constraint{{0, 0}, {0, 3}, Link::cannot, 0.125, Origin::implied}));
    given[2].weight = 4;
    EXPECT_EQ(closed_constraints(Dataset(view).with_constraints(given))[2].weight, 0.25);
}

TEST(ClusterBounds, CountWhatIsPairwiseApart) {
    // 0, 2 and 4 are pairwise apart; 1 belongs to 0.
    const std::vector<Constraint> given{link(0, 0, 1, Link::must), link(0, 1, 2, Link::cannot),
                                        link(0, 2, 4, Link::cannot), link(0, 0, 4, Link::cannot)};
    const ClusterBounds bounds = cluster_bounds(two_views().with_constraints(given));
    EXPECT_EQ(bounds.least, 3);
    EXPECT_EQ(bounds.enough, 3);
    EXPECT_EQ(bounds.most, 5);
    EXPECT_EQ(bounds.judged, 4);
    EXPECT_EQ(bounds.apart.size(), 3U);
}

TEST(Contradictions, ARuleAgainstMustLinksIsProvenByTheirChain) {
    // 0 and 2 are both "web", and 0 = 1 = 2.
    const std::vector<Constraint> given{link(0, 0, 1, Link::must), link(0, 1, 2, Link::must)};
    const Dataset data = two_views()
                             .with_group_rule(group_rule_of("source", {"web", "shop", "web", "web", "", ""}))
                             .with_constraints(given);
    const auto found = find_contradictions(data);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].group, "web");
    EXPECT_EQ(found[0].cannot.a.row, 0);
    EXPECT_EQ(found[0].cannot.b.row, 2);
    EXPECT_EQ(found[0].chain.size(), 2U);
}

TEST(ClusterBounds, ARuleNeedsAClusterForEveryRowOfItsLargestGroup) {
    // Three "web" rows; 3 is must-linked to "shop" 1, which is cannot-linked to "web" 0.
    const std::vector<Constraint> given{link(0, 1, 3, Link::must), link(0, 0, 1, Link::cannot)};
    const Dataset data = two_views()
                             .with_group_rule(group_rule_of("source", {"web", "shop", "web", "", "web", "shop"}))
                             .with_constraints(given);
    const ClusterBounds bounds = cluster_bounds(data);
    EXPECT_EQ(bounds.least, 3);
    EXPECT_EQ(bounds.enough, 3);
    EXPECT_EQ(bounds.apart.size(), 3U);
}

}  // namespace
}  // namespace mvlink::test
