#include "kernels/factor_products.hpp"

#include "kernels/thin_products.hpp"
#include "support/random_problems.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace mvlink::kernels {
namespace {

using support::Table;

/// Entries >= 0 that float holds exactly, half of them zero, some rows empty.
Table nonnegative_table(Index n, Index d, Random& random) {
    Table table(static_cast<std::size_t>(n), std::vector<double>(static_cast<std::size_t>(d), 0.0));
    for (auto& row : table) {
        if (random.uniform() < 0.1) continue;
        for (double& value : row) {
            if (random.uniform() < 0.5) value = static_cast<float>(random.uniform());
        }
    }
    return table;
}

Matrix positive_matrix(Index rows, Index cols, Random& random) {
    Matrix matrix(rows, cols);
    std::generate_n(matrix.data(), matrix.size(), [&] { return 0.1 + random.uniform(); });
    return matrix;
}

Matrix as_matrix(const Table& X) {
    Matrix matrix(static_cast<Index>(X.size()), static_cast<Index>(X.front().size()));
    for (Index i = 0; i < matrix.rows(); ++i) {
        for (Index j = 0; j < matrix.cols(); ++j) {
            matrix(i, j) = X[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
        }
    }
    return matrix;
}

double largest_difference(const Matrix& a, const Matrix& b) {
    return (a - b).cwiseAbs().maxCoeff();
}

constexpr double kClose = 1e-10;

class FactorProducts : public testing::TestWithParam<int> {
protected:
    FactorProducts() {
        for (double& scale : scales)
            scale = random.uniform() < 0.1 ? 0 : 0.5 + random.uniform();
        for (Index i = 0; i < n; ++i)
            scaled.row(i) *= scales[static_cast<std::size_t>(i)];
    }

    Random random{static_cast<std::uint64_t>(GetParam())};
    Index n = 1 + random.below(5000), d = 1 + random.below(40), k = 1 + random.below(20);
    Table X = nonnegative_table(n, d, random);
    std::vector<double> scales = std::vector<double>(static_cast<std::size_t>(n));
    Matrix scaled = as_matrix(X);
    Matrix U = positive_matrix(d, k, random), V = positive_matrix(n, k, random);
    Context context;
};

TEST_P(FactorProducts, OfScaledRowsAreThoseOfTheScaledTable) {
    for (const View& view : support::every_kind(X)) {
        const ScaledRows rows{view.features(), scales};
        EXPECT_LE(largest_difference(times(rows, U, context), scaled * U), kClose) << view.kind();
        EXPECT_LE(largest_difference(transposed_times(rows, V, context), scaled.transpose() * V), kClose * n);
        EXPECT_NEAR(entry_sum(rows, context), scaled.sum(), kClose * n) << view.kind();
        EXPECT_NEAR(square_sum(rows, context), scaled.squaredNorm(), kClose * n) << view.kind();
    }
}

TEST_P(FactorProducts, UnitScalesGiveRowsOfLengthOneAndLeaveRowsOfZerosOut) {
    for (const View& view : support::every_kind(X)) {
        const std::vector<double> units = unit_scales(view.features(), context);
        for (Index i = 0; i < n; ++i) {
            const double length = as_matrix(X).row(i).norm();
            EXPECT_NEAR(units[static_cast<std::size_t>(i)] * length, length > 0 ? 1 : 0, 1e-12);
        }
        if (n > 300) break;
    }
}

TEST_P(FactorProducts, TheLossIsTheSquaredNormOfWhatTheProductMisses) {
    const double direct = (scaled - V * U.transpose()).squaredNorm();
    const double loss =
        factor_loss(scaled.squaredNorm(), scaled.transpose() * V, U, V.transpose() * V, U.transpose() * U);
    EXPECT_NEAR(loss, direct, 1e-11 * (scaled.squaredNorm() + (V * U.transpose()).squaredNorm()));
}

TEST_P(FactorProducts, APassUpdatesEveryRowOnceAndSumsWhatItLeaves) {
    for (const View& view : support::every_kind(X)) {
        Matrix changed = V;
        const RowPass pass = update_rows(
            {view.features(), scales}, U, changed,
            [&](Index first, Matrix& XU) {
                changed.middleRows(first, XU.rows()) += XU;
                return XU.sum();
            },
            context);
        const Matrix expected = V + scaled * U;
        Matrix present = expected;
        for (Index i = 0; i < n; ++i) {
            if (scales[static_cast<std::size_t>(i)] == 0) present.row(i).setZero();
        }
        const double size = static_cast<double>(n) * expected.cwiseAbs().maxCoeff() * expected.cwiseAbs().maxCoeff();
        EXPECT_LE(largest_difference(changed, expected), kClose) << view.kind();
        EXPECT_LE(largest_difference(pass.XtV, scaled.transpose() * expected), kClose * size) << view.kind();
        EXPECT_LE(largest_difference(pass.VtV, present.transpose() * present), kClose * size) << view.kind();
        EXPECT_NEAR(pass.extra, (scaled * U).sum(), kClose * size) << view.kind();
    }
}

TEST_P(FactorProducts, MultiplicativeStepsNeverRaiseTheLoss) {
    const Matrix Y = as_matrix(X);
    const auto loss = [&] { return (Y - V * U.transpose()).squaredNorm(); };
    double last = loss();
    for (int round = 0; round < 3; ++round) {
        multiplicative_step(Y.transpose() * V, V.transpose() * V, {}, U, context);
        multiplicative_step(Y * U, U.transpose() * U, {}, V, context);
        EXPECT_LE(loss(), last * (1 + 1e-12));
        last = loss();
    }
    EXPECT_GE(U.minCoeff(), 0);
    EXPECT_GE(V.minCoeff(), 0);
}

INSTANTIATE_TEST_SUITE_P(Seeds, FactorProducts, testing::Range(0, 12));

TEST(MultiplicativeStep, KeepsZerosUnlessThereIsAFloor) {
    Context context;
    Matrix F(1, 2), N(1, 2), G = Matrix::Identity(2, 2);
    F << 0, 2;
    N << 5, 3;
    multiplicative_step(N, G, {}, F, context);
    EXPECT_EQ(F(0, 0), 0);
    EXPECT_EQ(F(0, 1), 3);
    multiplicative_step(N, G, {.floor = 1e-12}, F, context);
    EXPECT_EQ(F(0, 0), 1e-12);
}

TEST(FactorProductsInParallel, HaveTheSameBitsForAnyNumberOfThreads) {
    Random random(3);
    const Table X = nonnegative_table(9000, 7, random);
    const Matrix U = positive_matrix(7, 5, random), V = positive_matrix(9000, 5, random);
    const auto run = [&](const View& view, int threads) {
        Context context(Context::Settings{.threads = threads});
        const std::vector<double> scales = unit_scales(view.features(), context);
        Matrix changed = V;
        const RowPass pass = update_rows(
            {view.features(), scales}, U, changed,
            [&](Index first, Matrix& XU) {
                changed.middleRows(first, XU.rows()).array() *= XU.array();
                return XU.sum();
            },
            context);
        return std::tuple(changed, pass.XtV, pass.VtV, pass.extra);
    };
    for (const View& view : {support::dense_view<float>(X), support::sparse_view<double>(X)}) {
        EXPECT_EQ(run(view, 1), run(view, 7)) << view.kind();
    }
}

}  // namespace
}  // namespace mvlink::kernels
