#include "kernels/stiefel.hpp"

#include "reference/mvcsc.hpp"

#include <mvlink/random.hpp>

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>

#include <cmath>
#include <vector>

namespace mvlink {
namespace {

using kernels::cayley_point;
using kernels::minimize_on_stiefel;
using kernels::orthonormality_error;
using kernels::StiefelMinimum;

Matrix random_matrix(Index rows, Index cols, Random& random) {
    Matrix out(rows, cols);
    for (Index i = 0; i < out.size(); ++i) {
        out.data()[i] = random.normal();
    }
    return out;
}

Matrix random_frame(Index rows, Index cols, Random& random, Context& context) {
    Matrix out = random_matrix(rows, cols, random);
    EXPECT_TRUE(kernels::orthonormalize(out, context));
    return out;
}

reference::mvcsc::Table to_table(const Matrix& matrix) {
    reference::mvcsc::Table out(static_cast<std::size_t>(matrix.rows()));
    for (Index i = 0; i < matrix.rows(); ++i) {
        for (Index j = 0; j < matrix.cols(); ++j)
            out[static_cast<std::size_t>(i)].push_back(matrix(i, j));
    }
    return out;
}

double largest_difference(const Matrix& matrix, const reference::mvcsc::Table& table) {
    double largest = 0;
    for (Index i = 0; i < matrix.rows(); ++i) {
        for (Index j = 0; j < matrix.cols(); ++j) {
            largest = std::max(
                largest, std::abs(matrix(i, j) - table[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)]));
        }
    }
    return largest;
}

/// The normalized Laplacian of a path.
Matrix path_laplacian(Index n) {
    Matrix L = Matrix::Identity(n, n);
    const auto degree = [n](Index i) { return i == 0 || i == n - 1 ? 1.0 : 2.0; };
    for (Index i = 0; i + 1 < n; ++i) {
        L(i, i + 1) = L(i + 1, i) = -1 / std::sqrt(degree(i) * degree(i + 1));
    }
    return L;
}

/// Tr(F'LF) / 2.
kernels::StiefelFunction half_trace(const Matrix& L) {
    return [&L](const Matrix& F, Matrix& G) {
        G = L * F;
        return F.cwiseProduct(G).sum() / 2;
    };
}

TEST(Cayley, QuarterTurnsByHand) {
    Context context;
    const Matrix F = (Matrix(2, 1) << 1, 0).finished(), G = (Matrix(2, 1) << 0, 1).finished();
    const Matrix Y = cayley_point(F, G, 2, context);
    EXPECT_NEAR(Y(0, 0), 0, 1e-15);
    EXPECT_NEAR(Y(1, 0), -1, 1e-15);
    EXPECT_EQ(cayley_point(F, G, 0, context), F);
}

TEST(Cayley, StaysOnTheManifoldForEveryStep) {
    Context context;
    Random random(1);
    for (const double tau : {1e-9, 1e-3, 0.1, 1.0, 7.0, 100.0}) {
        const Matrix F = random_frame(40, 4, random, context), G = random_matrix(40, 4, random);
        // The error of the small system grows with its condition, which grows with tau^2.
        EXPECT_LT(orthonormality_error(cayley_point(F, G, tau, context), context), 1e-13 * (1 + tau * tau)) << tau;
    }
}

TEST(Cayley, LowRankFormEqualsTheDenseOne) {
    Context context;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        Random random(seed);
        const Index n = 5 + random.below(20), c = 1 + random.below(4);
        const Matrix F = random_frame(n, c, random, context);
        const Matrix G = random_matrix(n, c, random) / std::sqrt(static_cast<double>(n));
        const double tau = random.uniform(0, 0.5);
        const auto dense = reference::mvcsc::cayley(to_table(F), to_table(G), tau);
        EXPECT_LT(largest_difference(cayley_point(F, G, tau, context), dense), 4e-15) << seed;
    }
}

TEST(Orthonormalize, IsTheQOfQRWithPositiveDiagonal) {
    Context context;
    Random random(3);
    Matrix F = random_matrix(50, 5, random);
    const Matrix before = F;
    ASSERT_TRUE(kernels::orthonormalize(F, context));
    EXPECT_LT(orthonormality_error(F, context), 1e-14);
    const Matrix R = F.transpose() * before;
    for (Index i = 0; i < 5; ++i) {
        EXPECT_GT(R(i, i), 0);
        for (Index j = 0; j < i; ++j)
            EXPECT_NEAR(R(i, j), 0, 1e-12);
    }
}

TEST(Orthonormalize, RefusesDependentColumnsAndLeavesThem) {
    Context context;
    Matrix F = Matrix::Ones(6, 2);
    const Matrix before = F;
    EXPECT_FALSE(kernels::orthonormalize(F, context));
    EXPECT_EQ(F, before);
}

TEST(StiefelSearch, FindsTheSmallestEigenvaluesOfAPath) {
    Context context;
    Random random(5);
    const Matrix L = path_laplacian(30);
    const Vector values = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(Eigen::MatrixXd(L)).eigenvalues();
    const StiefelMinimum found =
        minimize_on_stiefel(half_trace(L), random_frame(30, 3, random, context), {3000, 1e-7}, context);
    EXPECT_TRUE(found.converged);
    EXPECT_NEAR(2 * found.value, values.head(3).sum(), 1e-8);
}

