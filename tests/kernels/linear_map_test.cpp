#include "kernels/linear_map.hpp"

#include "support/random_problems.hpp"

#include <gtest/gtest.h>

namespace mvlink {
namespace {

TEST(MappedRows, AreTheProductsForEveryKindOfRowsAndAnyNumberOfThreads) {
    Random random(1);
    const support::Table X = support::random_clusters(700, 4, 3, random);
    Matrix W(3, 4);
    for (Index i = 0; i < W.size(); ++i)
        W.data()[i] = random.normal();
    Matrix first;
    for (const View& view : support::every_kind(X)) {
        for (const int threads : {1, 2, 7}) {
            Context context(Context::Settings{.threads = threads});
            const Matrix mapped = kernels::mapped_rows(view.features(), W, context);
            if (first.size() == 0) first = mapped;
            ASSERT_TRUE((mapped.array() == first.array()).all()) << view.kind();
        }
    }
    for (Index row = 0; row < 700; ++row) {
        for (Index out = 0; out < 3; ++out) {
            double sum = 0;
            for (Index j = 0; j < 4; ++j)
                sum += W(out, j) * X[static_cast<std::size_t>(row)][static_cast<std::size_t>(j)];
            ASSERT_NEAR(first(row, out), sum, 1e-12);
        }
    }
}

TEST(FlooredRoots, SquareToTheMatrixWhoseSmallEigenvaluesAreRaised) {
    Matrix S(2, 2);
    S << 2.5, 1.5, 1.5, 2.5;  // eigenvalues 4 and 1
    const auto exact = kernels::floored_roots(S, 0.01);
    EXPECT_TRUE((exact.root * exact.root).isApprox(S, 1e-12));
    EXPECT_TRUE((exact.root * exact.inverse_root).isIdentity(1e-12));
    const auto raised = kernels::floored_roots(S, 3);  // eigenvalues 4 and 3
    Matrix expected(2, 2);
    expected << 3.5, 0.5, 0.5, 3.5;
    EXPECT_TRUE((raised.root * raised.root).isApprox(expected, 1e-12));
    const auto of_zero = kernels::floored_roots(Matrix::Zero(2, 2), 0.25);
    EXPECT_TRUE(of_zero.inverse_root.isApprox(2 * Matrix::Identity(2, 2), 1e-12));
}

}  // namespace
}  // namespace mvlink
