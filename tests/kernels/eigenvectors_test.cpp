#include "kernels/eigenvectors.hpp"

#include "kernels/laplacian.hpp"
#include "kernels/vertex_order.hpp"
#include "reference/graphs.hpp"
#include "support/graphs.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace mvlink::kernels {
namespace {

constexpr double kExact = 1e-10;

/// The `count` largest of S, by a way that knows nothing of components.
EigenPairs solve(const Graph& graph, int count, int threads = 2, double tol = 1e-9) {
    Context context(Context::Settings{.threads = threads});
    const NormalizedGraph made = normalized(graph);
    return largest_eigenpairs(SparseOperator(made.S), {.count = count, .tol = tol}, context);
}

std::vector<double> largest(std::vector<double> values, std::size_t count) {
    std::sort(values.rbegin(), values.rend());
    values.resize(count);
    return values;
}

/// Eigenvalues, orthonormal vectors and their residuals, each checked here and not by what the solver says.
void expect_pairs(const Graph& graph, const EigenPairs& pairs, const std::vector<double>& expected) {
    ASSERT_TRUE(pairs.converged) << pairs.residual << " after " << pairs.iterations;
    ASSERT_EQ(pairs.values.size(), static_cast<Index>(expected.size()));
    for (std::size_t c = 0; c < expected.size(); ++c) {
        EXPECT_NEAR(pairs.values[static_cast<Index>(c)], expected[c], kExact) << "eigenvalue " << c;
    }
    const Index count = pairs.vectors.cols();
    const Matrix gram = pairs.vectors.transpose() * pairs.vectors;
    EXPECT_LE((gram - Matrix::Identity(count, count)).cwiseAbs().maxCoeff(), 1e-12);
    Context context;
    const NormalizedGraph made = normalized(graph);
    Matrix image(graph.rows, count);
    SparseOperator(made.S).apply(pairs.vectors, image, context);
    image -= pairs.vectors * pairs.values.asDiagonal();
    EXPECT_NEAR(image.colwise().norm().maxCoeff() / 2, pairs.residual, 1e-14);
    EXPECT_LE(pairs.residual, 1e-8);
}

std::vector<double> cosines(Index count, double step) {
    std::vector<double> values;
    for (Index k = 0; k < count; ++k)
        values.push_back(std::cos(step * static_cast<double>(k)));
    return values;
}

// Sizes below and above that at which matrices are no longer decomposed directly.
class KnownSpectrum : public testing::TestWithParam<Index> {};

TEST_P(KnownSpectrum, OfAPathIsCosinesOfEqualSteps) {
    const Index n = GetParam();
    const Graph graph = support::path(n);
    expect_pairs(graph, solve(graph, 3), largest(cosines(n, std::numbers::pi / static_cast<double>(n - 1)), 3));
}

TEST_P(KnownSpectrum, OfACycleHasPairsOfEqualValues) {
    const Index n = GetParam();
    const Graph graph = support::cycle(n);
    expect_pairs(graph, solve(graph, 6), largest(cosines(n, 2 * std::numbers::pi / static_cast<double>(n)), 6));
}

TEST_P(KnownSpectrum, OfACompleteGraphIsOneValueAndAnother) {
    const Index n = GetParam();
    const Graph graph = support::cliques(1, n);
    const double other = -1 / static_cast<double>(n - 1);
    expect_pairs(graph, solve(graph, 4), {1, other, other, other});
}

TEST_P(KnownSpectrum, OfAStarIsOneAndZeros) {
    const Graph graph = support::star(GetParam());
    expect_pairs(graph, solve(graph, 5), {1, 0, 0, 0, 0});
}

TEST_P(KnownSpectrum, OfSeparateCliquesHasAOneForEach) {
    const Index size = 6, count = GetParam() / size;
    const Graph graph = support::cliques(count, size);
    std::vector<double> values(static_cast<std::size_t>(count * size), -1 / static_cast<double>(size - 1));
    std::fill_n(values.begin(), count, 1.0);
    expect_pairs(graph, solve(graph, 7), largest(values, 7));
    const auto all = static_cast<int>(count + 2);
    expect_pairs(graph, solve(graph, all), largest(values, static_cast<std::size_t>(all)));
}

TEST_P(KnownSpectrum, OfTwoEqualGraphsHasEveryValueTwice) {
    const Index n = GetParam();
    Graph graph = support::path(n);
    const auto entries = static_cast<Index>(graph.columns.size());
    for (Index i = 1; i <= n; ++i)
        graph.offsets.push_back(graph.offsets[static_cast<std::size_t>(i)] + entries);
    for (Index e = 0; e < entries; ++e) {
        graph.columns.push_back(graph.columns[static_cast<std::size_t>(e)] + static_cast<std::int32_t>(n));
        graph.values.push_back(1);
    }
    graph.rows = graph.cols = 2 * n;
    std::vector<double> values = cosines(n, std::numbers::pi / static_cast<double>(n - 1)), twice = values;
    twice.insert(twice.end(), values.begin(), values.end());
    expect_pairs(graph, solve(graph, 6), largest(twice, 6));
}

INSTANTIATE_TEST_SUITE_P(Sizes, KnownSpectrum, testing::Values(18, 402));

TEST(KnownSpectra, OfAHypercubeHaveTheirMultiplicities) {
    const Graph graph = support::hypercube(9);  // 512 vertices; 1 - 2k/9 occurs C(9, k) times
    std::vector<double> values{1};
    values.insert(values.end(), 9, 1 - 2.0 / 9);
    values.insert(values.end(), 36, 1 - 4.0 / 9);
    for (const std::size_t count : {1, 5, 10, 12, 30, 46}) {
        expect_pairs(graph, solve(graph, static_cast<int>(count)), largest(values, count));
    }
}

TEST(KnownSpectra, OfTheNotesAreReached) {
    support::Edges triangle, edge;
    support::join(triangle, 0, 1), support::join(triangle, 1, 2), support::join(triangle, 0, 2),
        support::join(edge, 0, 1);
    expect_pairs(support::path(3), solve(support::path(3), 3), {1, 0, -1});  // L: 0, 1, 2
    const Graph three = support::graph_of(3, triangle), isolated = support::graph_of(3, edge);
    expect_pairs(three, solve(three, 3), {1, -0.5, -0.5});   // L: 0, 1.5, 1.5
    expect_pairs(isolated, solve(isolated, 3), {1, 0, -1});  // L: 0, 1, 2: L_ii = 1 where nothing is joined
    expect_pairs(isolated, solve(isolated, 9), {1, 0, -1});  // more than there are
}

/// How far the span of A is from that of B, both orthonormal: the sine of the largest angle.
double angle(const Matrix& A, const Matrix& B) {
    return Eigen::MatrixXd(A - B * (B.transpose() * A)).jacobiSvd().singularValues()[0];
}

class RandomGraphs : public testing::TestWithParam<int> {
protected:
    Random random{static_cast<std::uint64_t>(GetParam())};
    Index n = 201 + random.below(20);
    Graph graph = support::random_graph(n, GetParam() % 3 == 0 ? 2 : 8, random);
    reference::Spectrum spectrum() const {
        return reference::jacobi(reference::normalized_laplacian(support::dense(graph)));
    }
};

TEST_P(RandomGraphs, HaveTheSpectrumAndSubspacesOfADenseDecomposition) {
    const auto count = 1 + static_cast<std::size_t>(random.below(12));
    const reference::Spectrum all = spectrum();
    std::vector<double> expected;
    for (std::size_t c = 0; c < count; ++c)
        expected.push_back(1 - all.values[c]);
    const EigenPairs pairs = solve(graph, static_cast<int>(count));
    expect_pairs(graph, pairs, expected);
    Context context;
    const EigenRequest request{.count = static_cast<int>(count), .tol = 1e-9};
    expect_pairs(graph, largest_eigenpairs(normalized(graph), request, context), expected);

    const double gap = all.values[count] - all.values[count - 1];
    if (gap < 1e-6) return;  // the subspace is not unique
    Matrix vectors(n, pairs.vectors.cols());
    for (Index i = 0; i < n; ++i) {
        for (Index c = 0; c < vectors.cols(); ++c)
            vectors(i, c) = all.vectors[static_cast<std::size_t>(i)][static_cast<std::size_t>(c)];
    }
    EXPECT_LE(angle(pairs.vectors, vectors), 4e-9 / gap);  // the bound of Davis and Kahan
}

TEST_P(RandomGraphs, WithALowRankPartHaveTheSpectrumOfTheSum) {
    Context context;
    const NormalizedGraph made = normalized(graph);
    Matrix U(n, 3);
    std::generate_n(U.data(), U.size(), [&] { return random.normal(); });
    U = Matrix(Eigen::HouseholderQR<Eigen::MatrixXd>(U).householderQ() * Eigen::MatrixXd::Identity(n, 3));
    const Vector weight = Vector::Constant(3, 0.5);
    SparsePlusLowRank A(made.S, U, weight);
    A.highest = 1.5;
    const EigenPairs pairs = largest_eigenpairs(A, {.count = 5, .tol = 1e-9}, context);
    ASSERT_TRUE(pairs.converged);
    Eigen::MatrixXd sum = 0.5 * U * U.transpose();
    const reference::Square W = reference::normalized_laplacian(support::dense(graph));
    for (Index i = 0; i < n; ++i) {
        for (Index j = 0; j < n; ++j)
            sum(i, j) += (i == j ? 1 : 0) - W[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
    }
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(sum);
    EXPECT_LE((pairs.values - solver.eigenvalues().tail(5).reverse()).cwiseAbs().maxCoeff(), kExact);
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomGraphs, testing::Range(0, 9));

TEST(Eigenvectors, HaveTheSameBitsForAnyNumberOfThreads) {
    Random random(5);
    const Graph graph = support::random_graph(9000, 6, random);
    const EigenPairs one = solve(graph, 5, 1, 1e-6), two = solve(graph, 5, 2, 1e-6), seven = solve(graph, 5, 7, 1e-6);
    EXPECT_GT(one.iterations, 0);
    EXPECT_EQ(one.values, two.values);
    EXPECT_EQ(one.vectors, two.vectors);
    EXPECT_EQ(one.vectors, seven.vectors);
}

TEST(Eigenvectors, AreTurnedSoThatTheLargestEntryIsPositive) {
    Random random(6);
    const EigenPairs pairs = solve(support::random_graph(500, 8, random), 4);
    for (Index c = 0; c < 4; ++c) {
        Index largest_entry = 0;
        pairs.vectors.col(c).cwiseAbs().maxCoeff(&largest_entry);
        EXPECT_GT(pairs.vectors(largest_entry, c), 0);
    }
}

TEST(Eigenvectors, FromAGoodStartTakeFewerProducts) {
    Random random(7);
    const NormalizedGraph made = normalized(support::random_graph(3000, 8, random));
    Context context;
    const SparseOperator S(made.S);
    const EigenPairs cold = largest_eigenpairs(S, {.count = 4, .tol = 1e-9}, context);
    const EigenPairs warm = largest_eigenpairs(S, {.count = 4, .tol = 1e-9, .start = &cold.vectors}, context);
    EXPECT_TRUE(warm.converged);
    EXPECT_LT(warm.iterations, cold.iterations);
    EXPECT_LE((warm.values - cold.values).cwiseAbs().maxCoeff(), kExact);
}

TEST(Eigenvectors, AreNotThoseOfAStartThatHoldsOthers) {
    const Graph graph = support::cycle(400);
    Matrix others(400, 2);
    for (Index i = 0; i < 400; ++i) {
        const double turn = 2 * std::numbers::pi * 40 * static_cast<double>(i) / 400;
        others.row(i) << std::cos(turn), std::sin(turn);
    }
    Context context;
    const NormalizedGraph made = normalized(graph);
    const EigenPairs pairs =
        largest_eigenpairs(SparseOperator(made.S), {.count = 2, .tol = 1e-9, .start = &others}, context);
    EXPECT_NEAR(pairs.values[0], 1, kExact);
    EXPECT_NEAR(pairs.values[1], std::cos(2 * std::numbers::pi / 400), kExact);
}

TEST(Eigenvectors, ThatDidNotConvergeSaySoWithTheirResidual) {
    Random random(8);
    Context context;
    const NormalizedGraph made = normalized(support::random_graph(5000, 4, random));
    const EigenRequest request{.count = 10, .tol = 1e-12, .max_iter = 20};
    const EigenPairs pairs = largest_eigenpairs(made, request, context);
    EXPECT_FALSE(pairs.converged);
    EXPECT_GT(pairs.residual, 1e-12);
    try {
        require_converged(pairs, request, "spectral");
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::numerical);
        EXPECT_THAT(std::string(error.message()),
                    testing::StartsWith("spectral: the eigenvectors did not converge: residual "));
    }
}

TEST(Eigenvectors, OfALargeGraphDoNotDependOnTheOrderOfItsVertices) {
    Random random(9);
    const Graph graph = support::random_graph(17000, 6, random);  // large enough to be reordered
    Context one(Context::Settings{.threads = 1}), seven(Context::Settings{.threads = 7});
    const EigenRequest request{.count = 3, .tol = 1e-9};
    const EigenPairs pairs = largest_eigenpairs(normalized(graph), request, one);
    const EigenPairs direct = solve(graph, 3);
    expect_pairs(graph, pairs, {direct.values.begin(), direct.values.end()});
    EXPECT_EQ(pairs.vectors, largest_eigenpairs(normalized(graph), request, seven).vectors);
}

TEST(LocalOrder, HoldsEveryVertexOnceAndBringsNeighboursTogether) {
    Random random(10);
    support::Edges edges;
    const Index n = 3000;
    const std::vector<Index> shuffled = random.permutation(n);
    for (Index i = 0; i + 1 < n; ++i) {
        if (i % 1000 != 999) {  // three paths, their vertices in random order
            support::join(edges, shuffled[static_cast<std::size_t>(i)], shuffled[static_cast<std::size_t>(i) + 1]);
        }
    }
    const Graph graph = support::graph_of(n, edges);
    std::vector<std::int32_t> order = local_order(graph, 100);
    Context context;
    const Graph local = reordered(graph, order, context);
    Index far = 0;
    for (Index i = 0; i < n; ++i) {
        for (Index e = local.offsets[static_cast<std::size_t>(i)]; e < local.offsets[static_cast<std::size_t>(i) + 1];
             ++e)
            far += std::abs(local.columns[static_cast<std::size_t>(e)] - i) > 2 ? 1 : 0;
    }
    EXPECT_LE(far, 150);  // of 5994
    std::sort(order.begin(), order.end());
    for (Index i = 0; i < n; ++i)
        ASSERT_EQ(order[static_cast<std::size_t>(i)], i);
}

TEST(Eigenvectors, OfNothingAreNone) {
    Context context;
    EXPECT_EQ(largest_eigenpairs(normalized(support::path(300)), {.count = 0}, context).vectors.cols(), 0);
    EXPECT_EQ(largest_eigenpairs(normalized(support::graph_of(0, {})), {.count = 3}, context).values.size(), 0);
    const EigenPairs isolated = largest_eigenpairs(normalized(support::graph_of(500, {})), {.count = 3}, context);
    EXPECT_TRUE(isolated.converged);
    EXPECT_EQ(isolated.values, Vector::Zero(3));
}

TEST(Eigenvectors, OfMoreComponentsThanAskedForAreWrittenDown) {
    Context context;
    const Graph graph = support::cliques(40, 8);
    const EigenPairs pairs = largest_eigenpairs(normalized(graph), {.count = 5}, context);
    expect_pairs(graph, pairs, {1, 1, 1, 1, 1});
    EXPECT_EQ(pairs.iterations, 1);
}

}  // namespace
}  // namespace mvlink::kernels
