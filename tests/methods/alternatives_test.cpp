#include <mvlink/alternatives.hpp>
#include <mvlink/clustering_measures.hpp>
#include <mvlink/error.hpp>
#include <mvlink/generate_clusterings.hpp>
#include <mvlink/measures.hpp>
#include <mvlink/registry.hpp>

#include "methods/alternatives/alternative_steps.hpp"
#include "methods/alternatives/orthogonal_steps.hpp"
#include "methods/alternatives/proclus_steps.hpp"
#include "methods/alternatives/several_clusterings.hpp"
#include "support/random_problems.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

namespace mvlink {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

Matrix matrix(const support::Table& rows) {
    Matrix X(static_cast<Index>(rows.size()), static_cast<Index>(rows.front().size()));
    for (Index i = 0; i < X.rows(); ++i) {
        for (Index j = 0; j < X.cols(); ++j)
            X(i, j) = rows[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
    }
    return X;
}

/// NMI of the clusterings with the truths they are matched with.
std::vector<double> matched_nmi(const std::vector<Truth>& truths, const Result& result) {
    std::vector<SubspaceClustering> known, found;
    for (const Truth& truth : truths)
        known.push_back({truth.labels});
    for (const Partition& partition : result.partitions)
        found.push_back({partition.labels});
    std::vector<double> nmi;
    for (const MatchedClustering& match : matched_scores(known, found))
        nmi.push_back(match.nmi);
    return nmi;
}

const support::Table kSquare{{-2, -1}, {-2, 1}, {2, -1}, {2, 1}};

TEST(Orthogonal, TakesFromARowItsPartAlongTheMeanOfItsCluster) {
    Context context;
    Matrix rows = matrix({{3, 1}, {1, -1}});
    const std::vector<std::int32_t> labels{0, 0};
    alternatives::take_out_own_means(rows, labels, matrix({{2, 0}}), context);
    EXPECT_EQ(rows, matrix({{0, 1}, {0, -1}}));
}

TEST(Orthogonal, TakesOutTheSpaceOfTheMeans) {
    Context context;
    Matrix rows = matrix(kSquare);
    alternatives::take_out_directions(rows, alternatives::directions_of_means(matrix({{2, 0}, {-2, 0}})), context);
    EXPECT_TRUE(rows.isApprox(matrix({{0, -1}, {0, 1}, {0, -1}, {0, 1}}), 1e-14));
}

TEST(Orthogonal, AMeanAtTheOriginTakesNothing) {
    Context context;
    Matrix rows = matrix(kSquare);
    alternatives::take_out_own_means(rows, std::vector<std::int32_t>(4, 0), matrix({{0, 0}}), context);
    EXPECT_EQ(rows, matrix(kSquare));
    EXPECT_EQ(alternatives::directions_of_means(matrix({{0, 0}})).rows(), 0);
}

TEST(Orthogonal, ComponentsKeepTheShareThatWasAsked) {
    Context context;
    const Matrix rows = matrix({{-3, 0, 0}, {3, 0, 0}, {0, -1, 0}, {0, 1, 0}});  // variances 9 : 1 : 0
    EXPECT_EQ(alternatives::leading_directions(rows, 0.9, context).rows(), 1);
    EXPECT_EQ(alternatives::leading_directions(rows, 0.91, context).rows(), 2);
    EXPECT_NEAR(alternatives::leading_directions(rows, 0.9, context)(0, 0), 1, 1e-12);
}

TEST(Orthogonal, BothVariantsSplitASquareInItsTwoWays) {
    Context context;
    for (const auto variant : {OrthogonalVariant::clusters, OrthogonalVariant::subspaces}) {
        const Dataset data(support::dense_view<double>(kSquare));
        const Result result = orthogonal(data, {.n_clusters = 2, .variant = variant, .pca_share = 1}, context);
        ASSERT_EQ(result.partitions.size(), 2U);
        EXPECT_EQ(result.partitions[0].name, "clustering1");
        EXPECT_EQ(result.partitions[1].scope, Scope::clustering);
        EXPECT_EQ(normalized_mutual_information(std::vector<std::int32_t>{0, 0, 1, 1}, result.partitions[0].labels), 1);
        EXPECT_EQ(normalized_mutual_information(std::vector<std::int32_t>{0, 1, 0, 1}, result.partitions[1].labels), 1);
    }
}

TEST(Orthogonal, StopsWhenNothingIsLeftAndSaysSo) {
    Context context;
    const Dataset data(support::dense_view<double>(kSquare));
    const Result result = orthogonal(data, {.n_clusters = 2, .n_clusterings = 4, .pca_share = 1}, context);
    EXPECT_EQ(result.partitions.size(), 2U);
    ASSERT_EQ(result.warnings.size(), 1U);
    EXPECT_EQ(result.warnings[0].code, "fewer-clusterings");
    const Dataset constant(support::dense_view<double>(support::Table(5, {1, 2, 3})));
    EXPECT_EQ(orthogonal(constant, {.n_clusters = 1}, context).partitions.size(), 1U);
}

TEST(Alternative, ScatterAndMapOfTheSquareAreThoseWorkedOutByHand) {
    Context context;
    const Matrix S =
        alternatives::scatter_about_others(matrix(kSquare), std::vector<std::int32_t>{0, 0, 1, 1}, 2, context);
    EXPECT_TRUE(S.isApprox(matrix({{16, 0}, {0, 1}}), 1e-14));
    const Matrix map = alternatives::floored_power(S, 2, 1e-3);
    EXPECT_TRUE(map.isApprox(matrix({{0.25, 0}, {0, 1}}), 1e-14));
    EXPECT_TRUE(alternatives::floored_power(S, 0, 1e-3).isApprox(Matrix(Matrix::Identity(2, 2)), 1e-14));
    EXPECT_TRUE(
        alternatives::floored_power(matrix({{16, 0}, {0, 0}}), 2, 0.25).isApprox(matrix({{0.25, 0}, {0, 0.5}})));
    EXPECT_EQ(alternatives::floored_power(Matrix::Zero(2, 2), 2, 1e-3), Matrix(Matrix::Identity(2, 2)));
}

TEST(Alternative, SplitsASquareTheOtherWay) {
    Context context;
    const Dataset data(support::dense_view<double>(kSquare));
    const Result result = alternative(data, {.n_clusters = 2}, context);
    EXPECT_EQ(normalized_mutual_information(std::vector<std::int32_t>{0, 0, 1, 1}, result.partitions[0].labels), 1);
    EXPECT_EQ(normalized_mutual_information(std::vector<std::int32_t>{0, 1, 0, 1}, result.partitions[1].labels), 1);
}

TEST(Alternative, TheGivenClusteringIsTheFirst) {
    Context context;
    const Dataset data(support::dense_view<double>(kSquare));
    Start start;
    start.partitions.push_back({Scope::view, "x", 2, {1, 0, 1, 0}, {}});
    const Result result = alternative(data, {.n_clusters = 2}, context, start);
    EXPECT_THAT(result.partitions[0].labels, ElementsAre(1, 0, 1, 0));
    EXPECT_EQ(normalized_mutual_information(std::vector<std::int32_t>{0, 0, 1, 1}, result.partitions[1].labels), 1);
    start.partitions[0].labels = {1, 0, 2, 0};
    EXPECT_THAT([&] { alternative(data, {.n_clusters = 2}, context, start); },
                ThrowsMessage<Error>(HasSubstr("row 2 has label 2; expected 0 to 1")));
    start.partitions[0].labels = {1, 0};
    EXPECT_THAT([&] { alternative(data, {.n_clusters = 2}, context, start); },
                ThrowsMessage<Error>(HasSubstr("2 labels for the 4 rows")));
}

/// A strong grouping in three columns and a weaker one in three others.
Generated strong_and_weak(std::uint64_t seed) {
    Random random(seed);
    Truth strong{"strong", "", {}, {}, {0, 1, 2}}, weak{"weak", "", {}, {}, {3, 4, 5}};
    std::vector<double> values;
    for (int row = 0; row < 180; ++row) {
        strong.labels.push_back(static_cast<std::int32_t>(random.below(3)));
        weak.labels.push_back(static_cast<std::int32_t>(random.below(3)));
        for (int j = 0; j < 3; ++j)
            values.push_back((strong.labels.back() == j ? 30 : 0) + random.normal());
        for (int j = 0; j < 3; ++j)
            values.push_back((weak.labels.back() == j ? 15 : 0) + random.normal());
    }
    return {Dataset(View::dense("x", 180, 6, std::move(values))), {std::move(strong), std::move(weak)}};
}

TEST(Alternatives, AStrongAndAWeakGroupingAreFoundOneAfterTheOther) {
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
        const Generated made = strong_and_weak(seed);
        Context context(Context::Settings{.seed = seed});
        for (const auto variant : {OrthogonalVariant::clusters, OrthogonalVariant::subspaces}) {
            const Result result = orthogonal(made.data, {.n_clusters = 3, .variant = variant}, context);
            for (const double nmi : matched_nmi(made.truths, result))
                EXPECT_NEAR(nmi, 1, 1e-9) << seed;
        }
        for (const double nmi : matched_nmi(made.truths, alternative(made.data, {.n_clusters = 3}, context)))
            EXPECT_NEAR(nmi, 1, 1e-9) << seed;
    }
}

TEST(Alternatives, AConstraintIsKeptIfSomeClusteringKeepsIt) {
    Context context;
    const std::vector<Constraint> pairs{{{0, 0}, {0, 1}, Link::must, 1},     // kept by the first
                                        {{0, 0}, {0, 2}, Link::must, 1},     // by the second
                                        {{0, 0}, {0, 3}, Link::must, 1},     // by none
                                        {{0, 1}, {0, 2}, Link::cannot, 1}};  // by both
    const Dataset data = support::constrained(support::dense_view<double>(kSquare), pairs);
    const Result result = alternative(data, {.n_clusters = 2}, context);
    EXPECT_EQ(result.constraints.must.given, 3);
    EXPECT_EQ(result.constraints.must.satisfied, 2);
    EXPECT_EQ(result.constraints.cannot.satisfied, 1);
    ASSERT_EQ(result.constraints.violations.size(), 1U);
    EXPECT_EQ(result.constraints.violations[0].constraint.b.row, 3);
}

TEST(Alternatives, RefuseWhatTheyCannotCluster) {
    Context context;
    const Dataset sparse(support::sparse_view<double>(kSquare));
    const Dataset small(support::dense_view<double>(kSquare));
    const Dataset wide(View::dense("x", 2, 5000, std::vector<double>(10000, 1.0)));
    for (const char* method : {"orthogonal", "alternative", "proclus"}) {
        const auto run = [&](const Dataset& data, const char* k) {
            return run_method(method, data, std::vector<OptionText>{{"n_clusters", k}}, context);
        };
        EXPECT_THAT([&] { run(sparse, "2"); }, ThrowsMessage<Error>(HasSubstr("needs dense features; try prep=")))
            << method;
        EXPECT_THAT([&] { run(small, "5"); }, ThrowsMessage<Error>(HasSubstr("5 clusters for the 4 rows"))) << method;
        if (std::string(method) != "proclus") {
            EXPECT_THAT([&] { run(wide, "2"); }, ThrowsMessage<Error>(HasSubstr("expected at most 4096"))) << method;
        }
    }
}

TEST(Proclus, SegmentalDistanceIsTheMeanOverTheColumns) {
    const std::vector<double> p{1, 2, 3}, q{2, 4, 9};
    EXPECT_EQ(alternatives::segmental_distance(p.data(), q.data(), std::vector<Index>{0, 2}), 3.5);
}

TEST(Proclus, ColumnsAreTwoAClusterAndThenTheNarrowest) {
    // Cluster 0 is narrow in columns 2 and 3, and nearly so in 0; cluster 1 in 0 and 1.
    const Matrix spread = matrix({{2, 9, 1, 1, 9}, {1, 1, 5, 5, 5}});
    EXPECT_THAT(alternatives::choose_columns(spread, 4), ElementsAre(ElementsAre(2, 3), ElementsAre(0, 1)));
    EXPECT_THAT(alternatives::choose_columns(spread, 5), ElementsAre(ElementsAre(0, 2, 3), ElementsAre(0, 1)));
    EXPECT_THAT(alternatives::choose_columns(matrix({{1, 1, 1}}), 2), ElementsAre(ElementsAre(0, 1)));
}

TEST(Proclus, EqualRowsAreOneCandidate) {
    Random random(1);
    const Matrix rows = matrix({{0, 0}, {0, 0}, {5, 5}, {0, 0}, {5, 5}});
    EXPECT_EQ(alternatives::candidate_medoids(rows, 5, 4, random).size(), 2U);
}

/// Four clusters in [0, 100]^20, each narrow in five columns of its own, with noise (the last rows).
struct Projected {
    support::Table rows;
    std::vector<std::int32_t> labels;  // -1: noise
    std::vector<std::set<Index>> columns;
};

Projected projected_clusters(std::uint64_t seed) {
    Random random(seed);
    Projected made;
    for (int c = 0; c < 4; ++c) {
        std::vector<Index> order = random.permutation(20);
        made.columns.emplace_back(order.begin(), order.begin() + 5);
        std::vector<double> centre(20);
        for (double& value : centre)
            value = random.uniform(10, 90);
        for (int i = 0; i < 100; ++i) {
            std::vector<double> row(20);
            for (std::size_t j = 0; j < 20; ++j) {
                const bool own = made.columns.back().count(static_cast<Index>(j)) > 0;
                row[j] = own ? centre[j] + 2 * random.normal() : random.uniform(0, 100);
            }
            made.rows.push_back(row);
            made.labels.push_back(c);
        }
    }
    for (int i = 0; i < 20; ++i) {
        std::vector<double> row(20);
        for (double& value : row)
            value = random.uniform(0, 100);
        made.rows.push_back(row);
        made.labels.push_back(-1);
    }
    return made;
}

TEST(Proclus, FindsClustersAndTheirColumnsAmongNoise) {
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
        const Projected made = projected_clusters(seed);
        Context context(Context::Settings{.seed = seed});
        const Dataset data(support::dense_view<double>(made.rows));
        const Result result = proclus(data, {.n_clusters = 4, .n_dimensions = 5}, context);
        EXPECT_GT(accuracy(made.labels, result.partitions[0].labels), 0.97) << seed;
        const NamedArray& dimensions = result.model.array("dimensions", 4, 20);
        EXPECT_EQ(std::accumulate(dimensions.values.begin(), dimensions.values.end(), 0.0), 20);
        for (std::size_t i = 0; i < 4; ++i) {
            std::set<Index> found;
            for (std::size_t j = 0; j < 20; ++j) {
                if (dimensions.values[i * 20 + j] == 1) found.insert(static_cast<Index>(j));
                EXPECT_EQ(result.metrics[i].weights[j] > 0, dimensions.values[i * 20 + j] == 1);
            }
            EXPECT_THAT(made.columns, testing::Contains(found)) << seed;
        }
    }
}

