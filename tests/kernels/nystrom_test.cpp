#include "kernels/nystrom.hpp"

#include "kernels/laplacian.hpp"

#include <mvlink/random.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <Eigen/Eigenvalues>

#include <cmath>
#include <numeric>
#include <vector>

namespace mvlink {
namespace {

using kernels::EdgeWeights;
using kernels::extended_rows;
using kernels::Neighbours;
using kernels::walk_from_new_rows;

Neighbours neighbours_of_one_row(std::vector<std::int32_t> index, std::vector<double> distance) {
    Neighbours found;
    found.rows = 1;
    found.k = static_cast<int>(index.size());
    found.index = std::move(index);
    found.distance = std::move(distance);
    return found;
}

kernels::GraphRequest by(EdgeWeights weights) {
    kernels::GraphRequest request;
    request.weights = weights;
    return request;
}

TEST(Nystrom, SharesOfANewRowAreItsWeightsByLocalScaling) {
    // The row's own width is 2, so the weights are exp(-1 / (2 x 1)) and exp(-4 / (2 x 2)).
    Context context;
    const Vector scale = (Vector(3) << 2, 7, 1).finished();
    const auto walk =
        walk_from_new_rows(neighbours_of_one_row({2, 0}, {1, 4}), 3, by(EdgeWeights::local_scaling), scale, context);
    const double near = std::exp(-0.5), far = std::exp(-1.0);
    EXPECT_THAT(walk.columns, testing::ElementsAre(0, 2));
    EXPECT_THAT(walk.values, testing::ElementsAre(testing::DoubleNear(far / (near + far), 1e-15),
                                                  testing::DoubleNear(near / (near + far), 1e-15)));
}

TEST(Nystrom, SharesOfARowFarFromAllOthersAddUpToOne) {
    Context context;
    const auto walk = walk_from_new_rows(neighbours_of_one_row({0, 1}, {1e12, 1e12 + 2e6}), 2,
                                         by(EdgeWeights::gaussian), Vector::Ones(2), context);
    EXPECT_NEAR(walk.values[0] + walk.values[1], 1, 1e-15);
    EXPECT_GT(walk.values[0], walk.values[1]);
}

TEST(Nystrom, CosinesThatAreNotPositiveCarryNothing) {
    Context context;
    const Vector ones = Vector::Ones(3);
    const auto some = walk_from_new_rows(neighbours_of_one_row({1, 0, 2}, {0.5, 1.0, 1.5}), 3, by(EdgeWeights::cosine),
                                         ones, context);
    EXPECT_THAT(some.values, testing::ElementsAre(0, 1, 0));
    const auto none =
        walk_from_new_rows(neighbours_of_one_row({1, 0}, {1.0, 1.5}), 3, by(EdgeWeights::cosine), ones, context);
    const Matrix placed = extended_rows(none, Matrix::Ones(3, 2), Vector::Ones(2), context);
    EXPECT_EQ(placed, Matrix::Zero(1, 2));
}

TEST(Nystrom, TheMeanOfTheNeighboursIsDividedByTheEigenvalue) {
    Context context;
    const auto walk =
        walk_from_new_rows(neighbours_of_one_row({0, 1}, {1, 1}), 2, by(EdgeWeights::binary), Vector::Ones(2), context);
    const Matrix phi = (Matrix(2, 2) << 1, 4, 3, 8).finished();
    const Vector values = (Vector(2) << 1, 0.5).finished();
    EXPECT_EQ(extended_rows(walk, phi, values, context), (Matrix(1, 2) << 2, 12).finished());
}

/// Every row's neighbours are all other rows, so what a new row sees is what the graph has.
TEST(Nystrom, RowsOfACompleteGraphAreReproducedInEveryEigenvector) {
    constexpr Index n = 12;
    Random random(3);
    std::vector<double> values(n * 3);
    for (double& value : values) {
        value = random.normal();
    }
    Context context;
    const DenseRows<double> X{values.data(), n, 3, 3, 1};
    kernels::NeighbourRequest request;
    request.k = n - 1;
    const Neighbours all = kernels::nearest_neighbours(X, request, context);
    for (const EdgeWeights weights : {EdgeWeights::local_scaling, EdgeWeights::median, EdgeWeights::binary}) {
        const auto made = kernels::neighbour_graph(all, by(weights), context);
        Eigen::MatrixXd W = Eigen::MatrixXd::Zero(n, n);
        for (Index i = 0; i < n; ++i) {
            for (Index e = made.graph.offsets[static_cast<std::size_t>(i)];
                 e < made.graph.offsets[static_cast<std::size_t>(i) + 1]; ++e) {
                W(i, made.graph.columns[static_cast<std::size_t>(e)]) = made.graph.values[static_cast<std::size_t>(e)];
            }
        }
        const Vector root = W.rowwise().sum().cwiseSqrt();
        const Eigen::MatrixXd S = root.cwiseInverse().asDiagonal() * W * root.cwiseInverse().asDiagonal();
        const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(S);
        const Matrix phi = root.cwiseInverse().asDiagonal() * solver.eigenvectors();
        const auto walk = walk_from_new_rows(all, n, by(weights), made.scale, context);
        const Matrix placed = extended_rows(walk, phi, solver.eigenvalues(), context);
        EXPECT_LT((placed - phi).cwiseAbs().maxCoeff(), 1e-10);
    }
}

TEST(Nystrom, OneThreadAndManyGiveTheSameBits) {
    Random random(4);
    Neighbours found;
    found.rows = 5000;
    found.k = 6;
    for (Index i = 0; i < found.rows * found.k; ++i) {
        found.index.push_back(static_cast<std::int32_t>(i % 6 * 10 + random.below(10)));
        found.distance.push_back(random.uniform(0, 3));
    }
    Matrix phi(60, 3);
    for (Index i = 0; i < phi.size(); ++i) {
        phi.data()[i] = random.normal();
    }
    const auto placed = [&](int threads) {
        Context context({.threads = threads});
        const auto walk =
            walk_from_new_rows(found, 60, by(EdgeWeights::local_scaling), Vector::Constant(60, 1.5), context);
        return extended_rows(walk, phi, Vector::Constant(3, 0.7), context);
    };
    EXPECT_EQ(placed(1), placed(4));
}

}  // namespace
}  // namespace mvlink
