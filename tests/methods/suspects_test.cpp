#include "methods/kmeans/answer/suspects.hpp"

#include "support/random_problems.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mvlink {
namespace {

using kmeans_family::ConstrainedView;
using kmeans_family::find_suspects;
using kmeans_family::ViolationCounts;
using support::constrained;

Constraint must(Index a, Index b) {
    return {{0, a}, {0, b}, Link::must, 1};
}
Constraint cannot(Index a, Index b) {
    return {{0, a}, {0, b}, Link::cannot, 1};
}

/// Rows 0..9 lie at 0 and rows 10..19 at `distance`, with centres there.
std::vector<Suspect> suspects_among(const std::vector<Constraint>& links, double distance = 10, double variance = 1) {
    std::vector<double> values(20, 0);
    std::fill(values.begin() + 10, values.end(), distance);
    const Dataset data = constrained(View::dense("x", 20, 1, values), links);
    const ConstrainedView problem(data);
    Matrix costs(static_cast<Index>(problem.components.nodes().size()), 2);
    for (Index p = 0; p < costs.rows(); ++p) {
        const double x = values[static_cast<std::size_t>(problem.row_at(p))];
        costs.row(p) << x * x, (x - distance) * (x - distance);
    }
    return find_suspects(problem, costs, ViolationCounts(problem), variance);
}

/// What the clusters say: the first rows together, the last rows together, one of each apart.
std::vector<Constraint> agreeing(Index count) {
    std::vector<Constraint> links;
    for (Index i = 0; i < count; ++i) {
        links.insert(links.end(), {must(i, i + 1), must(i + 10, i + 11), cannot(i, i + 10)});
    }
    return links;
}

TEST(Suspects, WhatAgreesWithTheFeaturesIsNone) {
    EXPECT_TRUE(suspects_among(agreeing(8)).empty());
}

TEST(Suspects, OneMustLinkAcrossTwoClearClustersIsOneAndItsStrainIsWhatItCosts) {
    auto links = agreeing(8);
    links.push_back(must(0, 19));
    const auto found = suspects_among(links);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].constraint.b.row, 19);
    EXPECT_EQ(found[0].score, 100);  // both in one cluster: 0 + 100; free: 0 + 0
}

TEST(Suspects, OneCannotLinkInsideAClearClusterIsOne) {
    auto links = agreeing(8);
    links.push_back(cannot(0, 9));
    const auto found = suspects_among(links);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].constraint.b.row, 9);
    EXPECT_EQ(found[0].score, 100);
}

TEST(Suspects, ClustersThatOverlapAccuseNobody) {
    // The odds of the nearer centre are exp(D^2 / 2) for rows at the centres, D in deviations. Two such rows are apart
    // with the probability p^2 + (1 - p)^2: .9 for D = 2.4, .96 for D = 2.8.
    auto links = agreeing(8);
    links.push_back(must(0, 19));
    EXPECT_TRUE(suspects_among(links, 2.4).empty());
    EXPECT_EQ(suspects_among(links, 2.8).size(), 1U);
    EXPECT_TRUE(suspects_among(links, 10, 16).empty());
}

TEST(Suspects, WhereManyAnswersDisagreeTheClustersAreToBlame) {
    auto links = agreeing(8);
    for (Index i = 0; i < 3; ++i)
        links.push_back(must(i, i + 15));
    // Beside each: 2 of the 10 others about these clusters, and 3 of 12 in general: (2 + 2 / 4) / (10 + 2) = .21.
    EXPECT_EQ(suspects_among(links).size(), 3U);
    links.push_back(must(3, 18));
    // (3 + 2 * 4 / 13) / (11 + 2) = .28
    EXPECT_TRUE(suspects_among(links).empty());
}

TEST(Suspects, RowsThatDoNotVaryAreClear) {
    auto links = agreeing(8);
    links.push_back(must(0, 19));
    EXPECT_EQ(suspects_among(links, 10, 0).size(), 1U);
}

}  // namespace
}  // namespace mvlink
