#include "prepare/support.hpp"

#include "reference/preparation.hpp"

#include <cmath>
#include <limits>
#include <numeric>

namespace mvlink::test {
namespace {

using support::dense_view;
using support::every_kind;
using support::sparse_view;
using testing::ElementsAre;

TEST(Standardize, HalvesTheDistanceOfFourRowsByHand) {
    const View view = dense_view<double>({{1, 5}, {3, 5}, {1, 5}, {3, 5}});  // mean 2, deviation 1; a constant
    EXPECT_THAT(prepared_table(view, "standardize"),
                ElementsAre(ElementsAre(-1, 0), ElementsAre(1, 0), ElementsAre(-1, 0), ElementsAre(1, 0)));
}

TEST(Standardize, AConstantColumnIsZeroAlsoWhereItsMeanRounds) {
    const View view = dense_view<double>(Table(7, {0.1}));
    for (const auto& row : prepared_table(view, "standardize"))
        EXPECT_EQ(row[0], 0);
}

TEST(Minmax, StretchesEveryColumnToTheUnitInterval) {
    const View view = dense_view<double>({{2, 7, -1}, {6, 7, 1}, {3, 7, 0}});
    EXPECT_THAT(prepared_table(view, "minmax"),
                ElementsAre(ElementsAre(0, 0, 0), ElementsAre(1, 0, 1), ElementsAre(0.25, 0, 0.5)));
}

TEST(L2, GivesEveryRowLengthOneAndLeavesZeros) {
    for (const View& view : every_kind({{3, 4}, {0, 0}, {0, -2}})) {
        const Table expected = {{3.0 / 5, 4.0 / 5}, {0, 0}, {0, -1}};
        expect_near(prepared_table(view, "l2"), expected, 1e-7);
    }
}

TEST(L2, ReachesRowsWhoseSquaresOverflowOrVanish) {
    expect_near(prepared_table(dense_view<double>({{3e200, 4e200}, {3e-200, 4e-200}}), "l2"), {{0.6, 0.8}, {0.6, 0.8}},
                1e-15);
}

TEST(Tfidf, MultipliesCountsByTheSmoothedInverseDocumentFrequency) {
    // Three rows; the terms stand in 3, 1 and 0 of them.
    const View view = dense_view<double>({{1, 2, 0}, {1, 0, 0}, {4, 0, 0}});
    const double rare = std::log(4.0 / 2.0) + 1;
    expect_near(prepared_table(view, "tfidf"), {{1, 2 * rare, 0}, {1, 0, 0}, {4, 0, 0}}, 1e-15);
}

TEST(Tfidf, RefusesANegativeCountByName) {
    for (const View& view : every_kind({{1, 0}, {0, -2}})) {
        expect_error([&] { prepared_table(view, "tfidf"); }, ErrorCode::input,
                     {"view \"x\"", "row 1, column 1", "-2", "never negative"});
    }
}

TEST(Pca, TurnsALineInTwoColumnsIntoOne) {
    // Rows along (3, 4) / 5 around the mean (3, 4).
    const View view = dense_view<double>({{0, 0}, {3, 4}, {6, 8}});
    expect_near(prepared_table(view, "pca=1"), {{-5}, {0}, {5}}, 1e-12);
    const Prepared found = prepared(Dataset(view), {"pca=2"});
    EXPECT_THAT(found.data.view(0).column_names(), ElementsAre("pc1", "pc2"));
    expect_near(table_of(found.data.view(0)), {{-5, 0}, {0, 0}, {5, 0}}, 1e-12);
}

TEST(Pca, RefusesMoreDimensionsThanRowsOrColumns) {
    Random random(1);
    const View view = dense_view<double>(support::random_table(4, 9, random));
    expect_error([&] { prepared_table(view, "pca=5"); }, ErrorCode::input,
                 {"pca=5", "view \"x\"", "4 rows and 9 columns", "at most pca=4"});
    expect_error(
        [&] {
            prepared_table(dense_view<double>({{1}, {2}}), "pca=1");
        },
        ErrorCode::input, {"pca=1", "one column", "at least 2"});
}

TEST(Standardize, RefusesSpreadsBeyondNumbers) {
    const View view = dense_view<double>({{1e308}, {-1e308}});
    expect_error([&] { prepared_table(view, "standardize"); }, ErrorCode::numerical, {"view \"x\"", "column 0"});
    expect_error([&] { prepared_table(view, "minmax"); }, ErrorCode::numerical, {"view \"x\"", "column 0"});
}

/// Every step against its definition, for dense and sparse, float and double views.
TEST(Steps, AgreeWithPlainLoopsForEveryKindOfView) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        Random random(seed);
        Table X = support::random_clusters(20 + static_cast<Index>(seed), 3 + static_cast<Index>(seed % 5), 3, random);
        Table counts = X;
        for (auto& row : counts) {
            for (double& x : row)
                x = std::floor(std::abs(x));
        }
        for (std::size_t kind = 0; kind < 6; ++kind) {
            const double tolerance = kind % 2 == 0 ? 1e-10 : 2e-5;  // every other kind is float
            const View view = every_kind(X)[kind];
            expect_near(prepared_table(view, "standardize"), reference::standardize(X), tolerance);
            expect_near(prepared_table(view, "minmax"), reference::minmax(X), tolerance);
            expect_near(prepared_table(view, "l2"), reference::l2(X), tolerance);
            expect_near(prepared_table(view, "pca=2"), reference::pca(X, 2), tolerance);
            expect_near(prepared_table(every_kind(counts)[kind], "tfidf"), reference::tfidf(counts), tolerance);
            expect_near(prepared_table(view, "standardize,pca=2,l2"),
                        reference::l2(reference::pca(reference::standardize(X), 2)), 50 * tolerance);
        }
    }
}

