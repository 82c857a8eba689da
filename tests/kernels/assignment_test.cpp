#include "kernels/assignment.hpp"

#include "kernels/matching.hpp"

#include <mvlink/random.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

namespace mvlink {
namespace {

using testing::ElementsAre;

double total(std::span<const double> costs, Index cols, std::span<const std::int32_t> found) {
    double sum = 0;
    for (std::size_t row = 0; row < found.size(); ++row)
        sum += costs[row * static_cast<std::size_t>(cols) + static_cast<std::size_t>(found[row])];
    return sum;
}

TEST(Assignment, GivesUpACheapColumnWhereThatSavesMore) {
    // Row 0 saves 1 by column 0, row 1 saves 8: row 1 gets it.
    const std::vector<double> costs{1, 2, 9,  //
                                    1, 9, 9,  //
                                    5, 5, 3};
    kernels::Assignment solver;
    EXPECT_THAT(solver.solve(costs, 3, 3), ElementsAre(1, 0, 2));
}

TEST(Assignment, IsTheCheapestOfAllPermutations) {
    kernels::Assignment solver;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        Random random(seed);
        const Index cols = 1 + random.below(6), rows = 1 + random.below(cols);
        std::vector<double> costs;
        for (Index i = 0; i < rows * cols; ++i)
            costs.push_back(seed % 2 == 0 ? random.normal() : static_cast<double>(random.below(4)));  // with ties too
        const std::vector<std::int32_t> found = [&] {
            const auto span = solver.solve(costs, rows, cols);
            return std::vector<std::int32_t>(span.begin(), span.end());
        }();
        std::vector<std::int32_t> order(static_cast<std::size_t>(cols));
        std::iota(order.begin(), order.end(), 0);
        double best = std::numeric_limits<double>::infinity();
        do {
            best = std::min(best, total(costs, cols, std::span(order).first(static_cast<std::size_t>(rows))));
        } while (std::next_permutation(order.begin(), order.end()));
        EXPECT_NEAR(total(costs, cols, found), best, 1e-12) << seed;
        std::vector<std::int32_t> distinct = found;
        std::sort(distinct.begin(), distinct.end());
        EXPECT_EQ(std::adjacent_find(distinct.begin(), distinct.end()), distinct.end()) << seed;
    }
}

TEST(Assignment, AgreesWithTheMatchingOfLargestWorth) {
    kernels::Assignment solver;
    Random random(3);
    const Index rows = 60, cols = 80;
    std::vector<double> costs;
    std::vector<kernels::Worth> worths;
    for (Index i = 0; i < rows * cols; ++i) {
        costs.push_back(random.uniform());
        worths.push_back({i / cols, i % cols, 10 - costs.back()});
    }
    const auto matched = kernels::best_matching(rows, cols, worths);
    const std::vector<std::int32_t> expected(matched.begin(), matched.end());
    EXPECT_THAT(solver.solve(costs, rows, cols), testing::ElementsAreArray(expected));
}

}  // namespace
}  // namespace mvlink
