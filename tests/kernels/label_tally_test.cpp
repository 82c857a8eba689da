#include "kernels/label_tally.hpp"

#include "kernels/nearest.hpp"
#include "reference/kmeans.hpp"
#include "support/random_problems.hpp"

#include <gtest/gtest.h>

namespace mvlink::kernels {
namespace {

using support::Table;

Matrix to_matrix(const Table& table) {
    return Eigen::Map<const Matrix>(support::row_major<double>(table).data(), static_cast<Index>(table.size()),
                                    static_cast<Index>(table.front().size()));
}

double distances_by_loops(const Table& X, const Table& C, const std::vector<std::int32_t>& labels) {
    double sum = 0;
    for (std::size_t i = 0; i < X.size(); ++i)
        sum += reference::squared_distance(X[i], C[static_cast<std::size_t>(labels[i])]);
    return sum;
}

std::vector<std::int32_t> random_labels(std::size_t n, std::size_t k, Random& random) {
    std::vector<std::int32_t> labels(n);
    for (auto& label : labels)
        label = static_cast<std::int32_t>(random.below(static_cast<Index>(k)));
    return labels;
}

TEST(LabelTally, OfThreeRowsIsWorkedByHand) {
    const View view = View::dense("x", 3, 1, std::vector<double>{0, 2, 7});
    Matrix C(2, 1), others(2, 1);
    C << 1, 6;
    others << 2, 7;
    Context context;
    const std::vector<std::int32_t> labels{0, 0, 1};
    const LabelTally tally = take_tally(view.features(), labels, C, context);
    EXPECT_EQ(tally.distances, 3);
    EXPECT_EQ(tally.origin[0], 3);
    EXPECT_EQ(tally.scatter, 26);  // 9 + 1 + 16
    EXPECT_EQ(tally.longest_row, 7);
    EXPECT_EQ(distances_from(tally, C), 3);
    EXPECT_EQ(distances_from(tally, others), 4);
}

class TallyOnRandomData : public testing::TestWithParam<int> {};

TEST_P(TallyOnRandomData, TellsTheDistancesToAnyCentresFarFromTheOriginToo) {
    Random random(static_cast<std::uint64_t>(GetParam()));
    const Index n = 1 + random.below(600), d = 1 + random.below(30), k = 1 + random.below(20);
    Table X = support::random_clusters(n, d, 5, random);
    Table C = support::random_table(k, d, random), moved = support::random_table(k, d, random);
    const double far = GetParam() % 2 == 0 ? 0 : 1024;
    for (Table* table : {&X, &C, &moved}) {
        for (auto& row : *table) {
            for (double& value : row)
                value = static_cast<double>(static_cast<float>(value + far));
        }
    }
    const auto labels = random_labels(X.size(), C.size(), random);
    Context context;
    for (const View& view : support::every_kind(X)) {
        const LabelTally tally = take_tally(view.features(), labels, to_matrix(C), context);
        const double taken = distances_by_loops(X, C, labels), other = distances_by_loops(X, moved, labels);
        EXPECT_NEAR(tally.distances, taken, 1e-9 * taken) << view.kind();
        EXPECT_NEAR(distances_from(tally, to_matrix(C)), taken, 1e-9 * taken) << view.kind();
        EXPECT_NEAR(distances_from(tally, to_matrix(moved)), other, 1e-9 * other) << view.kind();
    }
}

TEST_P(TallyOnRandomData, FollowsTheLabelsOfASearch) {
    Random random(static_cast<std::uint64_t>(GetParam()) + 300);
    const Index n = 1 + random.below(6000), d = 1 + random.below(30), k = 1 + random.below(20);
    const Table X = support::random_clusters(n, d, 5, random);
    const Table C = support::random_table(k, d, random);
    const auto before = random_labels(X.size(), C.size(), random);
    Context one(Context::Settings{.threads = 1}), seven(Context::Settings{.threads = 7});
    for (const View& view : support::every_kind(X)) {
        std::vector<std::int32_t> plain = before;
        LabelTally tally = take_tally(view.features(), before, to_matrix(C), one), other = tally;
        const auto found = nearest(view.features(), to_matrix(C), {plain}, one);
        std::vector<MovedRow> moved;
        for (std::size_t i = 0; i < before.size(); ++i) {
            if (before[i] != plain[i]) moved.push_back({static_cast<Index>(i), before[i], plain[i]});
        }
        move_rows(view.features(), moved, tally.sums, one);
        move_rows(view.features(), moved, other.sums, seven);
        EXPECT_EQ(tally.sums.sums, other.sums.sums) << view.kind();
        EXPECT_EQ(tally.sums.counts, label_sums(view.features(), plain, k, one).counts) << view.kind();
        EXPECT_NEAR(distances_from(tally, to_matrix(C)), found.sum, 1e-9 * (1 + found.sum)) << view.kind();
    }
}

INSTANTIATE_TEST_SUITE_P(Seeds, TallyOnRandomData, testing::Range(0, 20));

}  // namespace
}  // namespace mvlink::kernels
