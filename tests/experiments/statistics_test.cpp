#include "experiments/statistics.hpp"
#include "experiments/axis_scale.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace mvlink::experiments {
namespace {

TEST(Statistics, AnIntervalIsThatOfStudentsT) {
    // Mean 2, standard deviation 1, standard error 1 / sqrt 3, quantile 4.302653 at two degrees.
    const Estimate value = estimate(std::vector<double>{1, 2, 3});
    EXPECT_DOUBLE_EQ(value.mean, 2);
    EXPECT_NEAR(value.error, 0.577350, 1e-6);
    EXPECT_NEAR(value.low, 2 - 2.484138, 1e-6);
    EXPECT_NEAR(value.high, 2 + 2.484138, 1e-6);
}

TEST(Statistics, OneValueHasNoInterval) {
    const Estimate value = estimate(std::vector<double>{0.5});
    EXPECT_DOUBLE_EQ(value.mean, 0.5);
    EXPECT_TRUE(std::isnan(value.low) && std::isnan(value.error));
}

TEST(Statistics, QuantilesBeyondTheTableGoOnSmoothly) {
    EXPECT_NEAR(student_quantile(31), 2.039513, 1e-5);
    EXPECT_NEAR(student_quantile(60), 2.000298, 1e-5);
    EXPECT_NEAR(student_quantile(1000000), 1.959964, 1e-5);
}

TEST(AxisScale, TicksAreRoundNumbersWithinTheAxis) {
    const AxisScale axis = AxisScale::rounded(0.763, 0.878, 100, 0);
    EXPECT_THAT(axis.ticks(), testing::Pointwise(testing::DoubleNear(1e-12), {0.75, 0.8, 0.85, 0.9}));
    EXPECT_DOUBLE_EQ(axis(0.75), 100);
    EXPECT_NEAR(axis(0.9), 0, 1e-9);
}

}  // namespace
}  // namespace mvlink::experiments
