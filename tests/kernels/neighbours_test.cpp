#include "kernels/neighbours.hpp"

#include <mvlink/error.hpp>

#include "reference/neighbours.hpp"
#include "support/random_problems.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace mvlink::kernels {
namespace {

using support::Table;

Neighbours search(const View& view, int k, NeighbourMetric metric = NeighbourMetric::euclidean, int threads = 2) {
    Context context(Context::Settings{.threads = threads});
    return nearest_neighbours(view.features(), {k, metric, NeighbourSearch::exact}, context);
}

std::vector<std::int32_t> list_of(const Neighbours& found, Index row) {
    const auto begin = found.index.begin() + row * found.k;
    return {begin, begin + found.k};
}

std::vector<double> distances_of(const Neighbours& found, Index row) {
    const auto begin = found.distance.begin() + row * found.k;
    return {begin, begin + found.k};
}

/// The same distances place by place; rows may change places only if they are equally far to rounding.
void expect_list(const Neighbours& found, Index row, const reference::NeighbourList& wanted, const Table& X,
                 const std::vector<double>& x, bool cosine, const std::string& what) {
    for (std::size_t i = 0; i < wanted.index.size(); ++i) {
        const std::size_t place = static_cast<std::size_t>(row * found.k) + i;
        const double tolerance = 1e-13 * (1 + wanted.distance[i]);
        ASSERT_NEAR(found.distance[place], wanted.distance[i], tolerance) << what << " row " << row << " place " << i;
        if (found.index[place] == wanted.index[i]) continue;
        const auto& y = X[static_cast<std::size_t>(found.index[place])];
        const double other = cosine ? reference::cosine_distance(x, y) : reference::squared_euclidean(x, y);
        ASSERT_NEAR(other, wanted.distance[i], tolerance) << what << " row " << row << " place " << i;
    }
}

void expect_agreement(const Neighbours& found, const Table& X, bool cosine, const std::string& what) {
    for (Index row = 0; row < found.rows; ++row) {
        const auto& x = X[static_cast<std::size_t>(row)];
        const auto wanted = reference::nearest_rows(x, X, found.k, cosine, static_cast<int>(row));
        expect_list(found, row, wanted, X, x, cosine, what);
    }
}

TEST(Neighbours, OfFourPointsOnALineAreTheNearestWithTiesByRow) {
    // 0, 1, 2 and 5: row 1 is as far from row 0 as from row 2.
    for (const View& view : support::every_kind({{0}, {1}, {2}, {5}})) {
        const Neighbours found = search(view, 2);
        EXPECT_EQ(found.index, (std::vector<std::int32_t>{1, 2, 0, 2, 1, 0, 2, 1})) << view.kind();
        EXPECT_EQ(found.distance, (std::vector<double>{1, 4, 1, 1, 1, 4, 9, 16})) << view.kind();
        EXPECT_TRUE(found.exact);
        EXPECT_TRUE(found.complete);
        EXPECT_EQ(found.recall, 1);
    }
}

TEST(Neighbours, OfAngles) {
    // East, north, south-west at length 2, and a row without direction.
    const double half = std::sqrt(0.5);
    for (const View& view : support::every_kind({{1, 0}, {0, 1}, {-2, -2}, {0, 0}, {3, 3}})) {
        const Neighbours found = search(view, 4, NeighbourMetric::cosine);
        EXPECT_EQ(list_of(found, 0), (std::vector<std::int32_t>{4, 1, 3, 2}));
        EXPECT_NEAR(found.distance[0], 1 - half, 1e-15);
        EXPECT_NEAR(found.distance[1], 1, 1e-15);
        EXPECT_EQ(found.distance[2], 1);
        EXPECT_NEAR(found.distance[3], 1 + half, 1e-15);
        EXPECT_NEAR(distances_of(found, 4)[3], 2, 1e-15);
    }
}

TEST(Neighbours, UnderCosineARowOfZerosIsOneAwayFromEveryRow) {
    for (const View& view : support::every_kind({{0, 0}, {0, 2}, {0, 0}, {0, 3}, {-1, 0}})) {
        const Neighbours found = search(view, 4, NeighbourMetric::cosine);
        EXPECT_EQ(list_of(found, 0), (std::vector<std::int32_t>{1, 2, 3, 4}));
        EXPECT_EQ(distances_of(found, 0), (std::vector<double>{1, 1, 1, 1}));
        EXPECT_EQ(list_of(found, 2), (std::vector<std::int32_t>{0, 1, 3, 4}));
        EXPECT_EQ(list_of(found, 1), (std::vector<std::int32_t>{3, 0, 2, 4}));
        EXPECT_EQ(distances_of(found, 1), (std::vector<double>{0, 1, 1, 1}));
    }
}

TEST(Neighbours, UnderCosineAllRowsMayBeZero) {
    for (const View& view : support::every_kind(Table(5, {0, 0, 0}))) {
        const Neighbours found = search(view, 2, NeighbourMetric::cosine);
        EXPECT_EQ(list_of(found, 0), (std::vector<std::int32_t>{1, 2}));
        EXPECT_EQ(list_of(found, 4), (std::vector<std::int32_t>{0, 1}));
        EXPECT_EQ(found.distance, std::vector<double>(10, 1));
    }
}

TEST(Neighbours, IncludeEqualRowsButNeverTheRowItself) {
    for (const View& view : support::every_kind({{3, 1}, {3, 1}, {7, 7}, {3, 1}})) {
        const Neighbours found = search(view, 3);
        EXPECT_EQ(found.index, (std::vector<std::int32_t>{1, 3, 2, 0, 3, 2, 0, 1, 3, 0, 1, 2}));
        EXPECT_EQ(distances_of(found, 0), (std::vector<double>{0, 0, 52}));
        EXPECT_EQ(distances_of(found, 2), (std::vector<double>{52, 52, 52}));
    }
}

TEST(Neighbours, OfEqualRowsAreTheFirstOthers) {
    for (const auto metric : {NeighbourMetric::euclidean, NeighbourMetric::cosine}) {
        for (const View& view : support::every_kind(Table(700, {1, 0, 2}))) {
            const Neighbours found = search(view, 3, metric);
            EXPECT_EQ(list_of(found, 0), (std::vector<std::int32_t>{1, 2, 3}));
            EXPECT_EQ(list_of(found, 2), (std::vector<std::int32_t>{0, 1, 3}));
            EXPECT_EQ(list_of(found, 699), (std::vector<std::int32_t>{0, 1, 2}));
            EXPECT_EQ(found.distance, std::vector<double>(2100, 0));
        }
    }
}

TEST(Neighbours, OnACircularGridTieByRow) {
    // 400 whole numbers, each four times, in shuffled order: nearly all distances tie.
    Table X;
    for (int i = 0; i < 1600; ++i)
        X.push_back({static_cast<double>((i * 7919) % 400), 0});
    for (const View& view : support::every_kind(X)) {
        const Neighbours found = search(view, 9);
        for (Index row = 0; row < found.rows; row += 37) {
            const auto wanted =
                reference::nearest_rows(X[static_cast<std::size_t>(row)], X, 9, false, static_cast<int>(row));
            ASSERT_EQ(list_of(found, row), std::vector<std::int32_t>(wanted.index.begin(), wanted.index.end()));
            ASSERT_EQ(distances_of(found, row), wanted.distance);
        }
    }
}

class NeighboursOnRandomData : public testing::TestWithParam<int> {};

TEST_P(NeighboursOnRandomData, AgreeWithPlainLoopsForEveryKindOfView) {
    Random random(static_cast<std::uint64_t>(GetParam()));
    const Index n = 2 + random.below(500), d = 1 + random.below(70);
    const int k = static_cast<int>(1 + random.below(std::min<Index>(n - 1, 30)));
    const Table X = support::random_clusters(n, d, 5, random);
    for (const bool cosine : {false, true}) {
        const auto metric = cosine ? NeighbourMetric::cosine : NeighbourMetric::euclidean;
        const Neighbours first = search(support::dense_view<double>(X), k, metric);
        expect_agreement(first, X, cosine, cosine ? "cosine" : "euclidean");
        for (const View& view : support::every_kind(X)) {
            const Neighbours found = search(view, k, metric);
            ASSERT_EQ(found.index, first.index) << view.kind() << " cosine " << cosine;
            ASSERT_EQ(found.distance, first.distance) << view.kind() << " cosine " << cosine;
        }
    }
}

TEST_P(NeighboursOnRandomData, AgreeWithPlainLoopsIfAllOthersAreAskedFor) {
    Random random(static_cast<std::uint64_t>(GetParam()) + 100);
    const Index n = 2 + random.below(90), d = 1 + random.below(5);
    Table X = support::random_table(n, d, random);
    for (auto& row : X) {
        for (double& value : row)
            value = std::round(2 * value);  // ties, equal rows, rows of zeros
    }
    for (const bool cosine : {false, true}) {
        const auto metric = cosine ? NeighbourMetric::cosine : NeighbourMetric::euclidean;
        for (const View& view : support::every_kind(X)) {
            expect_agreement(search(view, static_cast<int>(n) - 1, metric), X, cosine, std::string(view.kind()));
        }
    }
}

TEST_P(NeighboursOnRandomData, HaveTheSameBitsForAnyNumberOfThreads) {
    Random random(static_cast<std::uint64_t>(GetParam()) + 200);
    const Table X = support::random_clusters(1500 + random.below(1500), 1 + random.below(20), 5, random);
    for (const auto metric : {NeighbourMetric::euclidean, NeighbourMetric::cosine}) {
        for (const View& view : {support::dense_view<float>(X), support::sparse_view<double>(X)}) {
            const Neighbours one = search(view, 7, metric, 1);
            for (const int threads : {2, 7}) {
                const Neighbours found = search(view, 7, metric, threads);
                ASSERT_EQ(found.index, one.index);
                ASSERT_EQ(found.distance, one.distance);
            }
        }
    }
}

TEST_P(NeighboursOnRandomData, OfQueriesAgreeWithPlainLoopsForEveryPairOfKinds) {
    Random random(static_cast<std::uint64_t>(GetParam()) + 300);
    const Index n = 1 + random.below(400), d = 1 + random.below(30), queries = 1 + random.below(60);
    const int k = static_cast<int>(1 + random.below(std::min<Index>(n, 20)));
    const Table X = support::random_clusters(n, d, 4, random);
    Table Q = support::random_clusters(queries, d, 4, random);
    Q.front() = X.front();
    Q.back().assign(Q.back().size(), 0);
    Context context(Context::Settings{.threads = 2});
    for (const bool cosine : {false, true}) {
        const auto metric = cosine ? NeighbourMetric::cosine : NeighbourMetric::euclidean;
        for (const View& view : support::every_kind(X)) {
            for (const View& asked : support::every_kind(Q)) {
                const Neighbours found = nearest_neighbours_of(asked.features(), view.features(), {k, metric}, context);
                ASSERT_EQ(found.rows, queries);
                for (Index row = 0; row < queries; ++row) {
                    const auto& x = Q[static_cast<std::size_t>(row)];
                    expect_list(found, row, reference::nearest_rows(x, X, k, cosine, -1), X, x, cosine, "queries");
                }
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Seeds, NeighboursOnRandomData, testing::Range(0, 20));

TEST(Neighbours, FarFromTheOriginAreThoseOfDifferences) {
    // Whole steps of 1/8 around 1e8: |x|^2 is 1e16 times the squared distances. Exact in double, so bits must agree.
    Random random(1);
    Table X = support::random_table(900, 6, random);
    for (auto& row : X) {
        for (double& value : row)
            value = 1e8 + std::round(64 * value) / 8;
    }
    for (const View& view :
         {support::dense_view<double>(X), support::fortran_view<double>(X), support::sparse_view<double>(X)}) {
        const Neighbours found = search(view, 8);
        for (Index row = 0; row < found.rows; ++row) {
            const auto wanted =
                reference::nearest_rows(X[static_cast<std::size_t>(row)], X, 8, false, static_cast<int>(row));
            ASSERT_EQ(list_of(found, row), std::vector<std::int32_t>(wanted.index.begin(), wanted.index.end()));
            ASSERT_EQ(distances_of(found, row), wanted.distance);
        }
    }
}

TEST(Neighbours, OfTightClustersFarApartAreThoseOfDouble) {
    // Within a cluster, squared distances are 1e-12 of those between clusters: float cannot tell them apart.
    Random random(2);
    Table X = support::random_table(600, 5, random);
    for (std::size_t i = 0; i < X.size(); ++i) {
        for (double& value : X[i])
            value = 1e-6 * value + static_cast<double>(i % 7);
    }
    for (const View& view : {support::dense_view<double>(X), support::sparse_view<double>(X)}) {
        const Neighbours found = search(view, 6);
        for (Index row = 0; row < found.rows; ++row) {
            const auto wanted =
                reference::nearest_rows(X[static_cast<std::size_t>(row)], X, 6, false, static_cast<int>(row));
            ASSERT_EQ(list_of(found, row), std::vector<std::int32_t>(wanted.index.begin(), wanted.index.end()));
        }
    }
}

TEST(Neighbours, OfTinyAndHugeNumbersAreThoseOfTheSameNumbersScaled) {
    for (const int exponent : {-140, -100, -40, 60, 118}) {
        Random random(7);
        Table X = support::random_table(300, 9, random);
        for (auto& row : X) {
            for (double& value : row)
                value = std::round(16 * value);
        }
        Table scaled = X;
        for (auto& row : scaled) {
            for (double& value : row)
                value = std::ldexp(value, exponent);
        }
        const Neighbours wanted = search(support::dense_view<double>(X), 5);
        EXPECT_EQ(search(support::dense_view<double>(scaled), 5).index, wanted.index) << exponent;
        EXPECT_EQ(search(support::dense_view<float>(scaled), 5).index, wanted.index) << exponent;
        EXPECT_EQ(search(support::sparse_view<float>(scaled), 5).index, wanted.index) << exponent;
    }
}

TEST(Neighbours, AnOutlierChangesNoOtherList) {
    Random random(3);
    Table X = support::random_clusters(500, 4, 3, random);
    const Neighbours without = search(support::dense_view<double>(X), 5);
    X.push_back({1e12, -1e12, 1e12, 0});
    const Neighbours with = search(support::dense_view<double>(X), 5);
    for (Index row = 0; row < without.rows; ++row)
        ASSERT_EQ(list_of(with, row), list_of(without, row));
}

TEST(Neighbours, RefuseMoreThanThereAreOtherRows) {
    const View view = support::dense_view<float>({{0}, {1}, {2}});
    Context context;
    const auto message = [&](int k) {
        try {
            nearest_neighbours(view.features(), {k}, context);
        } catch (const Error& error) {
            return std::pair(error.code(), std::string(error.message()));
        }
        return std::pair(ErrorCode::internal, std::string("no error"));
    };
    EXPECT_EQ(message(3),
              std::pair(ErrorCode::input, std::string("nearest neighbours: k = 3 of 3 rows, expected k <= 2")));
    EXPECT_EQ(message(0), std::pair(ErrorCode::usage, std::string("nearest neighbours: k = 0, expected at least 1")));
    EXPECT_EQ(message(2).second, "no error");
    EXPECT_THROW(nearest_neighbours_of(view.features(), view.features(), {4}, context), Error);
    const View wide = support::dense_view<float>({{0, 1}});
    EXPECT_THROW(nearest_neighbours_of(wide.features(), view.features(), {1}, context), Error);
}

TEST(Neighbours, RespectTheMemoryLimit) {
    Random random(4);
    const View view = support::dense_view<float>(support::random_table(2000, 50, random));
    Context context(Context::Settings{.memory_limit = 100'000});
    EXPECT_THROW(nearest_neighbours(view.features(), {10}, context), Error);
}

TEST(Neighbours, OfACancelledRunAreValidRows) {
    Random random(5);
    const Table X = support::random_table(300, 3, random);
    for (const View& view : {support::dense_view<float>(X), support::sparse_view<double>(X)}) {
        Context context;
        context.cancel();
        const Neighbours found = nearest_neighbours(view.features(), {6}, context);
        EXPECT_FALSE(found.complete);
        for (Index row = 0; row < found.rows; ++row) {
            std::vector<std::int32_t> list = list_of(found, row);
            std::sort(list.begin(), list.end());
            EXPECT_EQ(std::unique(list.begin(), list.end()), list.end());
            EXPECT_FALSE(std::binary_search(list.begin(), list.end(), static_cast<std::int32_t>(row)));
            EXPECT_TRUE(list.front() >= 0 && list.back() < 300);
        }
    }
}

/// The share of the true neighbours' distances that the approximate search reaches, row by row.
double recall_of(const Neighbours& found, const Neighbours& exact) {
    Index reached = 0;
    for (Index row = 0; row < exact.rows; ++row) {
        const double last = distances_of(exact, row).back();
        for (const double distance : distances_of(found, row))
            reached += distance <= last ? 1 : 0;
    }
    return static_cast<double>(reached) / static_cast<double>(exact.index.size());
}

/// At least 0.95 of the neighbours; stated as it is, but for what a sample of 256 rows may be off (0.03: six
/// deviations); measured in double; the same for any number of threads.
void expect_good_approximation(const View& view, int k, NeighbourMetric metric = NeighbourMetric::euclidean) {
    Context one(Context::Settings{.threads = 1});
    const NeighbourRequest request{k, metric, NeighbourSearch::approximate};
    const Neighbours found = nearest_neighbours(view.features(), request, one), exact = search(view, k, metric);
    ASSERT_FALSE(found.exact);
    const double recall = recall_of(found, exact);
    EXPECT_GE(recall, 0.95) << view.kind();
    EXPECT_NEAR(found.recall, recall, 0.03) << view.kind();
    for (const int threads : {2, 7}) {
        Context several(Context::Settings{.threads = threads});
        const Neighbours other = nearest_neighbours(view.features(), request, several);
        ASSERT_EQ(other.index, found.index);
        ASSERT_EQ(other.distance, found.distance);
        ASSERT_EQ(other.recall, found.recall);
    }
    for (Index row = 0; row < found.rows; ++row) {
        std::vector<std::pair<double, std::int32_t>> list;
        for (int i = 0; i < k; ++i)
            list.emplace_back(distances_of(found, row)[static_cast<std::size_t>(i)],
                              list_of(found, row)[static_cast<std::size_t>(i)]);
        ASSERT_TRUE(std::is_sorted(list.begin(), list.end()));
        ASSERT_EQ(std::adjacent_find(list.begin(), list.end()), list.end());
        for (const auto& [distance, other] : list)
            ASSERT_NE(other, row);
    }
}

TEST(ApproximateNeighbours, FindMostOfUniformRows) {
    Random random(11);
    Table X = support::random_table(4000, 12, random);
    for (auto& row : X) {
        for (double& value : row)
            value = random.uniform();
    }
    expect_good_approximation(support::dense_view<float>(X), 10);
    expect_good_approximation(support::fortran_view<double>(X), 5);
}

TEST(ApproximateNeighbours, FindMostOfRowsInClusters) {
    Random random(12);
    const Table X = support::random_clusters(4000, 20, 12, random);
    expect_good_approximation(support::dense_view<double>(X), 10);
    expect_good_approximation(support::sparse_view<float>(X), 10);
    expect_good_approximation(support::sparse_view<double>(X), 10, NeighbourMetric::cosine);
}

TEST(ApproximateNeighbours, FindMostOfTightClustersFarApartAndFarFromTheOrigin) {
    Random random(13);
    Table X = support::random_table(4000, 6, random);
    for (std::size_t i = 0; i < X.size(); ++i) {
        for (double& value : X[i])
            value = 1e8 + 1e-3 * value + static_cast<double>(i % 7) * 1000;
    }
    expect_good_approximation(support::dense_view<double>(X), 8);
}

TEST(ApproximateNeighbours, FindMostIfRowsRepeat) {
    Random random(14);
    const Table few = support::random_table(3000, 8, random);
    Table X;
    for (int i = 0; i < 9000; ++i)  // one row 3000 times, others three times or not at all
        X.push_back(few[i % 3 == 0 ? 0 : static_cast<std::size_t>(random.below(3000))]);
    expect_good_approximation(support::dense_view<float>(X), 10);
}

TEST(ApproximateNeighbours, OfACancelledRunAreValidRows) {
    Random random(15);
    const View view = support::dense_view<float>(support::random_table(3000, 3, random));
    Context context;
    context.cancel();
    const Neighbours found = nearest_neighbours(view.features(), {6, {}, NeighbourSearch::approximate}, context);
    EXPECT_FALSE(found.complete);
    for (Index row = 0; row < found.rows; ++row) {
        std::vector<std::int32_t> list = list_of(found, row);
        std::sort(list.begin(), list.end());
        ASSERT_EQ(std::unique(list.begin(), list.end()), list.end());
        ASSERT_FALSE(std::binary_search(list.begin(), list.end(), static_cast<std::int32_t>(row)));
        ASSERT_TRUE(list.front() >= 0 && list.back() < 3000);
    }
}

}  // namespace
}  // namespace mvlink::kernels
