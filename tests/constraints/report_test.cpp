#include <mvlink/constraints.hpp>
#include <mvlink/error.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace mvlink {
namespace {

using Labels = std::vector<std::int32_t>;
using LabelsOfViews = std::vector<std::span<const std::int32_t>>;

Dataset two_views() {
    return Dataset{std::vector<View>{View::dense("text", 4, 1, std::vector<double>(4, 0.0)),
                                     View::dense("image", 3, 1, std::vector<double>(3, 0.0))}};
}

Constraint must(InstanceId a, InstanceId b, double weight = 1) {
    return {a, b, Link::must, weight};
}

Constraint cannot(InstanceId a, InstanceId b, double weight = 1) {
    return {a, b, Link::cannot, weight};
}

Dataset with(const std::vector<Constraint>& constraints) {
    return two_views().with_constraints(std::span<const Constraint>{constraints});
}

const Labels kText{0, 0, 1, 1};
const Labels kImage{0, 1, 2};

TEST(Report, CountsSatisfiedAndViolatedInAViewAndAcrossViews) {
    const Dataset data = with({must({0, 0}, {0, 1}), must({0, 0}, {0, 2}), must({0, 2}, {1, 1}), cannot({0, 0}, {1, 0}),
                               cannot({0, 0}, {1, 2})});
    const ConstraintReport report = report_constraints(data, LabelsOfViews{kText, kImage});
    EXPECT_EQ(report.must.given, 3);
    EXPECT_EQ(report.must.satisfied, 2);
    EXPECT_EQ(report.must.violated, 1);
    EXPECT_EQ(report.cannot.given, 2);
    EXPECT_EQ(report.cannot.satisfied, 1);
    EXPECT_EQ(report.cannot.violated, 1);
    EXPECT_EQ(report.must.implied, 3);    // four instances joined, six pairs, three given
    EXPECT_EQ(report.cannot.implied, 6);  // four instances apart from two, eight pairs, two given
}

TEST(Report, ListsTheDearestViolationFirstAndKeepsTheOrderOfEquals) {
    const Dataset data = with({must({0, 0}, {0, 2}, 2), must({0, 0}, {0, 3}, 5), must({0, 1}, {0, 2}, 2),
                               cannot({0, 2}, {0, 3}, 3), must({0, 0}, {0, 1}, 100)});
    const ConstraintReport report = report_constraints(data, LabelsOfViews{kText, kImage}, 0.5);
    std::vector<Constraint> order;
    std::vector<double> costs;
    for (const Violation& violation : report.violations) {
        order.push_back(violation.constraint);
        costs.push_back(violation.cost);
    }
    EXPECT_THAT(order, testing::ElementsAre(must({0, 0}, {0, 3}, 5), cannot({0, 2}, {0, 3}, 3), must({0, 0}, {0, 2}, 2),
                                            must({0, 1}, {0, 2}, 2)));
    EXPECT_THAT(costs, testing::ElementsAre(2.5, 1.5, 1, 1));
}

TEST(Report, LeavesOutConstraintsOfViewsWithoutLabels) {
    const Dataset data = with({must({0, 0}, {0, 2}), must({0, 2}, {1, 1}), cannot({1, 0}, {1, 1})});
    const ConstraintReport report = report_constraints(data, LabelsOfViews{kText, {}});
    EXPECT_EQ(report.must.given, 1);
    EXPECT_EQ(report.must.violated, 1);
    EXPECT_EQ(report.must.implied, 0);
    EXPECT_EQ(report.cannot.given, 0);
}

TEST(Report, ARowInNoClusterIsTogetherWithNothing) {
    const Labels unlabelled{-1, -1, 1, 1};
    const Dataset data = with({must({0, 0}, {0, 1}), cannot({0, 0}, {0, 1})});
    const ConstraintReport report = report_constraints(data, LabelsOfViews{unlabelled, kImage});
    EXPECT_EQ(report.must.violated, 1);
    EXPECT_EQ(report.cannot.satisfied, 1);
}

TEST(Report, AContradictionIsViolatedOnceAndInfersNothing) {
    const Dataset data = with({must({0, 0}, {0, 1}), cannot({0, 0}, {0, 1})});
    const ConstraintReport report = report_constraints(data, LabelsOfViews{kText, kImage});
    EXPECT_EQ(report.must.satisfied, 1);
    EXPECT_EQ(report.cannot.violated, 1);
    EXPECT_EQ(report.must.implied, 0);
    EXPECT_EQ(report.cannot.implied, 0);
}

TEST(Report, WithoutConstraintsIsEmpty) {
    const ConstraintReport report = report_constraints(two_views(), LabelsOfViews{kText, kImage});
    EXPECT_EQ(report.must.given, 0);
    EXPECT_EQ(report.cannot.given, 0);
    EXPECT_TRUE(report.violations.empty());
}

TEST(Report, BadInputIsRefused) {
    const auto refusal = [](const LabelsOfViews& labels, double weight) {
        try {
            report_constraints(two_views(), labels, weight);
        } catch (const Error& error) {
            return error.code();
        }
        ADD_FAILURE() << "nothing was thrown";
        return ErrorCode::internal;
    };
    EXPECT_EQ(refusal({kText}, 1), ErrorCode::input);
    EXPECT_EQ(refusal({kImage, kText}, 1), ErrorCode::input);
    EXPECT_EQ(refusal({kText, kImage}, -1), ErrorCode::usage);
    EXPECT_EQ(refusal({kText, kImage}, std::nan("")), ErrorCode::usage);
}

}  // namespace
}  // namespace mvlink
