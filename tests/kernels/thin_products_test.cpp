#include "kernels/thin_products.hpp"

#include "kernels/sparse_products.hpp"
#include "kernels/sparse_row.hpp"
#include "support/random_problems.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace mvlink::kernels {
namespace {

using support::Table;

/// Entries that float holds exactly, two thirds of them zero.
Table sparse_table(Index n, Index d, Random& random) {
    Table table(static_cast<std::size_t>(n), std::vector<double>(static_cast<std::size_t>(d), 0.0));
    for (auto& row : table) {
        for (double& value : row) {
            if (random.uniform() < 0.33) value = static_cast<float>(random.normal());
        }
    }
    return table;
}

Matrix random_matrix(Index rows, Index cols, Random& random) {
    Matrix matrix(rows, cols);
    std::generate_n(matrix.data(), matrix.size(), [&] { return random.normal(); });
    return matrix;
}

double at(const Table& X, Index i, Index j) {
    return X[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
}

/// Sums of at most a few hundred terms of size one.
constexpr double kClose = 1e-11;

class ThinProducts : public testing::TestWithParam<int> {
protected:
    Random random{static_cast<std::uint64_t>(GetParam())};
    Index n = 1 + random.below(600), d = 1 + random.below(50), c = 1 + GetParam();
    Table X = sparse_table(n, d, random);
    Context context;
};

TEST_P(ThinProducts, AgreeWithPlainLoopsForEveryKindOfView) {
    const Matrix B = random_matrix(d, c, random), A = random_matrix(n, c, random);
    Matrix XB = Matrix::Zero(n, c), XtA = Matrix::Zero(d, c);
    for (Index i = 0; i < n; ++i) {
        for (Index j = 0; j < d; ++j) {
            for (Index h = 0; h < c; ++h) {
                XB(i, h) += at(X, i, j) * B(j, h);
                XtA(j, h) += at(X, i, j) * A(i, h);
            }
        }
    }
    for (const View& view : support::every_kind(X)) {
        EXPECT_LE((times(view.features(), B, context) - XB).cwiseAbs().maxCoeff(), kClose) << view.kind();
        EXPECT_LE((transposed_times(view.features(), A, context) - XtA).cwiseAbs().maxCoeff(), kClose) << view.kind();
    }
}

TEST_P(ThinProducts, GramAndRowSquaresAgreeWithPlainLoops) {
    Matrix XtX = Matrix::Zero(d, d);
    for (Index i = 0; i < n; ++i) {
        for (Index a = 0; a < d; ++a) {
            for (Index b = 0; b < d; ++b)
                XtX(a, b) += at(X, i, a) * at(X, i, b);
        }
    }
    for (const View& view : support::every_kind(X)) {
        EXPECT_LE((gram(view.features(), context) - XtX).cwiseAbs().maxCoeff(), kClose) << view.kind();
        const Vector squares = row_squares(view.features(), context);
        EXPECT_NEAR(squares.sum(), XtX.trace(), kClose * (1 + XtX.trace())) << view.kind();
    }
}

TEST_P(ThinProducts, OfTallMatricesAgreeWithPlainLoops) {
    const Matrix A = random_matrix(n, c, random), B = random_matrix(n, 3, random);
    Matrix AtA = Matrix::Zero(c, c), AtB = Matrix::Zero(c, 3);
    for (Index i = 0; i < n; ++i) {
        for (Index g = 0; g < c; ++g) {
            for (Index h = 0; h < c; ++h)
                AtA(g, h) += A(i, g) * A(i, h);
            for (Index h = 0; h < 3; ++h)
                AtB(g, h) += A(i, g) * B(i, h);
        }
    }
    EXPECT_LE((gram(A, context) - AtA).cwiseAbs().maxCoeff(), kClose);
    EXPECT_LE((transposed_times(A, B, context) - AtB).cwiseAbs().maxCoeff(), kClose);
}

TEST_P(ThinProducts, ARowTimesAMatrixThatIsNotPaddedIsAddedToWhatIsThere) {
    const Matrix B = random_matrix(d, c, random);
    const View view = support::sparse_view<double>(X);
    const auto& rows = std::get<SparseRows<double>>(view.features());
    for (Index i = 0; i < n; ++i) {
        Eigen::RowVectorXd expected = Eigen::RowVectorXd::Constant(c, 0.5), sum = expected;
        for (Index j = 0; j < d; ++j) {
            expected += at(X, i, j) * B.row(j);
        }
        SparseRowTimes::add_unpadded(rows, i, B.data(), c, sum.data());
        ASSERT_LE((sum - expected).cwiseAbs().maxCoeff(), kClose) << "row " << i;
    }
}

TEST_P(ThinProducts, TheTransposedMatrixGivesTheSameProduct) {
    const Matrix A = random_matrix(n, c, random);
    const View view = support::sparse_view<float>(X);
    const auto& rows = std::get<SparseRows<float>>(view.features());
    const OwnedSparseRows<float> other = transposed(rows);
    EXPECT_LE((times(other.view(), A, context) - transposed_times(rows, A, context)).cwiseAbs().maxCoeff(), kClose);
    const OwnedSparseRows<float> again = transposed(other.view());
    EXPECT_EQ(again.columns, std::vector<std::int32_t>(rows.columns.begin(), rows.columns.end()));
    EXPECT_EQ(again.values, std::vector<float>(rows.values.begin(), rows.values.end()));
}

// One to seventy columns: every width of the loops, and more than they hold in registers.
INSTANTIATE_TEST_SUITE_P(Widths, ThinProducts, testing::Range(0, 70, 3));

TEST(ThinProductsInParallel, HaveTheSameBitsForAnyNumberOfThreads) {
    Random random(3);
    const Table X = sparse_table(9000, 7, random);
    const Matrix B = random_matrix(7, 5, random), A = random_matrix(9000, 5, random);
    Context one(Context::Settings{.threads = 1}), seven(Context::Settings{.threads = 7});
    for (const View& view : {support::dense_view<float>(X), support::sparse_view<double>(X)}) {
        EXPECT_EQ(times(view.features(), B, one), times(view.features(), B, seven)) << view.kind();
        EXPECT_EQ(transposed_times(view.features(), A, one), transposed_times(view.features(), A, seven));
        EXPECT_EQ(gram(view.features(), one), gram(view.features(), seven));
    }
    EXPECT_EQ(gram(A, one), gram(A, seven));
}

}  // namespace
}  // namespace mvlink::kernels