TEST(Steps, GiveTheSameBitsForAnyNumberOfThreads) {
    Random random(5);
    const Table X = support::random_clusters(5000, 6, 3, random);
    for (const View& view : every_kind(X)) {
        const Table one = prepared_table(view, "minmax,standardize,l2,pca=3", 1);
        EXPECT_EQ(one, prepared_table(view, "minmax,standardize,l2,pca=3", 2));
        EXPECT_EQ(one, prepared_table(view, "minmax,standardize,l2,pca=3", 7));
    }
}

TEST(Sparse, StaysSparseUnderL2TfidfAndAMinmaxFromZero) {
    const View counts = sparse_view<double>({{0, 2, 0}, {1, 0, 0}, {0, 4, 5}});
    for (const char* steps : {"l2", "tfidf", "minmax", "tfidf,l2"}) {
        const Prepared found = prepared(Dataset(counts), {steps});
        EXPECT_TRUE(found.data.view(0).is_sparse()) << steps;
        EXPECT_TRUE(found.warnings.empty()) << steps;
    }
    EXPECT_EQ(prepared_table(counts, "minmax"), (Table{{0, 0.5, 0}, {1, 0, 0}, {0, 1, 1}}));
}

TEST(Sparse, ASmallViewIsWrittenOutWithAWarningWhereZerosMove) {
    const Table with_negative = {{0, 2}, {-1, 0}, {0, 4}};
    for (const char* steps : {"standardize", "minmax"}) {
        const Prepared found = prepared(Dataset(sparse_view<float>(with_negative)), {steps});
        EXPECT_EQ(found.data.view(0).kind(), "dense float32");
        ASSERT_EQ(found.warnings.size(), 1U);
        EXPECT_EQ(found.warnings[0].code, "densified");
        EXPECT_EQ(found.warnings[0].value, 24);
    }
}

TEST(Sparse, StaysSparseWhereZerosMoveInFewColumns) {
    Table rows(12, std::vector<double>(20, 0.0));
    rows[0][3] = -2;
    rows[1][3] = 2;
    rows[2][5] = 4;
    rows[3][0] = 1;
    const Prepared found = prepared(Dataset(sparse_view<float>(rows)), {"minmax"});
    EXPECT_EQ(found.data.view(0).kind(), "sparse float32");
    EXPECT_TRUE(found.warnings.empty());
    EXPECT_EQ(table_of(found.data.view(0)), prepared_table(dense_view<float>(rows), "minmax"));
    EXPECT_EQ(table_of(found.data.view(0))[7][3], 0.5);
}

TEST(Sparse, ALargeViewIsRefusedWithAdviceInsteadOfWrittenOut) {
    std::vector<Index> offsets(8001, 5000);
    offsets[0] = 0;
    std::vector<std::int32_t> columns(5000);
    std::iota(columns.begin(), columns.end(), 0);
    const View view = View::sparse("text", 8000, 5000, offsets, columns, std::vector<double>(5000, 2.0));
    EXPECT_NO_THROW(prepared(Dataset(view), {"tfidf,l2"}));
    expect_error([&] { prepared_table(view, "standardize"); }, ErrorCode::input,
                 {"standardize", "\"text\"", "305 MB", "256 MB", "pca=D"});
}

/// Wider than the covariance is written out for: once with few rows, once by iteration.
TEST(Pca, FindsStrongDirectionsAmongManyColumns) {
    for (const Index rows : {60, 1500}) {
        Random random(3);
        Table X(static_cast<std::size_t>(rows), std::vector<double>(1100, 0.0));
        for (auto& row : X) {
            const double first = 9 * random.normal(), second = 5 * random.normal();
            row[7] = 0.6 * first + 1;
            row[900] = 0.8 * first;
            row[33] = -second;
            row[static_cast<std::size_t>(random.below(1100))] += 0.1;
        }
        Table strong;  // only the columns that matter
        for (const auto& row : X)
            strong.push_back({row[7], row[33], row[900]});
        const Table found = prepared_table(sparse_view<double>(X), "pca=2");
        const Table expected = reference::pca(strong, 2);
        expect_near(found, prepared_table(dense_view<double>(X), "pca=2"), 1e-9);
        for (std::size_t i = 0; i < found.size(); ++i) {
            EXPECT_NEAR(found[i][0], expected[i][0], 0.15);
            EXPECT_NEAR(found[i][1], expected[i][1], 0.15);
        }
    }
}

TEST(Pca, DirectionsWithoutVarianceComeOutAsZeros) {
    // Two distinct rows vary in one direction; three are asked for.
    Table X(4, std::vector<double>(1100, 0.0));
    X[0][5] = X[1][5] = 2;
    const Table found = prepared_table(dense_view<double>(X), "pca=3");
    expect_near(found, {{1, 0, 0}, {1, 0, 0}, {-1, 0, 0}, {-1, 0, 0}}, 1e-12);
}

}  // namespace
}  // namespace mvlink::test
