#include "kernels/nearest.hpp"

#include "kernels/label_sums.hpp"
#include "reference/kmeans.hpp"
#include "support/random_problems.hpp"

#include <gtest/gtest.h>

namespace mvlink::kernels {
namespace {

using support::Table;

Matrix to_matrix(const Table& table) {
    Matrix matrix(static_cast<Index>(table.size()), static_cast<Index>(table.front().size()));
    for (Index i = 0; i < matrix.rows(); ++i) {
        for (Index j = 0; j < matrix.cols(); ++j)
            matrix(i, j) = table[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
    }
    return matrix;
}

struct Answer {
    std::vector<std::int32_t> labels;
    std::vector<double> confidence;
    NearestSummary summary;
};

Answer search(const View& view, const Matrix& C, Context& context) {
    const auto n = static_cast<std::size_t>(view.rows());
    Answer answer{std::vector<std::int32_t>(n, -1), std::vector<double>(n), {}};
    answer.summary = nearest(view.features(), C, {answer.labels, answer.confidence, {}}, context);
    return answer;
}

class NearestOnRandomData : public testing::TestWithParam<int> {};

TEST_P(NearestOnRandomData, AgreesWithPlainLoopsForEveryKindOfView) {
    Random random(static_cast<std::uint64_t>(GetParam()));
    const Index n = 1 + random.below(700), d = 1 + random.below(40), k = 1 + random.below(30);
    const Table X = support::random_clusters(n, d, 5, random);
    const Table C = support::random_table(k, d, random);
    Context context;
    for (const View& view : support::every_kind(X)) {
        const Answer answer = search(view, to_matrix(C), context);
        double sum = 0;
        for (Index i = 0; i < n; ++i) {
            const auto at = static_cast<std::size_t>(i);
            std::vector<double> all;
            for (const auto& c : C)
                all.push_back(reference::squared_distance(X[at], c));
            const auto least = std::min_element(all.begin(), all.end());
            ASSERT_EQ(answer.labels[at], least - all.begin()) << view.kind() << " row " << i;
            sum += *least;
            const double best = *least;
            *least = std::numeric_limits<double>::infinity();
            const double second = *std::min_element(all.begin(), all.end());
            // In float the runner-up itself may be another one, equally far to rounding.
            ASSERT_NEAR(answer.confidence[at], k == 1 ? 1 : 1 - best / second, 1e-5);
        }
        EXPECT_NEAR(answer.summary.sum, sum, 1e-9 * (1 + sum));
        EXPECT_EQ(answer.summary.changed, n);
    }
}

TEST_P(NearestOnRandomData, HasTheSameBitsForAnyNumberOfThreads) {
    Random random(static_cast<std::uint64_t>(GetParam()) + 1000);
    const Table X = support::random_clusters(9000, 6, 5, random);
    const Matrix C = to_matrix(support::random_table(7, 6, random));
    Context one(Context::Settings{.threads = 1}), seven(Context::Settings{.threads = 7});
    for (const View& view : {support::dense_view<float>(X), support::sparse_view<double>(X)}) {
        const Answer serial = search(view, C, one), parallel = search(view, C, seven);
        EXPECT_EQ(serial.labels, parallel.labels);
        EXPECT_EQ(serial.summary.sum, parallel.summary.sum);
    }
}

INSTANTIATE_TEST_SUITE_P(Seeds, NearestOnRandomData, testing::Range(0, 20));

TEST(Nearest, FloatFarFromTheOriginStillAgreesWithDouble) {
    // |x|^2 is 1e8 times the distances: products in float alone would be noise.
    Random random(5);
    Table X = support::random_table(500, 8, random);
    for (auto& row : X) {
        for (double& value : row)
            value = static_cast<float>(value + 10000);
    }
    Table C(X.begin(), X.begin() + 12);
    Context context;
    EXPECT_EQ(search(support::dense_view<float>(X), to_matrix(C), context).labels,
              search(support::dense_view<double>(X), to_matrix(C), context).labels);
}

TEST(Nearest, ATieKeepsThePresentLabelElseTheLowest) {
    const View view = View::dense("x", 3, 1, std::vector<float>{0, 0, 0});
    Matrix C(3, 1);
    C << 5, 1, -1;
    std::vector<std::int32_t> labels{-1, 2, 0};
    Context context;
    const auto summary = nearest(view.features(), C, {labels, {}, {}}, context);
    EXPECT_EQ(labels, (std::vector<std::int32_t>{1, 2, 1}));
    EXPECT_EQ(summary.changed, 2);
    EXPECT_EQ(summary.sum, 3);
}

TEST(Nearest, SkippedRowsAreLeftAlone) {
    const View view = View::dense("x", 3, 1, std::vector<double>{0, 9, 9});
    Matrix C(2, 1);
    C << 0, 8;
    std::vector<std::int32_t> labels{-1, 0, -1};
    const std::vector<std::uint8_t> skip{0, 1, 0};
    Context context;
    const auto summary = nearest(view.features(), C, {labels, {}, skip}, context);
    EXPECT_EQ(labels, (std::vector<std::int32_t>{0, 0, 1}));
    EXPECT_EQ(summary.sum, 1);
}

TEST_P(NearestOnRandomData, TellsWhichRowsMovedUnlessTheyAreMany) {
    Random random(static_cast<std::uint64_t>(GetParam()) + 2000);
    const Index n = 1 + random.below(9000), d = 1 + random.below(30), k = 2 + random.below(20);
    const Table X = support::random_table(n, d, random);
    const Matrix C = to_matrix(support::random_table(k, d, random));
    Context context;
    for (const View& view : support::every_kind(X)) {
        const std::vector<std::int32_t> nearest_of = search(view, C, context).labels;
        for (const Index others : {n, n / 40, Index{0}}) {
            std::vector<std::int32_t> labels = nearest_of;
            for (Index i = 0; i < others; ++i) {
                std::int32_t& label = labels[static_cast<std::size_t>(i * (n / others))];
                label = i % 5 == 0 ? -1 : (label + 1) % static_cast<std::int32_t>(k);
            }
            const std::vector<std::int32_t> before = labels;
            std::vector<MovedRow> moved;
            const auto found = nearest(view.features(), C, {.labels = labels, .moved = &moved}, context);
            ASSERT_EQ(labels, nearest_of);
            ASSERT_EQ(found.changed, others);
            if (others <= n / 40) {
                ASSERT_EQ(static_cast<Index>(moved.size()), others) << view.kind();
            }
            ASSERT_LE(static_cast<Index>(moved.size()), n / 10);
            for (const MovedRow& move : moved) {
                ASSERT_EQ(move.from, before[static_cast<std::size_t>(move.row)]);
                ASSERT_EQ(move.to, labels[static_cast<std::size_t>(move.row)]);
            }
        }
    }
}

/// Rounds of K-Means with bounds, compared with searches that know nothing of earlier ones.
TEST_P(NearestOnRandomData, BoundsChangeNoLabel) {
    Random random(static_cast<std::uint64_t>(GetParam()) + 4000);
    const Index n = 300 + random.below(3000), d = 20 + random.below(20), k = 2 + random.below(90);
    const Table X = support::random_clusters(n, d, 6, random);
    std::vector<std::uint8_t> skip(static_cast<std::size_t>(n), 0);
    for (std::uint8_t& row : skip)
        row = random.uniform() < 0.1 ? 1 : 0;
    Context one(Context::Settings{.threads = 1}), seven(Context::Settings{.threads = 7});
    for (const View& view : support::every_kind(X)) {
        Matrix C = to_matrix(Table(X.begin(), X.begin() + k));
        std::vector<std::int32_t> labels(static_cast<std::size_t>(n), -1), in_parallel = labels;
        NearestBounds bounds, bounds_in_parallel;
        for (int round = 0; round < 12; ++round) {
            std::vector<std::int32_t> fresh = labels;
            const auto found = nearest(view.features(), C, {.labels = labels, .skip = skip, .bounds = &bounds}, one);
            const auto other = nearest(view.features(), C,
                                       {.labels = in_parallel, .skip = skip, .bounds = &bounds_in_parallel}, seven);
            const auto plain = nearest(view.features(), C, {.labels = fresh, .skip = skip}, one);
            ASSERT_EQ(labels, fresh) << view.kind() << " round " << round;
            ASSERT_EQ(labels, in_parallel) << view.kind() << " round " << round;
            ASSERT_EQ(found.sum, other.sum);
            ASSERT_EQ(bounds.lower, bounds_in_parallel.lower);
            ASSERT_EQ(found.changed, plain.changed);
            ASSERT_NEAR(found.sum, plain.sum, 1e-12 * plain.sum);
            const LabelSums sums = label_sums(view.features(), labels, k, one);
            for (Index h = 0; h < k; ++h) {
                if (sums.counts[static_cast<std::size_t>(h)] == 0) continue;
                C.row(h) = sums.sums.row(h) / static_cast<double>(sums.counts[static_cast<std::size_t>(h)]);
            }
        }
    }
}

TEST(Nearest, RowsThatRoundingMisledAreLabelledAsInDouble) {
    // Centres closer to each other than float can tell, far from the origin.
    Random random(6);
    Table X = support::random_table(300, 5, random);
    Table C(40, std::vector<double>(5, 5000));
    for (auto& row : X) {
        for (double& value : row)
            value = static_cast<float>(value + 5000);
    }
    for (auto& centre : C) {
        for (double& value : centre)
            value += 1e-6 * random.normal();
    }
    Context context;
    std::vector<std::int32_t> labels(X.size(), -1), in_double(X.size(), -1);
    nearest(support::dense_view<float>(X).features(), to_matrix(C), {labels}, context);
    nearest(support::dense_view<double>(X).features(), to_matrix(C), {in_double}, context);
    EXPECT_EQ(labels, in_double);
}

TEST(Nearest, TinyAndHugeFloatsAgreeWithDouble) {
    for (const double scale : {1e-42, 1e-30, 1e-20, 1.0, 1e18, 1e30}) {
        Random random(7);
        Table X = support::random_table(400, 9, random);
        Table C = support::random_table(21, 9, random);
        for (Table* table : {&X, &C}) {
            for (auto& row : *table) {
                for (double& value : row)
                    value = static_cast<float>(value * scale);
            }
        }
        Context context;
        EXPECT_EQ(search(support::dense_view<float>(X), to_matrix(C), context).labels,
                  search(support::dense_view<double>(X), to_matrix(C), context).labels)
            << scale;
    }
}

TEST_P(NearestOnRandomData, DistancesAgreeWithPlainLoopsForAnyBlocking) {
    Random random(static_cast<std::uint64_t>(GetParam()) + 3000);
    const Index n = 1 + random.below(900), d = 1 + random.below(300), k = 1 + random.below(40);
    Table X = support::random_table(n, d, random);
    const Table C = support::random_table(k, d, random);
    for (auto& row : X) {
        for (double& value : row)
            value = static_cast<float>(value);
    }
    std::vector<Index> rows;
    for (Index i = random.below(3); i < n; i += 1 + random.below(3))
        rows.push_back(i);
    Context context;
    for (const View& view : support::every_kind(X)) {
        Matrix out(static_cast<Index>(rows.size()), k);
        distances(view.features(), rows, to_matrix(C), out, context);
        for (Index i = 0; i < out.rows(); ++i) {
            for (Index h = 0; h < k; ++h) {
                const double expected = reference::squared_distance(
                    X[static_cast<std::size_t>(rows[static_cast<std::size_t>(i)])], C[static_cast<std::size_t>(h)]);
                ASSERT_NEAR(out(i, h), expected, 1e-12 * static_cast<double>(d) * (1 + expected)) << view.kind();
            }
        }
    }
}

TEST(Distances, AreThoseOfTheListedRowsForEveryKindOfView) {
    const Table X{{0, 0}, {1, 1}, {3, 4}};
    Matrix C(2, 2);
    C << 0, 0, 1, 0;
    const std::vector<Index> rows{2, 0};
    Context context;
    for (const View& view : support::every_kind(X)) {
        Matrix out(2, 2);
        distances(view.features(), rows, C, out, context);
        EXPECT_EQ(out(0, 0), 25) << view.kind();
        EXPECT_EQ(out(0, 1), 20);
        EXPECT_EQ(out(1, 0), 0);
        EXPECT_EQ(out(1, 1), 1);
    }
}

TEST(Margin, IsTheShareByWhichTheBestCostWins) {
    EXPECT_EQ(margin(1, 4), 0.75);
    EXPECT_EQ(margin(4, 1), 0);
    EXPECT_EQ(margin(0, 0), 0);
    EXPECT_EQ(margin(3, std::numeric_limits<double>::infinity()), 1);
}

TEST(LabelSums, AddRowsByLabelAndLeaveOutUnlabelledOnes) {
    const Table X{{1, 0}, {2, 5}, {0, 3}, {7, 7}};
    const std::vector<std::int32_t> labels{1, 0, 1, -1};
    Context context;
    for (const View& view : support::every_kind(X)) {
        const LabelSums sums = label_sums(view.features(), labels, 3, context);
        EXPECT_EQ(sums.counts, (std::vector<Index>{1, 2, 0})) << view.kind();
        EXPECT_EQ(sums.sums(0, 1), 5);
        EXPECT_EQ(sums.sums(1, 0), 1);
        EXPECT_EQ(sums.sums(1, 1), 3);
        EXPECT_EQ(sums.sums(2, 0), 0);
    }
}

TEST(LabelSums, OfSomeRowsLeaveOutTheOthers) {
    const View view = View::dense("x", 4, 1, std::vector<double>{1, 2, 4, 8});
    const std::vector<std::int32_t> labels{0, 1, 1, 1};
    const std::vector<Index> rows{3, 0};
    Context context;
    const LabelSums sums = label_sums(view.features(), rows, labels, 2, context);
    EXPECT_EQ(sums.counts, (std::vector<Index>{1, 1}));
    EXPECT_EQ(sums.sums(0, 0), 1);
    EXPECT_EQ(sums.sums(1, 0), 8);
}

TEST(ColumnMoments, AreExactForEveryKindAndStableFarFromZero) {
    const Table X{{0, 1e8}, {2, 1e8 + 8}, {4, 1e8 + 16}};
    Context context;
    for (const View& view : support::every_kind(X)) {
        const ColumnMoments moments = column_moments(view.features(), context);
        EXPECT_NEAR(moments.mean[0], 2, 1e-12);
        EXPECT_NEAR(moments.deviation[0], std::sqrt(8.0 / 3), 1e-12) << view.kind();
        EXPECT_NEAR(moments.deviation[1], 4 * std::sqrt(8.0 / 3), 1e-6) << view.kind();
    }
}

}  // namespace
}  // namespace mvlink::kernels
