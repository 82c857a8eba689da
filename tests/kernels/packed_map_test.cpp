#include "kernels/packed_map.hpp"

#include <mvlink/random.hpp>

#include <gtest/gtest.h>

namespace mvlink {
namespace {

using kernels::PackedMap;

Matrix normal_matrix(Index rows, Index cols, Random& random) {
    Matrix values(rows, cols);
    for (Index i = 0; i < values.size(); ++i)
        values.data()[i] = random.normal();
    return values;
}

Matrix mapped(const Matrix& X, const Matrix& F) {
    Matrix out(X.rows(), F.cols());
    PackedMap(F).map(X.data(), X.rows(), out.data(), F.cols());
    return out;
}

Vector distances(const Matrix& X, const Matrix& F, const Vector& point) {
    Vector out(X.rows());
    PackedMap(F).squared_distances(X.data(), X.rows(), point.data(), out.data(), 1);
    return out;
}

TEST(PackedMap, IsTheProductWorkedByHand) {
    Matrix X(1, 2), F(2, 3), expected(1, 3);
    X << 1, 2;
    F << 1, 0, 3, 4, 0, 6;
    expected << 9, 0, 15;
    EXPECT_EQ(mapped(X, F), expected);
    EXPECT_EQ(distances(X, F, Vector::Constant(3, 1.0))[0], 64 + 1 + 196);
}

class PackedMapProperty : public testing::TestWithParam<int> {};

TEST_P(PackedMapProperty, AgreesWithPlainLoopsForSquareAndTriangularMaps) {
    Random random(static_cast<std::uint64_t>(GetParam()));
    const Index n = 1 + random.below(40), d = 1 + random.below(60);
    const Matrix X = normal_matrix(n, d, random), point = normal_matrix(d, 1, random);
    Matrix F = normal_matrix(d, d, random);
    const int shape = GetParam() % 3;
    for (Index k = 0; k < d; ++k) {
        for (Index j = 0; j < d; ++j)
            if ((shape == 1 && j < k) || (shape == 2 && j > k)) F(k, j) = 0;
    }
    const Matrix found = mapped(X, F);
    const Vector found_distances = distances(X, F, point);
    for (Index i = 0; i < n; ++i) {
        double expected_distance = 0;
        for (Index j = 0; j < d; ++j) {
            double expected = 0;
            for (Index k = 0; k < d; ++k)
                expected += X(i, k) * F(k, j);
            EXPECT_NEAR(found(i, j), expected, 1e-12);  // sums of up to 60 products of numbers near 1
            expected_distance += (expected - point(j, 0)) * (expected - point(j, 0));
        }
        EXPECT_NEAR(found_distances[i], expected_distance, 1e-12 * expected_distance);
    }
}

TEST_P(PackedMapProperty, ARowDoesNotDependOnTheRowsBesideIt) {
    Random random(static_cast<std::uint64_t>(GetParam()));
    const Index n = 1 + random.below(40), d = 1 + random.below(60);
    const Matrix X = normal_matrix(n, d, random), F = normal_matrix(d, d, random);
    const Vector point = normal_matrix(d, 1, random);
    const Matrix together = mapped(X, F);
    const Vector distances_together = distances(X, F, point);
    for (Index i = 0; i < n; ++i) {
        EXPECT_EQ(mapped(X.row(i), F), together.row(i));
        EXPECT_EQ(distances(X.row(i), F, point)[0], distances_together[i]);
    }
}

INSTANTIATE_TEST_SUITE_P(Seeds, PackedMapProperty, testing::Range(0, 60));

}  // namespace
}  // namespace mvlink