TEST(Proclus, OutliersHaveTheNearestLabelAndNoConfidence) {
    const Projected made = projected_clusters(4);
    Context context;
    const Dataset data(support::dense_view<double>(made.rows));
    const Result result = proclus(data, {.n_clusters = 4, .n_dimensions = 5}, context);
    const Partition& partition = result.partitions[0];
    EXPECT_EQ(partition.n_clusters, 4);
    EXPECT_THAT(partition.labels, testing::Each(testing::AllOf(testing::Ge(0), testing::Lt(4))));
    const auto warning = std::find_if(result.warnings.begin(), result.warnings.end(),
                                      [](const Warning& w) { return w.code == "outliers"; });
    ASSERT_NE(warning, result.warnings.end());
    EXPECT_EQ(std::count(partition.confidence.begin(), partition.confidence.end(), 0.0), warning->value);
}

TEST(Proclus, FewerDistinctRowsThanClustersLeaveSomeEmpty) {
    Context context;
    const Dataset data(support::dense_view<double>({{0, 0}, {0, 0}, {5, 5}, {5, 5}}));
    const Result result = proclus(data, {.n_clusters = 3}, context);
    EXPECT_EQ(normalized_mutual_information(std::vector<std::int32_t>{0, 0, 1, 1}, result.partitions[0].labels), 1);
    EXPECT_EQ(result.warnings.at(0).code, "empty-clusters");
    const Dataset line(support::dense_view<double>({{0}, {1}, {9}}));
    EXPECT_EQ(proclus(line, {.n_clusters = 2}, context).partitions[0].labels.size(), 3U);
    EXPECT_EQ(proclus(line, {.n_clusters = 1}, context).warnings.size(), 0U);
}

}  // namespace
}  // namespace mvlink
