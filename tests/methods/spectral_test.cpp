#include <mvlink/error.hpp>
#include <mvlink/registry.hpp>
#include <mvlink/spectral.hpp>

#include "methods/spectral/amgl_steps.hpp"
#include "methods/spectral/coreg_steps.hpp"
#include "methods/spectral/view_graphs.hpp"
#include "support/graph_problems.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mvlink {
namespace {

using support::Table;
using testing::HasSubstr;

/// A graph as a view: the matrix of its weights.
View graph_view(const Table& W, const std::string& name = "x") {
    return support::sparse_view<double>(W, name);
}

const Table kTriangle{{0, 1, 1}, {1, 0, 1}, {1, 1, 0}};
const Table kPath{{0, 1, 0}, {1, 0, 1}, {0, 1, 0}};
const Table kEdgeAndPoint{{0, 1, 0}, {1, 0, 0}, {0, 0, 0}};

std::string refusal(const std::string& method, const Dataset& data, std::vector<OptionText> options) {
    Context context;
    try {
        run_method(method, data, options, context);
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

std::vector<std::string> codes(const Result& result) {
    std::vector<std::string> found;
    for (const Warning& warning : result.warnings)
        found.push_back(warning.code);
    return found;
}

/// Sums of the k smallest eigenvalues of L: 0, 1, 2 of a path of 3, 0, 3/2, 3/2 of a triangle, 0, 1, 2 of an edge and a
/// point.
TEST(Spectral, TheObjectiveIsTheSumOfTheSmallestEigenvaluesOfSmallGraphs) {
    Context context;
    const auto objective = [&](const Table& W, int k) {
        return spectral(Dataset(graph_view(W)), {.n_clusters = k, .metric = GraphMetric::precomputed}, context)
            .objective.back();
    };
    EXPECT_NEAR(objective(kPath, 2), 1, 1e-10);
    EXPECT_NEAR(objective(kTriangle, 2), 1.5, 1e-10);
    EXPECT_NEAR(objective(kTriangle, 3), 3, 1e-10);
    EXPECT_NEAR(objective(kEdgeAndPoint, 2), 1, 1e-10);
}

TEST(Spectral, SeparatesRingsThatNoMeanSeparates) {
    Random random(3);
    const support::Rings rings = support::two_rings(200, random);
    for (const View& view : {support::dense_view<double>(rings.X), support::dense_view<float>(rings.X)}) {
        Context context;
        const Result result = spectral(Dataset(view), {.n_clusters = 2, .metric = GraphMetric::euclidean}, context);
        EXPECT_TRUE(support::same_partition(result.partitions[0].labels, rings.ring));
        EXPECT_EQ(result.embeddings.at(0).rows, 200);
        EXPECT_EQ(result.stop_reason, StopReason::converged);
    }
}

TEST(Spectral, AGivenGraphGivesWhatItsFeaturesGive) {
    Random random(4);
    const support::Rings rings = support::two_rings(60, random);
    Table W(60, std::vector<double>(60, 0));
    for (std::size_t i = 0; i < 60; ++i)
        W[i][(i + 2) % 60] = W[(i + 2) % 60][i] = 1;
    for (const View& view : {graph_view(W), support::dense_view<double>(W), support::dense_view<float>(W)}) {
        Context context;
        const Result result = spectral(Dataset(view), {.n_clusters = 2, .metric = GraphMetric::precomputed}, context);
        EXPECT_TRUE(support::same_partition(result.partitions[0].labels, rings.ring));
        EXPECT_EQ(predict(result.model, Dataset(view), context)[0].labels, result.partitions[0].labels);
    }
}

/// Objects 0 to 3 have rows in the first view only, 4 to 7 in both, 8 to 11 in the second only.
TEST(Spectral, ObjectsThatAViewLacksArePlacedByTheOthers) {
    Random random(5);
    const auto row = [&](Index i) {
        return std::vector<double>{i % 2 == 0 ? 0.0 : 20.0, random.normal(), random.normal()};
    };
    Table a, b;
    std::vector<std::string> in_a, in_b;
    for (Index i = 0; i < 40; ++i) {
        if (i < 28) a.push_back(row(i)), in_a.push_back("o" + std::to_string(i));
        if (i >= 12) b.push_back(row(i)), in_b.push_back("o" + std::to_string(i));
    }
    const Dataset data = Dataset({support::dense_view<double>(a, "a").with_ids(in_a),
                                  support::dense_view<double>(b, "b").with_ids(in_b)})
                             .with_id_mapping();
    for (const char* method : {"spectral", "amgl", "coreg-spectral"}) {
        Context context;
        const Result result = run_method(method, data, std::vector<OptionText>{{"n_clusters", "2"}}, context);
        const auto& objects = result.partitions.at(2).labels;
        ASSERT_EQ(objects.size(), 40U) << method;
        EXPECT_NE(objects[0], objects[1]) << method;
        for (std::size_t i = 2; i < objects.size(); ++i)
            EXPECT_EQ(objects[i], objects[i % 2]) << method << ", object " << i;
        EXPECT_THAT(codes(result), testing::Contains("objects-missing")) << method;
        EXPECT_EQ(predict(result.model, data, context)[1].labels, result.partitions[1].labels) << method;
    }
}

TEST(Spectral, WarnsOfMoreComponentsThanClustersAndOfIsolatedObjects) {
    Context context;
    Table W(7, std::vector<double>(7, 0));
    for (const auto& [i, j] : std::vector<std::pair<std::size_t, std::size_t>>{{0, 1}, {2, 3}, {4, 5}})
        W[i][j] = W[j][i] = 1;
    const Result result =
        spectral(Dataset(graph_view(W)), {.n_clusters = 2, .metric = GraphMetric::precomputed}, context);
    EXPECT_THAT(codes(result), testing::IsSupersetOf({"graph-components", "isolated-objects"}));
    EXPECT_NEAR(result.objective.back(), 0, 1e-12);
    const Result three =
        spectral(Dataset(graph_view(W)), {.n_clusters = 3, .metric = GraphMetric::precomputed}, context);
    EXPECT_THAT(codes(three), testing::Not(testing::Contains("graph-components")));
    const auto& labels = three.partitions[0].labels;
    EXPECT_TRUE(labels[0] == labels[1] && labels[2] == labels[3] && labels[4] == labels[5]);
    EXPECT_TRUE(labels[0] != labels[2] && labels[0] != labels[4] && labels[2] != labels[4]);
}

TEST(SpectralFamily, BadInputIsRefused) {
    Random random(6);
    const Dataset rows(support::dense_view<double>(support::random_table(6, 2, random)));
    const Dataset equal(support::dense_view<double>(Table(6, {1, 2})));
    const auto graph = [](Table W) { return Dataset(graph_view(W)); };
    const OptionText given{"metric", "precomputed"};
    for (const char* method : {"spectral", "amgl", "coreg-spectral"}) {
        SCOPED_TRACE(method);
        EXPECT_THAT(refusal(method, rows, {{"n_clusters", "2"}, {"n_neighbors", "6"}}),
                    HasSubstr("n_neighbors: 6 neighbours for the 6 rows of view \"x\"; expected at most 5"));
        EXPECT_THAT(refusal(method, rows, {{"n_clusters", "7"}}), HasSubstr("7 clusters for 6 objects"));
        EXPECT_THAT(refusal(method, rows, {{"n_clusters", "2"}, {"metric", "euclidean"}, {"affinity", "cosine"}}),
                    HasSubstr("cosine weights need cosine neighbours"));
        EXPECT_THAT(refusal(method, equal, {{"n_clusters", "2"}}), HasSubstr("all 6 rows are equal"));
        EXPECT_THAT(refusal(method, rows, {{"n_clusters", "2"}, given}), HasSubstr("view \"x\""));
        EXPECT_THAT(refusal(method, graph({{0, -1}, {-1, 0}}), {{"n_clusters", "2"}, given}), HasSubstr("view \"x\""));
        EXPECT_THAT(refusal(method, graph({{0, 1}, {2, 0}}), {{"n_clusters", "2"}, given}), HasSubstr("view \"x\""));
        EXPECT_THAT(refusal(method, graph(kEdgeAndPoint), {{"n_clusters", "3"}, given}),
                    HasSubstr("3 clusters, but only 2 of 3 objects have an edge"));
        EXPECT_THAT(refusal(method, rows, {{"n_clusters", "2"}, {"affinity", "gaussian"}, {"sigma", "1e-9"}}),
                    HasSubstr("its graph has no edge"));
    }
}

TEST(SpectralFamily, OneRowIsOneCluster) {
    Context context;
    const Dataset data(support::dense_view<double>({{1, 2}}));
    for (const char* method : {"spectral", "amgl", "coreg-spectral"}) {
        const Result result = run_method(method, data, std::vector<OptionText>{{"n_clusters", "1"}}, context);
        EXPECT_THAT(result.partitions[0].labels, testing::ElementsAre(0)) << method;
    }
}

/// L and 4 L: the weights are as 2 to 1. L = [1 -1; -1 1] with k = 2: tr = 2, a = 1 / (2 sqrt 2) and 1 / (2 sqrt 8).
TEST(Amgl, WeightsAreOneOverTwiceTheRootOfTheTrace) {
    const auto weights = spectral_family::amgl_weights(std::vector<double>{2, 8}, 2);
    const double a = 0.353553390593, b = 0.176776695297;
    EXPECT_NEAR(weights[0], a / (a + b), 1e-12);
    EXPECT_NEAR(weights[1], b / (a + b), 1e-12);
    EXPECT_NEAR(spectral_family::amgl_objective(std::vector<double>{4, 9}), 5, 1e-12);
    const auto clipped = spectral_family::amgl_weights(std::vector<double>{0, 1}, 1);
    EXPECT_NEAR(clipped[0] / clipped[1], 1e5, 1e-3);
}

TEST(Amgl, AViewThatFallsIntoPiecesTakesTheWeightAndIsReported) {
    Table pieces(8, std::vector<double>(8, 0)), ring = pieces;
    for (std::size_t i = 0; i < 8; ++i) {
        const std::size_t j = i ^ 1, next = (i + 1) % 8;
        pieces[i][j] = pieces[j][i] = 1;
        ring[i][next] = ring[next][i] = 1;
    }
    const Dataset data = Dataset({graph_view(pieces, "pieces"), graph_view(ring, "ring")}).with_row_mapping();
    Context context;
    const Result result = amgl(data, {.n_clusters = 2, .metric = GraphMetric::precomputed}, context);
    ASSERT_EQ(result.view_weights.size(), 2U);
    EXPECT_GT(result.view_weights[0], 0.99);
    EXPECT_THAT(codes(result), testing::Contains("view-takes-all-weight"));
}

/// Identical views: U_v never changes, and the objective is v times that of one view.
TEST(CoregSpectral, IdenticalViewsStayAsTheyAre) {
    Random random(7);
    const Table X = support::random_clusters(60, 3, 3, random);
    const Dataset two =
        Dataset({support::dense_view<double>(X, "a"), support::dense_view<double>(X, "b")}).with_row_mapping();
    for (const CoregScheme scheme : {CoregScheme::pairwise, CoregScheme::centroid}) {
        Context context;
        const Result both = coreg_spectral(
            two, {.n_clusters = 3, .scheme = scheme, .consensus_weight = 0.5, .metric = GraphMetric::euclidean},
            context);
        const Result alone = spectral(Dataset(support::dense_view<double>(X, "a")),
                                      {.n_clusters = 3, .metric = GraphMetric::euclidean}, context);
        EXPECT_NEAR(both.objective.back(), 2 * alone.objective.back(), 1e-6);
        EXPECT_TRUE(support::same_partition(both.partitions[0].labels, alone.partitions[0].labels));
    }
}

TEST(SpectralFamily, NewRowsFromAnySubsetOfTheViewsFallIntoTheirClusters) {
    Random random(8);
    support::SharedClusters all = support::shared_clusters(150, 3, 3, 1, random);
    support::SharedClusters train = all, test = all;
    for (std::size_t v = 0; v < 3; ++v) {
        train.X[v].resize(120);
        test.X[v].erase(test.X[v].begin(), test.X[v].begin() + 120);
    }
    const Dataset fresh = support::dataset_of(test);
    for (const char* method : {"spectral", "amgl", "coreg-spectral"}) {
        Context context;
        const Result result =
            run_method(method, support::dataset_of(train), std::vector<OptionText>{{"n_clusters", "3"}}, context);
        const auto& names = result.partitions[0].labels;  // row i is in cluster i % 3
        for (const std::vector<std::string>& views :
             std::vector<std::vector<std::string>>{{"a", "b", "c"}, {"b"}, {"c", "a"}}) {
            const auto found = predict(result.model, fresh.select(views), context);
            ASSERT_EQ(found.size(), views.size()) << method;
            for (const Partition& partition : found) {
                for (std::size_t i = 0; i < partition.labels.size(); ++i)
                    EXPECT_EQ(partition.labels[i], names[i % 3]) << method << ", row " << i << " of " << partition.name;
            }
        }
    }
}

/// exp(-distance / scale) underflows for a row so far away; it still has nearest rows.
TEST(SpectralFamily, ARowFarFromAllOthersFallsIntoTheClusterOfTheNearest) {
    Random random(12);
    Table X;
    for (int i = 0; i < 60; ++i)
        X.push_back({i % 2 == 0 ? -1 + 0.05 * random.normal() : 1 + 0.05 * random.normal(), 0.05 * random.normal()});
    for (const char* normalize : {"true", "false"}) {
        Context context;
        const Result result = run_method(
            "spectral", Dataset(support::dense_view<double>(X)),
            std::vector<OptionText>{
                {"n_clusters", "2"}, {"affinity", "gaussian"}, {"sigma", "0.05"}, {"normalize_rows", normalize}},
            context);
        const auto& labels = result.partitions[0].labels;
        const Dataset far(support::dense_view<double>(Table{{-40, 0}, {40, 0}, {-1e4, 1}, {1e4, 1}}));
        const std::vector<std::int32_t> expected{labels[0], labels[1], labels[0], labels[1]};
        EXPECT_EQ(predict(result.model, far, context)[0].labels, expected) << "normalize_rows=" << normalize;
    }
}

TEST(SpectralFamily, AWarmStartKeepsTheNumbersOfTheClusters) {
    Random random(9);
    const support::SharedClusters shared = support::shared_clusters(90, 3, 2, 1, random);
    const Dataset data = support::dataset_of(shared);
    for (const char* method : {"spectral", "amgl", "coreg-spectral"}) {
        Context context;
        Start start;
        for (const char* view : {"a", "b"}) {
            start.partitions.push_back({Scope::view, view, 3, {}, {}});
            for (const std::int32_t cluster : shared.cluster)
                start.partitions.back().labels.push_back((cluster + 1) % 3);
        }
        const Result result = run_method(method, data, std::vector<OptionText>{{"n_clusters", "3"}}, context, start);
        EXPECT_EQ(result.partitions[0].labels, start.partitions[0].labels) << method;
    }
}

}  // namespace
}  // namespace mvlink
