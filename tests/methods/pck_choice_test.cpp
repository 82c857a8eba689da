#include "methods/kmeans/pck/choice.hpp"

#include "kernels/nearest.hpp"
#include "reference/kmeans.hpp"
#include "support/random_problems.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace mvlink::kmeans_family {
namespace {

using support::Table;

/// Small whole numbers, so that many costs are equal.
Table whole_numbers(Index n, Index d, Random& random) {
    Table X(static_cast<std::size_t>(n), std::vector<double>(static_cast<std::size_t>(d)));
    for (auto& row : X) {
        for (double& value : row)
            value = static_cast<double>(random.below(4));
    }
    return X;
}

class PckChoiceOnRandomData : public testing::TestWithParam<int> {};

TEST_P(PckChoiceOnRandomData, IsTheLeastOfAllCostsWithTiesForThePresentElseTheLowest) {
    Random random(static_cast<std::uint64_t>(GetParam()));
    const Index n = 200, d = 1 + random.below(20), k = 1 + random.below(30);
    const bool ties = GetParam() % 2 == 0;
    const Table X = ties ? whole_numbers(n, d, random) : support::random_clusters(n, d, 3, random);
    const Table centres = ties ? whole_numbers(k, d, random) : support::random_clusters(k, d, 3, random);
    Matrix C(k, d);
    for (Index h = 0; h < k; ++h)
        C.row(h) = Eigen::Map<const Vector>(centres[static_cast<std::size_t>(h)].data(), d).transpose();
    std::vector<Index> rows(static_cast<std::size_t>(n));
    std::iota(rows.begin(), rows.end(), Index{0});
    Context context;
    for (const View& view : support::every_kind(X)) {
        std::vector<std::int32_t> labels(rows.size(), -1);
        std::vector<kernels::Shortlist> lists(rows.size());
        kernels::nearest(view.features(), C, {.labels = labels, .listed = {rows, lists}}, context);
        const Features features = view.features();
        const kernels::CentreDistances distance(features, C);
        PckChoice choice(distance);
        int decided = 0;
        for (const Index row : rows) {
            const auto at = static_cast<std::size_t>(row);
            FewCosts few;
            std::vector<double> costs, added(centres.size(), 0.0);
            for (const auto& c : centres)
                costs.push_back(reference::squared_distance(X[at], c));
            for (Index count = random.below(4); count > 0; --count) {
                const auto h = static_cast<std::int32_t>(random.below(k));
                const double cost = static_cast<double>(random.below(9)) - 4;
                costs[static_cast<std::size_t>(h)] += cost;
                added[static_cast<std::size_t>(h)] += cost;
                few.add(h, cost);
            }
            const auto present = static_cast<std::int32_t>(random.below(k + 1) - 1);
            auto least = std::min_element(costs.begin(), costs.end());
            if (present >= 0 && costs[static_cast<std::size_t>(present)] == *least) least = costs.begin() + present;
            ASSERT_EQ(choice.choose(row, present, lists[at], added), least - costs.begin())
                << view.kind() << ' ' << row;
            const auto found = choice.choose(row, present, lists[at], few);
            if (!found) continue;
            ++decided;
            ASSERT_EQ(*found, least - costs.begin()) << view.kind() << " row " << row;
        }
        EXPECT_GT(decided, ties ? 0 : 100) << view.kind();
    }
}

INSTANTIATE_TEST_SUITE_P(Seeds, PckChoiceOnRandomData, testing::Range(0, 100));

}  // namespace
}  // namespace mvlink::kmeans_family
