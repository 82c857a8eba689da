#include "kernels/farthest_pair.hpp"

#include <mvlink/random.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace mvlink {
namespace {

using kernels::farthest_pair;
constexpr double kAnyWork = 1e9;

TEST(FarthestPair, IsTheOneWorkedByHand) {
    Matrix Y(4, 2);
    Y << 0, 0, 1, 0, 0, 5, 3, 4;
    Context context;
    const auto found = farthest_pair(Y, kAnyWork, context);
    EXPECT_EQ(found.a, 1);
    EXPECT_EQ(found.b, 2);
    EXPECT_EQ(found.squared_distance, 26);
    EXPECT_TRUE(found.exact);
}

TEST(FarthestPair, OfEqualRowsHasNoLength) {
    Context context;
    EXPECT_EQ(farthest_pair(Matrix::Ones(5, 3), kAnyWork, context).squared_distance, 0);
    EXPECT_EQ(farthest_pair(Matrix::Ones(1, 3), kAnyWork, context).squared_distance, 0);
}

class FarthestPairProperty : public testing::TestWithParam<int> {};

TEST_P(FarthestPairProperty, NoPairIsFarther) {
    Random random(static_cast<std::uint64_t>(GetParam()));
    Matrix Y(2 + random.below(120), 1 + random.below(12));
    for (Index i = 0; i < Y.size(); ++i)
        Y.data()[i] = random.normal();
    Context context;
    const auto found = farthest_pair(Y, kAnyWork, context);
    double farthest = 0;
    for (Index a = 0; a < Y.rows(); ++a) {
        for (Index b = a + 1; b < Y.rows(); ++b)
            farthest = std::max(farthest, (Y.row(a) - Y.row(b)).squaredNorm());
    }
    EXPECT_NEAR(found.squared_distance, farthest, 1e-12 * farthest);
    EXPECT_NEAR((Y.row(found.a) - Y.row(found.b)).squaredNorm(), farthest, 1e-12 * farthest);
}

TEST_P(FarthestPairProperty, WithoutWorkTheSweepsComeClose) {
    Random random(static_cast<std::uint64_t>(GetParam()));
    Matrix Y(200, 3);
    for (Index i = 0; i < Y.size(); ++i)
        Y.data()[i] = random.normal();
    Context context;
    EXPECT_GE(farthest_pair(Y, 0, context).squared_distance,
              0.5 * farthest_pair(Y, kAnyWork, context).squared_distance);
}

/// Pairs in outward order, one after the other, until the work ends.
double farthest_within(const Matrix& Y, double work, double sweeps) {
    const Eigen::RowVectorXd mean = Y.colwise().mean();
    std::vector<std::pair<double, Index>> outward;
    for (Index i = 0; i < Y.rows(); ++i)
        outward.emplace_back(-(Y.row(i) - mean).norm(), i);
    std::sort(outward.begin(), outward.end());
    double best = sweeps;
    for (std::size_t i = 0; i < outward.size(); ++i) {
        for (std::size_t j = i + 1; j < outward.size(); ++j) {
            if (-outward[i].first - outward[j].first <= std::sqrt(best)) break;
            if ((work -= static_cast<double>(Y.cols())) < 0) return best;
            best = std::max(best, (Y.row(outward[i].second) - Y.row(outward[j].second)).squaredNorm());
        }
    }
    return best;
}

TEST_P(FarthestPairProperty, IsTheFarthestOfThoseThatTheWorkReaches) {
    Random random(static_cast<std::uint64_t>(GetParam()));
    Matrix Y(1200, 10);
    for (Index i = 0; i < Y.size(); ++i)
        Y.data()[i] = random.normal();
    Context context;
    const double sweeps = farthest_pair(Y, 0, context).squared_distance;
    for (const double work : {1e3, 1e4, 1e5, 1e6, 1e9}) {
        const double expected = farthest_within(Y, work, sweeps);
        EXPECT_NEAR(farthest_pair(Y, work, context).squared_distance, expected, 1e-12 * expected) << work;
    }
}

TEST(FarthestPair, IsTheFirstOfManyEquallyFar) {
    Matrix Y(2000, 2);
    for (Index i = 0; i < Y.rows(); ++i)
        Y.row(i) << static_cast<double>(i % 2), static_cast<double>(i / 2 % 2);
    Context one({.threads = 1}), three({.threads = 3});
    const auto found = farthest_pair(Y, kAnyWork, one), again = farthest_pair(Y, kAnyWork, three);
    EXPECT_EQ(found.squared_distance, 2);
    EXPECT_EQ(found.a, 0);
    EXPECT_EQ(found.b, 3);
    EXPECT_EQ(again.a, found.a);
    EXPECT_EQ(again.b, found.b);
}

INSTANTIATE_TEST_SUITE_P(Seeds, FarthestPairProperty, testing::Range(0, 100));

}  // namespace
}  // namespace mvlink
