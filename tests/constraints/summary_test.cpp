#include "constraints/summary.hpp"

#include "reference/constraints.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace mvlink {
namespace {

Constraint link_of(int a, int b, Link link) {
    return {{0, std::min(a, b)}, {0, std::max(a, b)}, link, 1};
}

std::vector<Constraint> links(std::initializer_list<std::pair<int, int>> must,
                              std::initializer_list<std::pair<int, int>> cannot) {
    std::vector<Constraint> given;
    for (const auto& [a, b] : must)
        given.push_back(link_of(a, b, Link::must));
    for (const auto& [a, b] : cannot)
        given.push_back(link_of(a, b, Link::cannot));
    return given;
}

TEST(ReferenceClosure, OfTheWorkedCaseIsExact) {
    const auto closure = reference::closure(7, {{0, 1}, {1, 2}, {3, 4}, {2, 3, false}, {0, 5, false}});
    EXPECT_EQ(closure.must, (reference::PairSet{{0, 1}, {0, 2}, {1, 2}, {3, 4}}));
    EXPECT_EQ(closure.cannot,
              (reference::PairSet{{0, 3}, {0, 4}, {0, 5}, {1, 3}, {1, 4}, {1, 5}, {2, 3}, {2, 4}, {2, 5}}));
    EXPECT_TRUE(closure.conflicts.empty());
}

TEST(Summary, CountsTheClosureOfTheWorkedCase) {
    const ConstraintSummary summary = constraints::summarize(links({{0, 1}, {1, 2}, {3, 4}}, {{2, 3}, {0, 5}}));
    EXPECT_EQ(summary.must, 3);
    EXPECT_EQ(summary.cannot, 2);
    EXPECT_EQ(summary.implied_must, 1);
    EXPECT_EQ(summary.implied_cannot, 7);
    EXPECT_EQ(summary.components, 2);
    EXPECT_EQ(summary.largest_component, 3);
    EXPECT_EQ(summary.instances, 6);
    EXPECT_TRUE(summary.conflicts.empty());
}

TEST(Summary, InfersNothingFromAConflict) {
    const auto given = links({{0, 1}, {1, 2}}, {{0, 2}});
    const ConstraintSummary summary = constraints::summarize(given);
    EXPECT_THAT(summary.conflicts, testing::ElementsAre(given[2]));
    EXPECT_EQ(summary.implied_must, 1);
    EXPECT_EQ(summary.implied_cannot, 0);
}

TEST(Summary, OfNothingIsZero) {
    const ConstraintSummary summary = constraints::summarize({});
    EXPECT_EQ(summary.instances, 0);
    EXPECT_EQ(summary.components, 0);
    EXPECT_EQ(summary.largest_component, 0);
    EXPECT_EQ(summary.implied_must, 0);
    EXPECT_EQ(summary.implied_cannot, 0);
}

TEST(Summary, TellsTheSameRowOfTwoViewsApart) {
    const std::vector<Constraint> given{{{0, 4}, {1, 4}, Link::must, 1}, {{1, 4}, {1, 9}, Link::cannot, 2}};
    const ConstraintSummary summary = constraints::summarize(given);
    EXPECT_EQ(summary.instances, 3);
    EXPECT_EQ(summary.components, 1);
    EXPECT_EQ(summary.implied_cannot, 1);
}

TEST(Summary, CountsAClosureTooLargeToWriteOut) {
    std::vector<Constraint> given;
    constexpr Index kRows = 200'000;
    for (Index row = 0; row + 1 < kRows; ++row) {
        if (row + 1 != kRows / 2) given.push_back({{0, row}, {0, row + 1}, Link::must, 1});
    }
    given.push_back({{0, 0}, {0, kRows - 1}, Link::cannot, 1});
    const ConstraintSummary summary = constraints::summarize(given);
    EXPECT_EQ(summary.implied_must, kRows / 2 * (kRows / 2 - 1) - (kRows - 2));
    EXPECT_EQ(summary.implied_cannot, kRows / 2 * (kRows / 2) - 1);
}

TEST(Summary, OfADatasetIsThatOfItsConstraints) {
    const Dataset data = Dataset{View::dense("v", 7, 1, std::vector<double>(7, 0.0))}.with_constraints(
        links({{1, 0}, {1, 2}, {3, 4}, {0, 1}}, {{2, 3}, {5, 0}}));
    const ConstraintSummary summary = summarize_constraints(data);
    EXPECT_EQ(summary.must, 3);
    EXPECT_EQ(summary.implied_must, 1);
    EXPECT_EQ(summary.implied_cannot, 7);
}

class SummaryProperty : public testing::TestWithParam<int> {};

TEST_P(SummaryProperty, AgreesWithTheClosureWrittenOut) {
    std::mt19937 random(static_cast<unsigned>(GetParam()));
    const int points = 2 + static_cast<int>(random() % 20);
    const unsigned links_of_fifty = 1 + random() % 4;
    std::vector<Constraint> given;
    std::vector<reference::GivenPair> pairs;
    for (int a = 0; a < points; ++a) {
        for (int b = a + 1; b < points; ++b) {
            for (const bool must : {true, false}) {
                if (random() % 50 >= links_of_fifty) continue;
                given.push_back(link_of(a, b, must ? Link::must : Link::cannot));
                pairs.push_back({a, b, must});
            }
        }
    }
    const ConstraintSummary summary = constraints::summarize(given);
    const reference::Closure closure = reference::closure(points, pairs);

    EXPECT_EQ(summary.must + summary.implied_must, static_cast<Index>(closure.must.size()));
    EXPECT_EQ(summary.cannot - static_cast<Index>(closure.conflicts.size()) + summary.implied_cannot,
              static_cast<Index>(closure.cannot.size()));
    reference::PairSet conflicts;
    for (const Constraint& conflict : summary.conflicts) {
        conflicts.emplace(static_cast<int>(conflict.a.row), static_cast<int>(conflict.b.row));
    }
    EXPECT_EQ(conflicts, closure.conflicts);
    EXPECT_EQ(summary.conflicts.size(), closure.conflicts.size());
}

INSTANTIATE_TEST_SUITE_P(Seeds, SummaryProperty, testing::Range(0, 200));

}  // namespace
}  // namespace mvlink
