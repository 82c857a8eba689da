#include "kernels/graph.hpp"

#include "kernels/laplacian.hpp"
#include "reference/graphs.hpp"
#include "support/graphs.hpp"
#include "support/random_problems.hpp"

#include <mvlink/error.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace mvlink::kernels {
namespace {

using support::Table;

/// The k nearest by sorting all others.
struct Lists {
    std::vector<std::vector<int>> index;
    reference::Square distance;
    Neighbours neighbours;
};

Lists nearest(const Table& X, int k) {
    const std::size_t n = X.size();
    Lists lists{{}, reference::zeros(n), {}};
    lists.neighbours.rows = static_cast<Index>(n);
    lists.neighbours.k = k;
    for (std::size_t i = 0; i < n; ++i) {
        std::vector<std::pair<double, int>> others;
        for (std::size_t j = 0; j < n; ++j) {
            for (std::size_t c = 0; c < X[i].size(); ++c)
                lists.distance[i][j] += (X[i][c] - X[j][c]) * (X[i][c] - X[j][c]);
            if (j != i) others.emplace_back(lists.distance[i][j], static_cast<int>(j));
        }
        std::sort(others.begin(), others.end());
        lists.index.emplace_back();
        for (int e = 0; e < k; ++e) {
            const auto& [distance, j] = others[static_cast<std::size_t>(e)];
            lists.index.back().push_back(j);
            lists.neighbours.index.push_back(j);
            lists.neighbours.distance.push_back(distance);
        }
    }
    return lists;
}

void expect_equal(const reference::Square& a, const reference::Square& b, double close) {
    for (std::size_t i = 0; i < a.size(); ++i) {
        for (std::size_t j = 0; j < a.size(); ++j)
            ASSERT_NEAR(a[i][j], b[i][j], close) << i << ", " << j;
    }
}

void expect_symmetric(const Graph& graph) {
    const reference::Square W = support::dense(graph);
    for (std::size_t i = 0; i < W.size(); ++i) {
        ASSERT_EQ(W[i][i], 0);
        for (std::size_t j = 0; j < i; ++j)
            ASSERT_EQ(W[i][j], W[j][i]) << i << ", " << j;
    }
    EXPECT_TRUE(std::all_of(graph.values.begin(), graph.values.end(), [](double w) { return w > 0; }));
}

class NeighbourGraph : public testing::TestWithParam<int> {
protected:
    Random random{static_cast<std::uint64_t>(GetParam())};
    Index n = 20 + random.below(80);
    int k = 1 + static_cast<int>(random.below(10));
    Lists lists = nearest(support::random_clusters(n, 3, 3, random), k);
    Context context;
};

TEST_P(NeighbourGraph, OfLocalScalingAgreesWithPlainLoops) {
    for (const Symmetry symmetry : {Symmetry::either, Symmetry::mutual}) {
        const WeightedGraph made = neighbour_graph(lists.neighbours, {.symmetry = symmetry}, context);
        const bool mutual = symmetry == Symmetry::mutual;
        expect_equal(support::dense(made.graph), reference::locally_scaled(lists.index, lists.distance, mutual), 1e-14);
        expect_symmetric(made.graph);
    }
}

TEST_P(NeighbourGraph, OfAFixedWidthIsAGaussianOfTheDistance) {
    const WeightedGraph made =
        neighbour_graph(lists.neighbours, {.weights = EdgeWeights::gaussian, .sigma = 2.5}, context);
    const reference::Square W = support::dense(made.graph);
    for (std::size_t i = 0; i < W.size(); ++i) {
        for (const int neighbour : lists.index[i]) {
            const auto j = static_cast<std::size_t>(neighbour);
            EXPECT_NEAR(W[i][j], std::exp(-lists.distance[i][j] / (2 * 2.5 * 2.5)), 1e-15);
        }
    }
    expect_symmetric(made.graph);
}

TEST_P(NeighbourGraph, OfTheMedianUsesTheMiddleOfTheLastDistances) {
    std::vector<double> last;
    for (std::size_t i = 0; i < lists.index.size(); ++i)
        last.push_back(std::sqrt(lists.distance[i][static_cast<std::size_t>(lists.index[i].back())]));
    std::sort(last.begin(), last.end());
    const double median = last[last.size() / 2];
    const WeightedGraph made = neighbour_graph(lists.neighbours, {.weights = EdgeWeights::median}, context);
    EXPECT_TRUE((made.scale.array() == median).all());
    const WeightedGraph fixed =
        neighbour_graph(lists.neighbours, {.weights = EdgeWeights::gaussian, .sigma = median}, context);
    EXPECT_EQ(made.graph.values, fixed.graph.values);
}

TEST_P(NeighbourGraph, LiftedToObjectsSumsEdgesBetweenThem) {
    const Graph graph = neighbour_graph(lists.neighbours, {}, context).graph;
    const Index objects = 1 + random.below(n);
    std::vector<Index> object_of(static_cast<std::size_t>(n));
    std::generate(object_of.begin(), object_of.end(), [&] { return random.below(objects); });
    const reference::Square W = support::dense(graph);
    reference::Square expected = reference::zeros(static_cast<std::size_t>(objects));
    for (std::size_t i = 0; i < W.size(); ++i) {
        for (std::size_t j = 0; j < W.size(); ++j) {
            if (object_of[i] == object_of[j]) continue;
            expected[static_cast<std::size_t>(object_of[i])][static_cast<std::size_t>(object_of[j])] += W[i][j];
        }
    }
    const Graph made = lifted(graph, object_of, objects);
    expect_equal(support::dense(made), expected, 1e-13);
    expect_symmetric(made);
}

TEST_P(NeighbourGraph, SumsOfGraphsAreSumsOfTheirWeights) {
    const std::vector<Graph> graphs{neighbour_graph(lists.neighbours, {}, context).graph,
                                    support::random_graph(n, 3, random), support::random_graph(n, 1, random)};
    const std::vector<double> weights{0.5, 2, 0.25};
    reference::Square expected = reference::zeros(static_cast<std::size_t>(n));
    for (std::size_t v = 0; v < graphs.size(); ++v) {
        const reference::Square W = support::dense(graphs[v]);
        for (std::size_t i = 0; i < W.size(); ++i) {
            for (std::size_t j = 0; j < W.size(); ++j)
                expected[i][j] += weights[v] * W[i][j];
        }
    }
    const Graph sum = weighted_sum(graphs, weights, context);
    expect_equal(support::dense(sum), expected, 1e-14);
    expect_symmetric(sum);
}

TEST_P(NeighbourGraph, PrecomputedIsTakenFromEveryKindOfTable) {
    const Graph graph = support::random_graph(n, 4, random);
    Table W = support::dense(graph);
    for (auto& row : W) {
        for (double& value : row)
            value = static_cast<float>(value);
    }
    for (std::size_t i = 0; i < W.size(); ++i)
        W[i][i] = 1;  // a similarity to itself, which is dropped
    for (const View& view : support::every_kind(W)) {
        const Graph made = precomputed_graph(view.features(), "view \"g\"", context);
        EXPECT_EQ(made.columns, graph.columns) << view.kind();
        expect_symmetric(made);
    }
}

INSTANTIATE_TEST_SUITE_P(Seeds, NeighbourGraph, testing::Range(0, 12));

TEST(NeighbourGraphs, OfDuplicatesHaveFiniteWeights) {
    Context context;
    Table X(9, {0, 0});  // five equal rows, whose three neighbours are all at distance 0
    X[5] = {1, 0}, X[6] = {2, 0}, X[7] = {2, 1}, X[8] = {5, 5};
    const Lists lists = nearest(X, 3);
    const WeightedGraph made = neighbour_graph(lists.neighbours, {}, context);
    EXPECT_TRUE(made.scale.allFinite());
    EXPECT_GT(made.scale.minCoeff(), 0);
    const reference::Square W = support::dense(made.graph);
    EXPECT_EQ(W[0][1], 1);
    EXPECT_GT(W[5][0], 0);
    expect_symmetric(made.graph);
}

TEST(NeighbourGraphs, OfEqualRowsHaveTheWeightOne) {
    Context context;
    const Lists lists = nearest(Table(6, {3.0}), 2);
    for (const EdgeWeights weights : {EdgeWeights::local_scaling, EdgeWeights::median, EdgeWeights::gaussian}) {
        const WeightedGraph made = neighbour_graph(lists.neighbours, {.weights = weights}, context);
        EXPECT_TRUE(std::all_of(made.graph.values.begin(), made.graph.values.end(), [](double w) { return w == 1; }));
    }
}

TEST(NeighbourGraphs, LeaveOutWeightsThatUnderflowAndCosinesThatAreNotPositive) {
    Context context;
    const Lists lists = nearest({{0}, {1}, {1000}, {1001}, {5000}}, 1);
    const WeightedGraph far = neighbour_graph(lists.neighbours, {.weights = EdgeWeights::gaussian}, context);
    EXPECT_EQ(far.graph.columns, (std::vector<std::int32_t>{1, 0, 3, 2}));
    const GraphComponents found = graph_components(far.graph);
    EXPECT_EQ(found.component, (std::vector<std::int32_t>{0, 0, 1, 1, 2}));
    EXPECT_EQ(found.count, 3);
    EXPECT_EQ(found.isolated, 1);

    const Neighbours cosine{.rows = 3, .k = 1, .index = {1, 0, 0}, .distance = {0.25, 0.25, 1.5}};
    const Graph graph = neighbour_graph(cosine, {.weights = EdgeWeights::cosine}, context).graph;
    EXPECT_EQ(graph.values, (std::vector<double>{0.75, 0.75}));
    EXPECT_EQ(graph.offsets, (std::vector<Index>{0, 1, 2, 2}));
}

TEST(NeighbourGraphs, HaveTheSameBitsForAnyNumberOfThreads) {
    Random random(4);
    Neighbours neighbours;
    neighbours.rows = 20000;
    neighbours.k = 3;
    for (Index i = 0; i < 20000; ++i) {
        for (const Index step : {1, 7, 100}) {
            neighbours.index.push_back(static_cast<std::int32_t>((i + step + random.below(3)) % 20000));
            neighbours.distance.push_back(static_cast<double>(step) * random.uniform());
        }
        std::sort(neighbours.distance.end() - 3, neighbours.distance.end());
    }
    Context one(Context::Settings{.threads = 1}), seven(Context::Settings{.threads = 7});
    const Graph a = neighbour_graph(neighbours, {}, one).graph, b = neighbour_graph(neighbours, {}, seven).graph;
    EXPECT_EQ(a.columns, b.columns);
    EXPECT_EQ(a.values, b.values);
    const std::vector<Graph> both{a, b};
    const std::vector<double> halves{0.5, 0.25};
    EXPECT_EQ(weighted_sum(both, halves, one).values, weighted_sum(both, halves, seven).values);
}

std::string message_of(const Table& W) {
    Context context;
    try {
        const View view = support::dense_view<double>(W);
        precomputed_graph(view.features(), "view \"g\"", context);
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::input);
        return std::string(error.message());
    }
    return "accepted";
}

