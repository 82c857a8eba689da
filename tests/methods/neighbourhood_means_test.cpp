#include <mvlink/error.hpp>
#include <mvlink/neighbourhood_means.hpp>
#include <mvlink/registry.hpp>

#include "methods/kmeans/problem/constrained_view.hpp"
#include "methods/kmeans/rca/transform.hpp"
#include "support/random_problems.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mvlink {
namespace {

using support::constrained;
using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pointwise;
using testing::ThrowsMessage;

Constraint must(Index a, Index b) {
    return {{0, a}, {0, b}, Link::must, 1};
}
Constraint cannot(Index a, Index b) {
    return {{0, a}, {0, b}, Link::cannot, 1};
}

View line(std::vector<double> values) {
    const auto n = static_cast<Index>(values.size());
    return View::dense("x", n, 1, std::move(values));
}

TEST(SupervisedMeans, EveryRowGoesToTheNearestNeighbourhoodOnce) {
    // Neighbourhoods 0 4 and 5 6 at 2 and 5.5: row 1 at 4 is nearer to the other one, and stays there.
    const Dataset data = constrained(line({0, 4, 5, 6, 20}), {must(0, 1), must(2, 3)});
    Context context;
    const Result result = supervised_means(data, {.n_clusters = 2}, context);
    EXPECT_THAT(result.partitions[0].labels, ElementsAre(0, 1, 1, 1, 1));
    EXPECT_THAT(result.model.array("centroids").values, ElementsAre(2, 5.5));
    EXPECT_EQ(result.objective.back(), 4 + 1.5 * 1.5 + 0.25 + 0.25 + 14.5 * 14.5);
    EXPECT_EQ(result.iterations, 1);
    EXPECT_EQ(result.stop_reason, StopReason::converged);
    EXPECT_EQ(result.constraints.must.violated, 1);
    EXPECT_NEAR(result.partitions[0].confidence[0], 1 - 4 / (5.5 * 5.5), 1e-12);
}

TEST(SupervisedMeans, ClustersWithoutANeighbourhoodAreFilledIn) {
    const Dataset data = constrained(line({0, 1, 50, 100}), {must(0, 1)});
    Context context;
    const Result result = supervised_means(data, {.n_clusters = 3}, context);
    EXPECT_EQ(result.partitions[0].labels[0], 0);
    EXPECT_NE(result.partitions[0].labels[2], result.partitions[0].labels[3]);
}

TEST(SupervisedMeans, ItsModelSaysTheSameOfItsRows) {
    Random random(4);
    const Dataset data = constrained(support::sparse_view<float>(support::random_clusters(300, 4, 5, random)),
                                     support::random_constraints(300, 60, true, random));
    Context context;
    const Result result = supervised_means(data, {.n_clusters = 5}, context);
    EXPECT_EQ(predict(result.model, data, context)[0].labels, result.partitions[0].labels);
    Start start;
    start.model = &result.model;
    EXPECT_EQ(supervised_means(data, {.n_clusters = 5}, context, start).partitions[0].labels,
              result.partitions[0].labels);
}

/// The learnt metric W'W.
Matrix metric_of(const Dataset& data, double floor) {
    Context context;
    const kmeans_family::ConstrainedView problem(data);
    const auto whitening = kmeans_family::rca_whitening(data.view(0).features(), problem.components, floor, context);
    EXPECT_TRUE((whitening->map * whitening->inverse).isIdentity(1e-12));
    return whitening->map.transpose() * whitening->map;
}

Dataset four_points() {
    // Around the means (1, 0) and (11, 2) the differences are +-(1, 0) and +-(1, 1): C = (1, 1/2; 1/2, 1/2).
    return constrained(View::dense("x", 4, 2, std::vector<double>{0, 0, 2, 0, 10, 1, 12, 3}), {must(0, 1), must(2, 3)});
}

TEST(Rca, TheMetricIsTheInverseOfTheCovarianceInsideNeighbourhoods) {
    Context context;
    const Dataset data = four_points();
    const kmeans_family::ConstrainedView problem(data);
    const Matrix C = kmeans_family::neighbourhood_covariance(data.view(0).features(), problem.components, context);
    EXPECT_THAT(C.reshaped<Eigen::RowMajor>(), Pointwise(DoubleNear(1e-12), {1.0, 0.5, 0.5, 0.5}));
    const Matrix A = metric_of(data, 0.01);
    EXPECT_THAT(A.reshaped<Eigen::RowMajor>(), Pointwise(DoubleNear(1e-9), {2.0, -2.0, -2.0, 4.0}));
}

TEST(Rca, ADirectionWithoutDifferencesIsRaisedToTheFloorOfItsFeature) {
    // Global variances 1 and 4; inside the neighbourhood 1 and 0. So A = diag(1, 1 / (0.01 x 4)).
    const Dataset data = constrained(View::dense("x", 4, 2, std::vector<double>{0, 0, 2, 0, 0, 4, 2, 4}), {must(0, 1)});
    EXPECT_THAT(metric_of(data, 0.01).reshaped<Eigen::RowMajor>(), Pointwise(DoubleNear(1e-9), {1.0, 0.0, 0.0, 25.0}));
    EXPECT_THAT(metric_of(data, 0.5).reshaped<Eigen::RowMajor>(), Pointwise(DoubleNear(1e-9), {1.0, 0.0, 0.0, 0.5}));
}

TEST(Rca, TheScaleOfAFeatureDoesNotMatter) {
    Random random(6);
    support::Table X = support::random_clusters(200, 3, 3, random);
    const auto constraints = support::random_constraints(200, 60, true, random);
    Context context;
    const auto labels = [&] {
        const Dataset data = constrained(support::dense_view<double>(X), constraints);
        return rca_kmeans(data, {.n_clusters = 3}, context).partitions[0].labels;
    };
    const auto before = labels();
    for (auto& row : X)
        row[1] *= 1024;
    EXPECT_EQ(labels(), before);
}

TEST(RcaKMeans, FindsLongClustersThatKMeansCutsAcross) {
    // Two clusters along the first feature, 20 long and 1 apart.
    std::vector<double> values;
    for (int i = 0; i < 40; ++i) {
        values.push_back(i % 20);
        values.push_back(i < 20 ? 0.1 * (i % 3) : 1 + 0.1 * (i % 3));
    }
    const Dataset data =
        constrained(View::dense("x", 40, 2, values), {must(0, 19), must(5, 16), must(20, 38), must(21, 35)});
    Context context;
    const Result result = rca_kmeans(data, {.n_clusters = 2}, context);
    for (std::size_t row = 0; row < 40; ++row) {
        EXPECT_EQ(result.partitions[0].labels[row], result.partitions[0].labels[row < 20 ? 0 : 20]);
    }
    EXPECT_NE(result.partitions[0].labels[0], result.partitions[0].labels[20]);
    EXPECT_NE(kmeans(data, {.n_clusters = 2}, context).partitions[0].labels, result.partitions[0].labels);
    // Centroids are in the space of the data: means of the rows.
    EXPECT_NEAR(result.model.array("centroids").values[0], 9.5, 1e-9);
    EXPECT_EQ(predict(result.model, data, context)[0].labels, result.partitions[0].labels);
    EXPECT_EQ(predict(result.model, data, context)[0].confidence.size(), 40U);
}

TEST(RcaKMeans, WithoutMustLinksItIsKMeans) {
    Random random(8);
    const View view = support::dense_view<double>(support::random_clusters(300, 3, 4, random));
    Start start;
    start.centroids = {"centroids", 4, 3, support::row_major<double>(support::random_table(4, 3, random))};
    Context context;
    const Result plain = kmeans(Dataset(view), {.n_clusters = 4}, context, start);
    const Result rca = rca_kmeans(constrained(view, {cannot(0, 1)}), {.n_clusters = 4}, context, start);
    EXPECT_EQ(plain.partitions[0].labels, rca.partitions[0].labels);
    EXPECT_EQ(plain.objective, rca.objective);
    EXPECT_FALSE(rca.model.has_array("transform"));
}

TEST(RcaKMeans, AWarmStartTakesCentroidsOfTheDataAndKeepsNumbers) {
    Random random(9);
    const Dataset data = constrained(support::dense_view<double>(support::random_clusters(300, 3, 4, random)),
                                     support::random_constraints(300, 60, true, random));
    Context context;
    const Result first = rca_kmeans(data, {.n_clusters = 4}, context);
    Start from_model, from_centroids, from_labels;
    from_model.model = &first.model;
    from_centroids.centroids = first.model.array("centroids");
    from_labels.partitions = first.partitions;
    for (const Start& start : {from_model, from_centroids, from_labels}) {
        EXPECT_EQ(rca_kmeans(data, {.n_clusters = 4}, context, start).partitions[0].labels, first.partitions[0].labels);
    }
    from_centroids.centroids.cols = 2;
    from_centroids.centroids.values.resize(8);
    EXPECT_THAT([&] { rca_kmeans(data, {.n_clusters = 4}, context, from_centroids); },
                ThrowsMessage<Error>(HasSubstr("centroids are 4 x 2; expected 4 x 3")));
}

TEST(RcaKMeans, RefusesSparseAndVeryWideViews) {
    Random random(1);
    Context context;
    EXPECT_THAT(
        [&] {
            rca_kmeans(Dataset(support::sparse_view<double>(support::random_table(9, 2, random))), {.n_clusters = 2},
                       context);
        },
        ThrowsMessage<Error>(HasSubstr("view \"x\" is sparse")));
    const View wide = View::dense("x", 3, 5000, std::vector<float>(15000, 1.0F));
    EXPECT_THAT([&] { rca_kmeans(constrained(wide, {must(0, 1)}), {.n_clusters = 2}, context); },
                ThrowsMessage<Error>(HasSubstr("has 5000 columns")));
}

TEST(RcaKMeans, SquaresThatOverflowAreAnErrorNotAnAnswer) {
    Context context;
    const Dataset data = constrained(line({1e200, -1e200, 3e200, 0}), {must(0, 1)});
    EXPECT_THAT([&] { rca_kmeans(data, {.n_clusters = 2}, context); }, ThrowsMessage<Error>(HasSubstr("overflow")));
}

TEST(RcaKMeans, ACancelledRunIsAValidAnswerAfterOneRound) {
    Random random(2);
    const Dataset data = constrained(support::dense_view<double>(support::random_clusters(300, 3, 4, random)),
                                     support::random_constraints(300, 60, true, random));
    Context context;
    context.cancel();
    const Result result = rca_kmeans(data, {.n_clusters = 6}, context);
    EXPECT_EQ(result.stop_reason, StopReason::cancelled);
    EXPECT_EQ(result.iterations, 1);
}

}  // namespace
}  // namespace mvlink
