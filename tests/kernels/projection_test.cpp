#include "kernels/projection.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace mvlink {
namespace {

using kernels::Axes;
using kernels::project_to_plane;
using kernels::Projection;

struct Table {
    Index rows, cols;
    std::vector<double> values;

    [[nodiscard]] DenseRows<double> dense() const { return {values.data(), rows, cols, cols, 1}; }
};

/// Compressed rows of the entries that are not zero.
struct Compressed {
    std::vector<Index> offsets{0};
    std::vector<std::int32_t> columns;
    std::vector<double> values;
    Index rows, cols;

    explicit Compressed(const Table& table) : rows(table.rows), cols(table.cols) {
        for (Index row = 0; row < rows; ++row) {
            for (Index col = 0; col < cols; ++col) {
                const double value = table.dense().at(row, col);
                if (value == 0) continue;
                columns.push_back(static_cast<std::int32_t>(col));
                values.push_back(value);
            }
            offsets.push_back(static_cast<Index>(values.size()));
        }
    }
    [[nodiscard]] SparseRows<double> view() const { return {rows, cols, offsets, columns, values}; }
};

/// Noise of size 0.1 everywhere, 5 along one direction and 2 along another; far from the origin.
Table two_strong_directions(Index rows, Index cols, std::uint64_t seed) {
    Random random(seed);
    Table table{rows, cols, {}};
    for (Index row = 0; row < rows; ++row) {
        const double first = 5 * random.normal(), second = 2 * random.normal();
        for (Index col = 0; col < cols; ++col) {
            const double along = col == 1 ? first * 0.8 : col == 2 ? -first * 0.6 : col == 0 ? second : 0;
            table.values.push_back(3 + along + 0.1 * random.normal());
        }
    }
    return table;
}

/// Many zeros, as in text.
Table mostly_zero(Index rows, Index cols, std::uint64_t seed) {
    Random random(seed);
    Table table{rows, cols, std::vector<double>(static_cast<std::size_t>(rows * cols), 0.0)};
    for (Index row = 0; row < rows; ++row) {
        const Index topic = row % 3;
        for (int word = 0; word < 12; ++word) {
            const Index col = topic * 40 + random.below(40);
            table.values[static_cast<std::size_t>(row * cols + col)] += 1 + static_cast<double>(topic);
        }
        table.values[static_cast<std::size_t>(row * cols + random.below(cols))] += 1;
    }
    return table;
}

double variance_along(const Projection& projection, std::size_t axis) {
    const std::size_t n = projection.coordinates.size() / 2;
    double mean = 0, squares = 0;
    for (std::size_t i = 0; i < n; ++i) {
        mean += projection.coordinates[2 * i + axis] / static_cast<double>(n);
    }
    for (std::size_t i = 0; i < n; ++i) {
        squares += std::pow(projection.coordinates[2 * i + axis] - mean, 2);
    }
    return squares / static_cast<double>(n);
}

void expect_close(const Projection& a, const Projection& b, double tolerance) {
    ASSERT_EQ(a.coordinates.size(), b.coordinates.size());
    for (std::size_t i = 0; i < a.coordinates.size(); ++i) {
        ASSERT_NEAR(a.coordinates[i], b.coordinates[i], tolerance) << "coordinate " << i;
    }
}

TEST(Projection, OneFeatureIsKeptAndSpreadAtRandom) {
    const Table table{3, 1, {5, -1, 2}};
    Context context;
    const Projection projection = project_to_plane(table.dense(), context);
    EXPECT_EQ(projection.axes, Axes::value_and_jitter);
    EXPECT_EQ(projection.coordinates[0], 5);
    EXPECT_EQ(projection.coordinates[2], -1);
    EXPECT_EQ(projection.coordinates[4], 2);
    EXPECT_NE(projection.coordinates[1], projection.coordinates[3]);
    EXPECT_TRUE(projection.strongest[1].empty());
}

TEST(Projection, TwoFeaturesAreKeptAsTheyAre) {
    const Table table{2, 2, {1, 2, 0, 4}};
    Context context;
    const Projection dense = project_to_plane(table.dense(), context);
    EXPECT_EQ(dense.axes, Axes::columns);
    EXPECT_THAT(dense.coordinates, testing::ElementsAre(1, 2, 0, 4));
    const Compressed sparse(table);
    EXPECT_THAT(project_to_plane(sparse.view(), context).coordinates, testing::ElementsAre(1, 2, 0, 4));
}

TEST(Projection, FindsTheDirectionsOfLargestVariance) {
    const Table table = two_strong_directions(2000, 6, 1);
    Context context;
    const Projection projection = project_to_plane(table.dense(), context);
    EXPECT_EQ(projection.strongest[0][0].column, 1);
    EXPECT_EQ(projection.strongest[0][1].column, 2);
    EXPECT_EQ(projection.strongest[1][0].column, 0);
    EXPECT_NEAR(variance_along(projection, 0), 25, 3);  // three deviations of a variance from 2000 rows
    EXPECT_NEAR(variance_along(projection, 1), 4, 0.5);
    EXPECT_GT(projection.share[0] + projection.share[1], 0.99);
    EXPECT_LE(projection.share[0] + projection.share[1], 1);
}

TEST(Projection, TheLargestLoadingIsPositive) {
    const Table table = two_strong_directions(100, 6, 2);
    Table turned = table;
    for (double& value : turned.values) {
        value = -value;
    }
    Context context;
    const Projection a = project_to_plane(table.dense(), context);
    const Projection b = project_to_plane(turned.dense(), context);
    EXPECT_GT(a.strongest[0][0].value, 0);
    EXPECT_GT(a.strongest[1][0].value, 0);
    EXPECT_NEAR(a.coordinates[0], -b.coordinates[0], 1e-9);
}

TEST(Projection, SparseAgreesWithDense) {
    Context context;
    for (const Index cols : {200, 700}) {
        const Table table = mostly_zero(300, cols, 3);
        const Compressed sparse(table);
        expect_close(project_to_plane(table.dense(), context), project_to_plane(sparse.view(), context), 1e-6);
    }
}

TEST(Projection, IterationAgreesWithTheCovariance) {
    const Table narrow = two_strong_directions(400, 500, 4);
    Table wide{400, 600, {}};  // the same table with empty columns, which sends it the other way
    for (Index row = 0; row < 400; ++row) {
        const auto first = narrow.values.begin() + row * 500;
        wide.values.insert(wide.values.end(), first, first + 500);
        wide.values.insert(wide.values.end(), 100, 0.0);
    }
    Context context;
    const Projection a = project_to_plane(narrow.dense(), context);
    const Projection b = project_to_plane(wide.dense(), context);
    expect_close(a, b, 1e-2);  // the iteration stops when a picture would no longer change
    EXPECT_NEAR(a.share[0], b.share[0], 1e-4);
    EXPECT_NEAR(a.share[1], b.share[1], 1e-4);
}

TEST(Projection, StridesAreHonoured) {
    const Table table = two_strong_directions(50, 4, 5);
    std::vector<float> by_column(200);
    for (Index row = 0; row < 50; ++row) {
        for (Index col = 0; col < 4; ++col) {
            by_column[static_cast<std::size_t>(col * 50 + row)] = static_cast<float>(table.dense().at(row, col));
        }
    }
    Context context;
    expect_close(project_to_plane(table.dense(), context),
                 project_to_plane(DenseRows<float>{by_column.data(), 50, 4, 1, 50}, context), 1e-4);
}

TEST(Projection, OneThreadAndManyGiveTheSameBits) {
    for (const Index cols : {20, 600}) {
        const Table table = two_strong_directions(6000, cols, 6);
        Context one({.threads = 1});
        Context many({.threads = 5});
        EXPECT_EQ(project_to_plane(table.dense(), one).coordinates, project_to_plane(table.dense(), many).coordinates);
    }
}

/// x' F for every row, written out.
Table mapped(const Table& table, const std::vector<double>& factor) {
    const auto d = static_cast<std::size_t>(table.cols);
    Table result{table.rows, table.cols, std::vector<double>(table.values.size(), 0.0)};
    for (std::size_t row = 0; row < static_cast<std::size_t>(table.rows); ++row) {
        for (std::size_t i = 0; i < d; ++i) {
            for (std::size_t j = 0; j < d; ++j) {
                const double f = factor.size() == d ? (i == j ? factor[i] : 0) : factor[i * d + j];
                result.values[row * d + j] += table.values[row * d + i] * f;
            }
        }
    }
    return result;
}

std::vector<double> random_factor(Index size, std::uint64_t seed) {
    Random random(seed);
    std::vector<double> factor;
    for (Index i = 0; i < size; ++i) {
        factor.push_back(random.uniform(0.2, 2));
    }
    factor.front() = 2;  // the largest, so that the scale is known
    return factor;
}

/// The same points up to the direction of each axis and a factor.
void expect_same_plane(const Projection& a, const Projection& b, double factor, double tolerance) {
    ASSERT_EQ(a.coordinates.size(), b.coordinates.size());
    for (std::size_t axis = 0; axis < 2; ++axis) {
        const double sign = a.coordinates[axis] * b.coordinates[axis] < 0 ? -1 : 1;
        for (std::size_t i = axis; i < a.coordinates.size(); i += 2) {
            ASSERT_NEAR(factor * a.coordinates[i], sign * b.coordinates[i], tolerance) << "coordinate " << i;
        }
        EXPECT_NEAR(a.share[axis], b.share[axis], 1e-6);
    }
}

TEST(Projection, UnderAMetricIsThatOfTheMappedRows) {
    Context context;
    const Table table = two_strong_directions(300, 6, 8);
    for (const Index size : {6, 36}) {
        const std::vector<double> factor = random_factor(size, 9);
        expect_same_plane(project_to_plane(table.dense(), factor, context),
                          project_to_plane(mapped(table, factor).dense(), context), 2, 1e-8);
    }
}

TEST(Projection, UnderAMetricOfManyColumnsIsThatOfTheMappedRows) {
    Context context;
    const Table table = two_strong_directions(60, 520, 10);
    std::vector<double> diagonal(520, 0.5);
    diagonal[0] = 2;
    std::vector<double> full(520 * 520, 0.0);
    for (std::size_t i = 0; i < 520; ++i) {
        full[i * 521] = diagonal[i];
    }
    full[1] = 0.75;
    for (const std::vector<double>& factor : {diagonal, full}) {
        const Projection direct = project_to_plane(table.dense(), factor, context);
        const Projection written = project_to_plane(mapped(table, factor).dense(), context);
        expect_same_plane(direct, written, 2, 0.05);  // the iteration stops when a picture would no longer change
    }
}

TEST(Projection, AMetricOfSparseRowsAgreesWithDense) {
    Context context;
    for (const Index cols : {200, 700}) {
        const Table table = mostly_zero(300, cols, 11);
        const Compressed sparse(table);
        const std::vector<double> factor = random_factor(cols, 12);
        expect_close(project_to_plane(table.dense(), factor, context), project_to_plane(sparse.view(), factor, context),
                     1e-6);
    }
}

TEST(Projection, AMetricThatIgnoresTheWidestFeatureShowsTheOthers) {
    // Squares: 200 in the first column, 2 in the second; under the metric 200 x 0.01^2 = 0.02 and 2.
    const Table table{4, 2, {10, 0, -10, 0, 0, 1, 0, -1}};
    Context context;
    const Projection projection = project_to_plane(table.dense(), std::vector<double>{0.01, 0, 0, 1}, context);
    EXPECT_EQ(projection.axes, Axes::components);
    EXPECT_NEAR(projection.share[0], 2 / 2.02, 1e-12);
    EXPECT_EQ(projection.strongest[0][0].column, 1);
    EXPECT_NEAR(projection.strongest[0][0].value, std::sqrt(0.5), 1e-12);  // one standard deviation
    EXPECT_NEAR(projection.coordinates[4], 1, 1e-12);
    EXPECT_NEAR(projection.coordinates[1], 0.1, 1e-12);
}

TEST(Projection, WeightsOfTwoFeaturesLeaveThemAsTheyAre) {
    const Table table{2, 2, {1, 2, 0, 4}};
    Context context;
    EXPECT_EQ(project_to_plane(table.dense(), std::vector<double>{3, 1}, context).axes, Axes::columns);
}

TEST(Projection, AMetricOfZerosOrOfHugeNumbersIsHarmless) {
    const Table table = two_strong_directions(50, 4, 13);
    Context context;
    const Projection plain = project_to_plane(table.dense(), context);
    EXPECT_EQ(project_to_plane(table.dense(), std::vector<double>(4, 0.0), context).coordinates, plain.coordinates);
    const Projection huge = project_to_plane(table.dense(), std::vector<double>(4, 1e300), context);
    expect_close(huge, plain, 1e-9);
}

TEST(Projection, AxesFromASampleAreCloseToThoseOfAllRows) {
    const Table table = two_strong_directions(300000, 3, 7);  // more rows than the axes are made from
    Context context;
    const Projection projection = project_to_plane(table.dense(), context);
    EXPECT_EQ(projection.coordinates.size(), 600000U);
    EXPECT_NEAR(variance_along(projection, 0), 25, 0.5);
    EXPECT_NEAR(variance_along(projection, 1), 4, 0.1);
}

TEST(Projection, EqualRowsLieInOnePoint) {
    const Table table{4, 3, {1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3}};
    Context context;
    const Projection projection = project_to_plane(table.dense(), context);
    EXPECT_THAT(projection.coordinates, testing::Each(testing::DoubleNear(0, 1e-12)));
    EXPECT_EQ(projection.share[0], 0);
    EXPECT_EQ(project_to_plane(DenseRows<double>{table.values.data(), 1, 3, 3, 1}, context).coordinates.size(), 2U);
}

TEST(Projection, HugeValuesStayFinite) {
    const double huge = std::numeric_limits<double>::max() / 4;
    const Table table{3, 3, {huge, 0, 0, -huge, 0, 1, huge / 2, huge / 3, 0}};
    Context context;
    const Projection projection = project_to_plane(table.dense(), context);
    for (const double value : projection.coordinates) {
        EXPECT_TRUE(std::isfinite(value));
    }
    EXPECT_GT(projection.share[0], 0.5);
}

}  // namespace
}  // namespace mvlink
