#include "kernels/nonnegative.hpp"

#include "reference/nmf.hpp"
#include "support/random_problems.hpp"

#include <gtest/gtest.h>

namespace mvlink {
namespace {

using support::Table;

Table random_nonnegative(Index n, Index d, Random& random) {
    Table X = support::random_table(n, d, random);
    for (auto& row : X) {
        for (double& value : row)
            value = random.uniform() < 0.3 ? 0 : static_cast<float>(std::abs(value));
    }
    return X;
}

Matrix to_matrix(const Table& X) {
    Matrix out(static_cast<Index>(X.size()), static_cast<Index>(X.front().size()));
    for (Index i = 0; i < out.rows(); ++i) {
        for (Index j = 0; j < out.cols(); ++j)
            out(i, j) = X[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
    }
    return out;
}

class NonnegativeRows : public testing::TestWithParam<int> {};

TEST_P(NonnegativeRows, AreThoseThatTryingEverySupportFinds) {
    Random random(static_cast<std::uint64_t>(GetParam()));
    const Index r = 1 + random.below(6), d = r + random.below(8), n = 20;
    const Table A = support::random_table(r, d, random), X = support::random_table(n, d, random);
    const Matrix a = to_matrix(A), x = to_matrix(X);
    Context context;
    const Matrix V = kernels::nonnegative_rows(a * a.transpose(), x * a.transpose(), context);
    EXPECT_GE(V.minCoeff(), 0);
    for (Index i = 0; i < n; ++i) {
        const auto expected = reference::nonnegative_fit(X[static_cast<std::size_t>(i)], A);
        for (Index c = 0; c < r; ++c)
            EXPECT_NEAR(V(i, c), expected[static_cast<std::size_t>(c)], 1e-8) << "row " << i;
    }
}

TEST_P(NonnegativeRows, CannotBeImprovedAlsoWhereColumnsDependOnOthers) {
    Random random(static_cast<std::uint64_t>(GetParam()), "dependent", 0);
    const Index d = 4, n = 20;
    Matrix a = to_matrix(support::random_table(7, d, random));  // more than d, and two of them equal
    a.row(5) = a.row(2);
    a.row(6).setZero();
    const Matrix x = to_matrix(support::random_table(n, d, random));
    Context context;
    const Matrix G = a * a.transpose(), B = x * a.transpose();
    const Matrix V = kernels::nonnegative_rows(G, B, context);
    const Matrix gradient = B - V * G;  // what an entry would gain
    EXPECT_GE(V.minCoeff(), 0);
    EXPECT_LT(gradient.maxCoeff(), 1e-5 * B.cwiseAbs().maxCoeff());
    EXPECT_LT(V.cwiseProduct(gradient).cwiseAbs().maxCoeff(), 1e-5 * B.cwiseAbs().maxCoeff());
}

TEST_P(NonnegativeRows, SweepsNeverRaiseTheLossAndEndWhereNoneIsBetter) {
    Random random(static_cast<std::uint64_t>(GetParam()), "steps", 0);
    const Index k = 1 + random.below(6), n = 30;
    const Matrix a = to_matrix(random_nonnegative(k, 9, random)), x = to_matrix(random_nonnegative(n, 9, random));
    const Matrix G = a * a.transpose(), B = x * a.transpose();
    const auto loss = [&](const Matrix& V) { return (x - V * a).squaredNorm(); };
    const Matrix start = to_matrix(random_nonnegative(n, k, random)).array() + 0.1;
    Matrix V = start;
    for (int step = 0; step < 400; ++step) {
        const double before = loss(V);
        kernels::coordinate_sweeps(G, B, 2, V);
        EXPECT_LE(loss(V), before * (1 + 1e-12));
        EXPECT_GE(V.minCoeff(), 0);
    }
    Context context;
    EXPECT_NEAR(loss(V), loss(kernels::nonnegative_rows(G, B, context)), 1e-6 * loss(start));
}

INSTANTIATE_TEST_SUITE_P(Seeds, NonnegativeRows, testing::Range(0, 60));

}  // namespace
}  // namespace mvlink
