#include "run/steps.hpp"

#include <mvlink/generate_clusterings.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace mvlink {
namespace {

Partition labels_of(Scope scope, const std::string& name, std::vector<std::int32_t> labels) {
    return {scope, name, 0, std::move(labels), {}};
}

TEST(ClustersOfStart, AreTheOptionOfAModelAlsoWhereItIsAList) {
    Model model{"smvc", {{"n_clusterings", "2"}, {"n_clusters", "2,3"}}, {"x"}, {2}, {}};
    EXPECT_EQ(pipeline::clusters_of_start({{}, &model, {}}), "2,3");
    model.options.clear();
    EXPECT_EQ(pipeline::clusters_of_start({{}, &model, {}}), "");
}

TEST(ClustersOfStart, AreCountedFromLabelsOfViewsTogether) {
    EXPECT_EQ(pipeline::clusters_of_start(
                  {{labels_of(Scope::view, "a", {0, 1, -1}), labels_of(Scope::view, "b", {0, 3})}, nullptr, {}}),
              "4");
}

TEST(ClustersOfStart, AreCountedFromLabelsOfEveryClusteringByItself) {
    EXPECT_EQ(pipeline::clusters_of_start({{labels_of(Scope::clustering, "clustering1", {0, 1, 1}),
                                            labels_of(Scope::clustering, "clustering2", {0, 2, 1})},
                                           nullptr,
                                           {}}),
              "2,3");
}

TEST(ClustersOfStart, AreTheRowsOfCentroids) {
    EXPECT_EQ(pipeline::clusters_of_start({{}, nullptr, {"centroids", 5, 1, {1, 2, 3, 4, 5}}}), "5");
    EXPECT_EQ(pipeline::clusters_of_start({}), "");
}

Problem table(std::vector<double> values, Index cols) {
    const auto rows = static_cast<Index>(values.size()) / cols;
    return {.data = Dataset(View::dense("x", rows, cols, std::move(values)))};
}

TEST(Cluster, TakesTheNumberOfClustersFromTheModelItStartsFrom) {
    const Problem problem = table({0, 1, 10, 11, 20, 21}, 1);
    Context context;
    const auto first = cluster(problem, {.method = "kmeans", .options = {{"n_clusters", "3"}}}, context);
    const auto second = cluster(problem, {.method = "kmeans", .start = {{}, &first.result.model, {}}}, context);
    EXPECT_EQ(second.result.partitions[0].labels, first.result.partitions[0].labels);
    EXPECT_EQ(second.result.partitions[0].n_clusters, 3);
}

TEST(Cluster, TakesOneNumberPerClusteringFromAModelOfSeveral) {
    SmvcSyntheticOptions options;
    options.rows = 200;
    options.cols = 6;
    options.clusters = 2;
    Generated made = generate_smvc_synthetic(options, Random(1, "test/several", 0));
    const Problem problem{.data = std::move(made.data)};
    Context context;
    const auto first = cluster(problem, {.method = "smvc", .options = {{"n_clusters", "2,3"}}}, context);
    const auto second = cluster(problem, {.method = "smvc", .start = {{}, &first.result.model, {}}}, context);
    EXPECT_EQ(second.result.model.option("n_clusters"), "2,3");
    ASSERT_EQ(second.result.partitions.size(), 2U);
    EXPECT_EQ(second.result.partitions[1].n_clusters, 3);
}

/// A step that changes the number of columns would be refused if it were done twice.
TEST(Cluster, PreparesRowsOnceWhereTheModelToStartFromIsAskedForLabels) {
    const Problem problem = table({-5, 0, 1, -4, 1, 0, 5, 8, 7, 6, 7, 8, -5, 9, 1, 4, 1, 7}, 3);
    Context context;
    const RunRequest request{.method = "nmf", .options = {{"n_clusters", "2"}}, .preparation = {{"", {"minmax"}}}};
    const auto first = cluster(problem, request, context);
    const auto second = cluster(problem, {.method = "nmf", .start = {{}, &first.result.model, {}}}, context);
    EXPECT_EQ(second.result.partitions[0].labels, first.result.partitions[0].labels);
    EXPECT_EQ(steps_text(second.result.model.preparation.at(0)), "minmax");
}

}  // namespace
}  // namespace mvlink