TEST(PrecomputedGraph, IsRefusedWithTheEntryThatIsWrong) {
    EXPECT_EQ(message_of({{0, 1}, {1, 0}}), "accepted");
    EXPECT_EQ(message_of({{0, 1}, {1 + 1e-12, 0}}), "accepted");
    EXPECT_EQ(message_of({{0, 1, 2}, {1, 0, 2}}),
              "view \"g\": a precomputed graph has one row and one column per instance; found 2 rows and 3 columns");
    EXPECT_EQ(message_of({{0, 1}, {-1, 0}}),
              "view \"g\": the weight in row 1, column 0 of the graph is -1; expected a number >= 0");
    EXPECT_EQ(message_of({{0, 1}, {0.5, 0}}),
              "view \"g\": the graph is not symmetric: row 0, column 1 is 1, but row 1, column 0 is 0.5");
    EXPECT_EQ(message_of({{0, 0}, {0.5, 0}}),
              "view \"g\": the graph is not symmetric: row 0, column 1 is 0, but row 1, column 0 is 0.5");
}

TEST(Normalized, AgreesWithPlainLoops) {
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
        Random random(seed);
        const Graph graph = support::random_graph(60, 2, random);  // some vertices are isolated
        const NormalizedGraph made = normalized(graph);
        reference::Square expected = reference::normalized_laplacian(support::dense(graph));
        for (std::size_t i = 0; i < expected.size(); ++i) {
            for (std::size_t j = 0; j < expected.size(); ++j)
                expected[i][j] = (i == j ? 1 : 0) - expected[i][j];
        }
        expect_equal(support::dense(made.S), expected, 1e-15);
        expect_symmetric(made.S);
    }
}

}  // namespace
}  // namespace mvlink::kernels
