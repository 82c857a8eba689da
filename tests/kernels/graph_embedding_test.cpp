#include "kernels/graph_embedding.hpp"

#include "kernels/laplacian.hpp"
#include "reference/spectral_embedding.hpp"

#include <mvlink/random.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <numeric>
#include <vector>

namespace mvlink {
namespace {

namespace reference = mvlink::reference::spectral_features;

using kernels::embed_new_rows;
using kernels::embed_rows;
using kernels::GraphEmbedding;

struct Points {
    Index cols = 0;
    std::vector<double> values;

    [[nodiscard]] Index rows() const { return static_cast<Index>(values.size()) / cols; }
    [[nodiscard]] DenseRows<double> dense() const { return {values.data(), rows(), cols, cols, 1}; }
    [[nodiscard]] reference::Square table() const {
        reference::Square rows_of;
        for (std::size_t at = 0; at < values.size(); at += static_cast<std::size_t>(cols)) {
            rows_of.emplace_back(values.begin() + static_cast<std::ptrdiff_t>(at),
                                 values.begin() + static_cast<std::ptrdiff_t>(at) + cols);
        }
        return rows_of;
    }
};

Points normal_points(Index rows, Index cols, std::uint64_t seed) {
    Random random(seed);
    Points points{cols, std::vector<double>(static_cast<std::size_t>(rows * cols))};
    for (double& value : points.values) {
        value = random.normal();
    }
    return points;
}

/// Points of the unit circle at these angles, in parts of a full turn.
Points circle(Index rows, double shift) {
    Points points{2, {}};
    for (Index i = 0; i < rows; ++i) {
        const double angle = 2 * std::numbers::pi * (static_cast<double>(i) + shift) / static_cast<double>(rows);
        points.values.insert(points.values.end(), {std::cos(angle), std::sin(angle)});
    }
    return points;
}

TEST(GraphEmbedding, AgreesWithEigenvectorsOfTheLaplacianWrittenOut) {
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
        const Points points = normal_points(60, 3, seed);
        const reference::Square W = reference::local_scaling_graph(points.table(), 10);
        const std::vector<double> degree = reference::degrees(W);
        const double total = std::accumulate(degree.begin(), degree.end(), 0.0);
        const reference::Spectrum spectrum = reference::jacobi(reference::normalized_laplacian(W));
        Context context;
        const GraphEmbedding found = embed_rows(points.dense(), 4, "test", context);
        for (Index c = 0; c < 4; ++c) {
            const auto number = static_cast<std::size_t>(c) + 1;
            EXPECT_NEAR(1 - found.values[c], spectrum.values[number], 1e-9);
            Vector expected(60);
            for (Index i = 0; i < 60; ++i) {
                const auto at = static_cast<std::size_t>(i);
                expected[i] = spectrum.vectors[number][at] * std::sqrt(total / degree[at]);
            }
            const double sign = expected.dot(found.coordinates.col(c)) < 0 ? -1 : 1;
            const double gap = std::min(spectrum.values[number] - spectrum.values[number - 1],
                                        spectrum.values[number + 1] - spectrum.values[number]);
            // A residual of 1e-8 turns a vector by that divided by the distance to the next eigenvalue.
            EXPECT_LT((sign * expected - found.coordinates.col(c)).cwiseAbs().maxCoeff(), 1e-6 / gap) << c;
        }
    }
}

/// bilenko2004-eaton2014: the eigenvector of eigenvalue 0 is D^1/2 1, which is not constant; that of the walk is, and
/// is left out.
TEST(GraphEmbedding, TheConstantEigenvectorIsLeftOut) {
    const Points points = normal_points(80, 2, 7);
    Context context;
    const auto how = kernels::embedding_graph(points.dense());
    const auto neighbours = kernels::nearest_neighbours(points.dense(), how.neighbours, context);
    const auto graph = kernels::normalized(kernels::neighbour_graph(neighbours, how.weights, context).graph);
    const Matrix root = graph.degree.cwiseSqrt();
    const Matrix image = kernels::times(graph.S.view(), root, context);
    EXPECT_LT((root - image).cwiseAbs().maxCoeff(), 1e-12);  // L D^1/2 1 = 0
    EXPECT_GT(root.maxCoeff() - root.minCoeff(), 0.1);       // and it is not constant

    const GraphEmbedding found = embed_rows(points.dense(), 5, "test", context);
    EXPECT_EQ(found.parts.count, 1);
    const double total = graph.degree.sum();
    for (Index c = 0; c < 5; ++c) {
        const Vector column = found.coordinates.col(c);
        EXPECT_NEAR(graph.degree.dot(column) / total, 0, 1e-7);
        EXPECT_NEAR(graph.degree.dot(column.cwiseAbs2()) / total, 1, 1e-7);
    }
}

TEST(GraphEmbedding, ACircleIsACircleAndNewRowsLieBetweenTheirNeighbours) {
    const Points points = circle(120, 0);
    Context context;
    const GraphEmbedding found = embed_rows(points.dense(), 2, "test", context);
    EXPECT_NEAR(found.values[0], found.values[1], 1e-7);
    for (Index i = 0; i < 120; ++i) {
        EXPECT_NEAR(found.coordinates.row(i).norm(), std::sqrt(2), 1e-6);
    }
    const Points between = circle(120, 0.5);
    const Matrix placed =
        embed_new_rows(between.dense(), points.dense(), found.coordinates, found.values, found.scale, context);
    for (Index i = 0; i < 120; ++i) {
        const Eigen::RowVectorXd middle = found.coordinates.row(i) + found.coordinates.row((i + 1) % 120);
        EXPECT_NEAR(placed.row(i).dot(middle) / (placed.row(i).norm() * middle.norm()), 1, 1e-4);
        EXPECT_NEAR(placed.row(i).norm(), std::sqrt(2), 0.02);
    }
}

TEST(GraphEmbedding, TrainingRowsAreReproducedToTheBit) {
    const Points points = normal_points(150, 4, 8);
    const std::vector<float> single(points.values.begin(), points.values.end());
    Context context;
    for (const Features& X : {Features(points.dense()), Features(DenseRows<float>{single.data(), 150, 4, 4, 1})}) {
        const GraphEmbedding found = embed_rows(X, 3, "test", context);
        EXPECT_EQ(embed_new_rows(X, X, found.coordinates, found.values, found.scale, context), found.coordinates);
    }
}

TEST(GraphEmbedding, EqualRowsHaveEqualCoordinates) {
    Points points = normal_points(60, 2, 9);
    for (const std::size_t copy : {5U, 17U, 40U}) {
        points.values[2 * copy] = points.values[4];
        points.values[2 * copy + 1] = points.values[5];
    }
    Context context;
    const GraphEmbedding found = embed_rows(points.dense(), 3, "test", context);
    for (const Index copy : {5, 17, 40}) {
        EXPECT_EQ(found.coordinates.row(copy), found.coordinates.row(2));
    }
    EXPECT_EQ(embed_new_rows(points.dense(), points.dense(), found.coordinates, found.values, found.scale, context),
              found.coordinates);
}

TEST(GraphEmbedding, GroupsThatNothingJoinsAreToldApart) {
    Points points = normal_points(80, 2, 10);
    for (std::size_t i = 0; i < 30; ++i) {
        points.values[2 * i] += 1000;
    }
    Context context;
    const GraphEmbedding found = embed_rows(points.dense(), 1, "test", context);
    EXPECT_EQ(found.parts.count, 2);
    EXPECT_NEAR(found.values[0], 1, 1e-9);
    const Vector column = found.coordinates.col(0);
    EXPECT_LT(column.head(30).maxCoeff() - column.head(30).minCoeff(), 1e-6);
    EXPECT_LT(column.tail(50).maxCoeff() - column.tail(50).minCoeff(), 1e-6);
    EXPECT_GT(std::abs(column[0] - column[79]), 0.5);
}

TEST(GraphEmbedding, OneThreadAndManyGiveTheSameBits) {
    const Points points = normal_points(3000, 5, 11), others = normal_points(700, 5, 12);
    const auto embedded = [&](int threads) {
        Context context({.threads = threads});
        GraphEmbedding found = embed_rows(points.dense(), 4, "test", context);
        Matrix placed =
            embed_new_rows(others.dense(), points.dense(), found.coordinates, found.values, found.scale, context);
        return std::pair(std::move(found.coordinates), std::move(placed));
    };
    const auto one = embedded(1), many = embedded(3);
    EXPECT_EQ(one.first, many.first);
    EXPECT_EQ(one.second, many.second);
}

}  // namespace
}  // namespace mvlink