TEST(StiefelSearch, EndsSoonWhenItIsCancelled) {
    Context context;
    Random random(5);
    const Matrix L = path_laplacian(30);
    const auto f = half_trace(L);
    int values = 0;
    const auto cancelling = [&](const Matrix& F, Matrix& G) {
        if (++values == 4) context.cancel();
        return f(F, G);
    };
    const Matrix start = random_frame(30, 3, random, context);
    const StiefelMinimum found = minimize_on_stiefel(cancelling, start, {3000, 0}, context);
    EXPECT_LE(values, 10) << "at most the shrinking of one step";
    EXPECT_FALSE(found.converged);
    EXPECT_LE(found.value, found.values.front());
}

TEST(StiefelSearch, EveryPointIsOrthonormal) {
    Context context;
    Random random(6);
    const Matrix L = path_laplacian(30);
    const auto f = half_trace(L);
    const auto checked = [&](const Matrix& F, Matrix& G) {
        EXPECT_LT(orthonormality_error(F, context), 1e-10);
        return f(F, G);
    };
    const StiefelMinimum found =
        minimize_on_stiefel(checked, random_frame(30, 4, random, context), {500, 1e-8}, context);
    EXPECT_LT(orthonormality_error(found.F, context), 1e-10);
    EXPECT_GT(found.values.size(), 20U);
}

TEST(StiefelSearch, KeepsTheRuleOfZhangAndHagerAndReturnsTheBestPoint) {
    Context context;
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
        Random random(seed);
        const Matrix A = random_matrix(25, 25, random), L = A + A.transpose();
        const StiefelMinimum found =
            minimize_on_stiefel(half_trace(L), random_frame(25, 3, random, context), {200, 1e-8}, context);
        double mean = found.values[0], weight = 1;
        for (std::size_t t = 1; t < found.values.size(); ++t) {
            EXPECT_LE(found.values[t], mean) << "seed " << seed << " step " << t;
            mean = (0.85 * weight * mean + found.values[t]) / (0.85 * weight + 1);
            weight = 0.85 * weight + 1;
        }
        EXPECT_EQ(found.value, *std::min_element(found.values.begin(), found.values.end()));
        Matrix G(25, 3);
        EXPECT_EQ(half_trace(L)(found.F, G), found.value);
    }
}

TEST(StiefelSearch, FollowsThePlainLoops) {
    Context context;
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
        Random random(seed);
        const Matrix A = random_matrix(12, 12, random), L = 0.1 * (A * A.transpose());
        const Matrix F = random_frame(12, 2, random, context);
        const auto dense = to_table(L);
        const auto f = [&](const reference::mvcsc::Table& Y, reference::mvcsc::Table& G) {
            G = reference::mvcsc::product(dense, Y);
            return reference::mvcsc::inner(Y, G) / 2;
        };
        const auto plain = reference::mvcsc::search(f, to_table(F), 8);
        // Rounding grows from step to step, as both follow the same steps.
        EXPECT_LT(largest_difference(minimize_on_stiefel(half_trace(L), F, {8, 0}, context).F, plain), 1e-9) << seed;
    }
}

TEST(StiefelSearch, StopsAtAMinimumAndAtAConstant) {
    Context context;
    Matrix L = Matrix::Zero(6, 6);
    L.diagonal() << 0, 0, 3, 4, 5, 6;
    const Matrix F = Matrix::Identity(6, 2);
    const StiefelMinimum at_minimum = minimize_on_stiefel(half_trace(L), F, {60, 1e-6}, context);
    EXPECT_TRUE(at_minimum.converged);
    EXPECT_EQ(at_minimum.values.size(), 1U);
    EXPECT_EQ(at_minimum.F, F);
    const auto constant = [](const Matrix&, Matrix& G) {
        G.setZero();
        return 7.0;
    };
    EXPECT_EQ(minimize_on_stiefel(constant, F, {60, 1e-6}, context).value, 7.0);
}

TEST(StiefelSearch, SquareFramesAndOneRowAreFine) {
    Context context;
    const Matrix L = path_laplacian(3);
    EXPECT_NEAR(minimize_on_stiefel(half_trace(L), Matrix::Identity(3, 3), {20, 1e-8}, context).value, 1.5, 1e-12);
    const Matrix one = Matrix::Identity(1, 1);
    EXPECT_EQ(minimize_on_stiefel(half_trace(one), one, {20, 1e-8}, context).value, 0.5);
}

TEST(StiefelSearch, HasTheSameBitsForAnyNumberOfThreads) {
    Random random(9);
    const Index n = 9000;
    const Matrix start = random_matrix(n, 3, random);
    std::vector<Matrix> answers;
    for (const int threads : {1, 4}) {
        Context context({.threads = threads});
        Matrix F = start;
        ASSERT_TRUE(kernels::orthonormalize(F, context));
        const auto diagonal = [&](const Matrix& Y, Matrix& G) {
            double value = 0;
            for (Index i = 0; i < n; ++i) {
                G.row(i) = Y.row(i) * (static_cast<double>(i) / static_cast<double>(n));
                value += Y.row(i).dot(G.row(i)) / 2;
            }
            return value;
        };
        answers.push_back(minimize_on_stiefel(diagonal, F, {15, 0}, context).F);
    }
    EXPECT_EQ(answers[0], answers[1]);
}

}  // namespace
}  // namespace mvlink
