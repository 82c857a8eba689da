#include "constraints/judgements.hpp"

#include <mvlink/constraints.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mvlink {
namespace {

using testing::ElementsAre;
using Labels = std::vector<std::int32_t>;
using LabelsOfViews = std::vector<std::span<const std::int32_t>>;

View column(const std::string& name, Index rows) {
    return View::dense(name, rows, 1, std::vector<double>(static_cast<std::size_t>(rows), 1.0));
}

/// Two views whose rows are the same six objects; in the second they stand in reverse order.
Dataset mapped_views() {
    Mapping mapping{0, 1, {}};
    for (Index row = 0; row < 6; ++row) {
        mapping.rows.emplace_back(row, 5 - row);
    }
    return Dataset({column("a", 6).with_ids({"0", "1", "2", "3", "4", "5"}),
                    column("b", 6).with_ids({"5", "4", "3", "2", "1", "0"})})
        .with_mappings({mapping});
}

ConstraintSpec on_objects(const char* a, const char* b, Link link = Link::must, double weight = 1) {
    return {{"", a}, {"", b}, link, weight, ""};
}

Dataset with(const Dataset& data, const std::vector<ConstraintSpec>& specs) {
    return data.with_constraints(std::span<const ConstraintSpec>(specs));
}

TEST(Judgements, OnObjectsHaveACopyPerViewAndCountOnce) {
    const Dataset data =
        with(mapped_views(),
             {on_objects("0", "1"), on_objects("2", "4", Link::cannot), {{"a", "0"}, {"b", "5"}, Link::cannot, 1, ""}});
    ASSERT_EQ(data.constraints().size(), 5U);
    EXPECT_EQ(count_judgements(data), 3);
    const constraints::Judgements judgements(data.constraints(), data.objects());
    ASSERT_EQ(judgements.count(), 3);
    EXPECT_EQ(judgements.copies(0).size(), 2U);
    EXPECT_EQ(judgements.copies(0)[0].a, (InstanceId{0, 0}));
    EXPECT_EQ(judgements.copies(0)[1].a, (InstanceId{1, 4}));
    EXPECT_EQ(judgements.copies(1).size(), 1U) << "between the views, so about these two instances only";
    EXPECT_EQ(judgements.copies(2).size(), 2U);
    EXPECT_FALSE(judgements.all_on_objects());
}

TEST(Judgements, WhatFollowsFromThemIsNone) {
    const std::vector<Constraint> list{{{0, 0}, {0, 1}, Link::must, 1, Origin::given},
                                       {{0, 0}, {0, 2}, Link::must, 1, Origin::implied},
                                       {{0, 3}, {0, 4}, Link::must, 1, Origin::propagated}};
    const Dataset data = Dataset(column("x", 5)).with_constraints(std::span<const Constraint>(list));
    EXPECT_EQ(data.constraints().size(), 3U);
    EXPECT_EQ(count_judgements(data), 1);
}

TEST(Judgements, AreStillOneAfterAViewWasChosenOrChanged) {
    const Dataset data = with(mapped_views(), {on_objects("0", "1"), on_objects("1", "2")});
    EXPECT_EQ(count_judgements(data), 2);
    EXPECT_EQ(count_judgements(data.with_constraints(data.constraints())), 2);
    EXPECT_EQ(count_judgements(data.with_views({data.view(0), data.view(1)})), 2);
    const std::vector<std::string> swapped{"b", "a"}, one{"b"};
    EXPECT_EQ(count_judgements(data.select(swapped)), 2);
    EXPECT_EQ(count_judgements(data.select(one)), 2);
}

TEST(ReportOfObjects, AJudgementIsSatisfiedIfAllItsCopiesAreAndListedOnceIfNot) {
    const Dataset data =
        with(mapped_views(), {on_objects("0", "1", Link::must, 2), on_objects("1", "2", Link::must, 3),
                              on_objects("3", "4", Link::must, 4), on_objects("0", "5", Link::cannot)});
    const Labels a{0, 0, 0, 1, 0, 1};
    const Labels b{1, 0, 1, 0, 1, 0};  // objects 5 .. 0: 0 and 1 apart, 1 and 2 apart, 3 and 4 apart
    const ConstraintReport report = report_constraints(data, LabelsOfViews{a, b}, 10);
    EXPECT_EQ(report.must.given, 3);
    EXPECT_EQ(report.must.satisfied, 0);
    EXPECT_EQ(report.must.violated, 3);
    EXPECT_EQ(report.cannot.given, 1);
    EXPECT_EQ(report.cannot.satisfied, 1);
    ASSERT_EQ(report.violations.size(), 3U);
    EXPECT_EQ(report.violations[0].constraint.a, (InstanceId{0, 3}));
    EXPECT_EQ(report.violations[0].cost, 80) << "in both views";
    EXPECT_EQ(report.violations[1].constraint.a, (InstanceId{1, 3}));
    EXPECT_EQ(report.violations[1].cost, 30) << "in the second view only";
    EXPECT_EQ(report.must.implied, 1) << "objects 0 and 2, once and not once per view";
}

TEST(SummaryOfObjects, CountsObjects) {
    const Dataset data = with(mapped_views(), {on_objects("0", "1"), on_objects("1", "2"),
                                               on_objects("0", "2", Link::cannot), on_objects("2", "5", Link::cannot)});
    const ConstraintSummary summary = summarize_constraints(data);
    EXPECT_EQ(summary.must, 2);
    EXPECT_EQ(summary.cannot, 2);
    EXPECT_EQ(summary.implied_must, 1);
    EXPECT_EQ(summary.implied_cannot, 2);
    EXPECT_EQ(summary.components, 1);
    EXPECT_EQ(summary.largest_component, 3);
    EXPECT_EQ(summary.instances, 4);
    ASSERT_EQ(summary.conflicts.size(), 1U);
    EXPECT_EQ(summary.conflicts[0].link, Link::cannot);
}

TEST(SummaryOfObjects, WithOthersCountsInstancesButEveryJudgementOnce) {
    const Dataset data = with(mapped_views(), {on_objects("0", "1"),
                                               on_objects("1", "2"),
                                               on_objects("0", "2", Link::cannot),
                                               {{"a", "3"}, {"a", "4"}, Link::must, 1, ""}});
    const ConstraintSummary summary = summarize_constraints(data);
    EXPECT_EQ(summary.must, 3);
    EXPECT_EQ(summary.implied_must, 2);
    EXPECT_EQ(summary.components, 3);
    EXPECT_EQ(summary.instances, 8);
    EXPECT_EQ(summary.conflicts.size(), 1U);
}

}  // namespace
}  // namespace mvlink
