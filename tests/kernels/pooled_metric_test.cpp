#include "kernels/pooled_metric.hpp"

#include "kernels/matrix.hpp"

#include <mvlink/random.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <Eigen/LU>

#include <algorithm>
#include <cmath>

namespace mvlink {
namespace {

using kernels::pooled_factor;
using kernels::pooled_roots;
using testing::DoubleEq;
using testing::ElementsAre;

TEST(PooledMetric, OfOneMetricIsThatMetric) {
    EXPECT_THAT(pooled_roots(std::vector<double>{4, 9}, std::vector<double>{1.0}), ElementsAre(2, 3));
    const std::vector<double> factor{1, 2, 0, 3};
    EXPECT_EQ(pooled_factor(factor, 2, std::vector<double>{1.0}), factor);
}

TEST(PooledMetric, WeightsAreThoseOfTheMeanVariance) {
    // 1 / (.5 / 1 + .5 / 4) = 1.6, and 4 and 4 stay 4.
    const std::vector<double> weights{1, 4, 4, 4};
    EXPECT_THAT(pooled_roots(weights, std::vector<double>{0.5, 0.5}), ElementsAre(DoubleEq(std::sqrt(1.6)), 2));
    EXPECT_THAT(pooled_roots(weights, std::vector<double>{0, 1}), ElementsAre(2, 2));
}

TEST(PooledMetric, AWeightOfZeroStaysZero) {
    EXPECT_THAT(pooled_roots(std::vector<double>{0, 4, 9, 4}, std::vector<double>{0.5, 0.5}), ElementsAre(0, 2));
}

TEST(PooledMetric, ATightClusterOfFewRowsDoesNotDecide) {
    const std::vector<double> roots = pooled_roots(std::vector<double>{1, 1, 1e6, 1}, std::vector<double>{0.99, 0.01});
    EXPECT_NEAR(roots[0], roots[1], 0.01);
}

TEST(PooledMetric, FactorsAgreeWithTheInverseOfTheMeanOfTheInverses) {
    constexpr Index d = 5;
    Random random(1);
    std::vector<double> factors(3 * d * d);
    std::generate(factors.begin(), factors.end(), [&] { return random.normal(); });
    const std::vector<double> shares{0.2, 0.5, 0.3};
    Matrix spread = Matrix::Zero(d, d);
    for (Index m = 0; m < 3; ++m) {
        const Matrix F = Eigen::Map<const Matrix>(factors.data() + m * d * d, d, d);
        spread += shares[static_cast<std::size_t>(m)] * Matrix(F * F.transpose()).inverse();
    }
    const std::vector<double> pooled = pooled_factor(factors, d, shares);
    const Matrix F = Eigen::Map<const Matrix>(pooled.data(), d, d);
    const Matrix product = F * F.transpose() * spread;
    EXPECT_LT((product - Matrix::Identity(d, d)).cwiseAbs().maxCoeff(), 1e-9);  // inverses of matrices of condition 1e3
}

TEST(PooledMetric, ASingularFactorGivesNothing) {
    EXPECT_TRUE(pooled_factor(std::vector<double>{1, 0, 0, 0, 1, 0, 0, 1}, 2, std::vector<double>{0.5, 0.5}).empty());
}

}  // namespace
}  // namespace mvlink
