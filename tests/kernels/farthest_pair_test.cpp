#include "kernels/farthest_pair.hpp"

#include <mvlink/random.hpp>

#include <gtest/gtest.h>

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

INSTANTIATE_TEST_SUITE_P(Seeds, FarthestPairProperty, testing::Range(0, 100));

}  // namespace
}  // namespace mvlink
