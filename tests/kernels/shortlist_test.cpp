#include "kernels/shortlist.hpp"

#include "kernels/moved_rows.hpp"
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

struct Problem {
    Table X, C;
    std::vector<Index> listed;
    std::vector<std::int32_t> labels;

    explicit Problem(std::uint64_t seed) {
        Random random(seed);
        const Index n = 1 + random.below(500), d = 1 + random.below(90), k = 1 + random.below(70);
        X = support::random_clusters(n, d, 5, random);
        C = support::random_clusters(k, d, 5, random);
        for (Index i = 0; i < n; ++i) {
            labels.push_back(static_cast<std::int32_t>(random.below(k)));
            if (random.uniform() < 0.3) listed.push_back(i);
        }
    }
    [[nodiscard]] double distance(Index row, std::size_t h) const {
        return reference::squared_distance(X[static_cast<std::size_t>(row)], C[h]);
    }
};

class ShortlistOnRandomData : public testing::TestWithParam<int> {};

TEST_P(ShortlistOnRandomData, HoldsTheNearestCentresAndABoundOnAllOthers) {
    const Problem problem(static_cast<std::uint64_t>(GetParam()));
    Context context;
    for (const View& view : support::every_kind(problem.X)) {
        std::vector<std::int32_t> labels = problem.labels;
        std::vector<Shortlist> lists(problem.listed.size());
        const Matrix C = to_matrix(problem.C);
        nearest(view.features(), C, {.labels = labels, .listed = {problem.listed, lists}}, context);
        for (std::size_t i = 0; i < lists.size(); ++i) {
            const Shortlist& list = lists[i];
            const double tiny = 1e-12 * (1 + list.nearest);  // two ways of adding up in double
            for (std::size_t h = 0; h < problem.C.size(); ++h) {
                const double distance = problem.distance(problem.listed[i], h);
                ASSERT_LE(list.nearest, distance + tiny) << view.kind();
                const auto place = std::find(list.centre.begin(), list.centre.end(), static_cast<std::int32_t>(h));
                if (place == list.centre.end()) {
                    ASSERT_GE(distance + tiny, list.nearest + static_cast<double>(list.rest)) << view.kind();
                } else {
                    const auto above =
                        static_cast<double>(list.above[static_cast<std::size_t>(place - list.centre.begin())]);
                    ASSERT_NEAR(distance, list.nearest + above, static_cast<double>(list.slack) + tiny) << view.kind();
                }
            }
            ASSERT_LT(list.slack, 1e-2 * (1 + list.nearest)) << "the list says nothing";
        }
    }
}

TEST_P(ShortlistOnRandomData, ListedRowsKeepTheirLabelsAndAddNothing) {
    const Problem problem(static_cast<std::uint64_t>(GetParam()) + 500);
    Context context;
    std::vector<std::uint8_t> skip(problem.X.size(), 0);
    for (const Index row : problem.listed)
        skip[static_cast<std::size_t>(row)] = 1;
    for (const View& view : support::every_kind(problem.X)) {
        const Matrix C = to_matrix(problem.C);
        std::vector<std::int32_t> labels = problem.labels, without = problem.labels;
        std::vector<Shortlist> lists(problem.listed.size());
        const auto found = nearest(view.features(), C, {.labels = labels, .listed = {problem.listed, lists}}, context);
        const auto others = nearest(view.features(), C, {.labels = without, .skip = skip}, context);
        EXPECT_EQ(labels, without) << view.kind();
        EXPECT_EQ(found.changed, others.changed);
        EXPECT_NEAR(found.sum, others.sum, 1e-12 * others.sum);
    }
}

TEST_P(ShortlistOnRandomData, MovedRowsAreSummedWhereTheyMovedTo) {
    const Problem problem(static_cast<std::uint64_t>(GetParam()) + 1000);
    const auto k = static_cast<Index>(problem.C.size());
    Random random(7);
    std::vector<MovedRow> moved;
    std::vector<std::int32_t> labels = problem.labels;
    std::vector<std::int32_t> before = problem.labels;
    for (const Index row : problem.listed) {
        std::int32_t& label = labels[static_cast<std::size_t>(row)];
        if (random.uniform() < 0.2) label = before[static_cast<std::size_t>(row)] = -1;
        const auto to = static_cast<std::int32_t>(random.below(k));
        moved.push_back({row, label, to});
        label = to;
    }
    Context context;
    for (const View& view : support::every_kind(problem.X)) {
        LabelSums sums = label_sums(view.features(), before, k, context);
        move_rows(view.features(), moved, sums, context);
        const LabelSums expected = label_sums(view.features(), labels, k, context);
        EXPECT_EQ(sums.counts, expected.counts) << view.kind();
        EXPECT_LE((sums.sums - expected.sums).cwiseAbs().maxCoeff(), 1e-10) << view.kind();
    }
}

INSTANTIATE_TEST_SUITE_P(Seeds, ShortlistOnRandomData, testing::Range(0, 30));

}  // namespace
}  // namespace mvlink::kernels
