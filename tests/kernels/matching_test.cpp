#include "kernels/matching.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

namespace mvlink::kernels {
namespace {

using Table = std::vector<std::vector<double>>;  // worth of row and column; 0: not listed

std::vector<Worth> listed(const Table& table) {
    std::vector<Worth> pairs;
    for (std::size_t r = 0; r < table.size(); ++r) {
        for (std::size_t c = 0; c < table[r].size(); ++c) {
            if (table[r][c] > 0) pairs.push_back({static_cast<Index>(r), static_cast<Index>(c), table[r][c]});
        }
    }
    return pairs;
}

double best_by_trying_all(const Table& table) {
    const std::size_t rows = table.size(), cols = table[0].size();
    std::vector<std::size_t> slot(std::max(rows, cols));
    std::iota(slot.begin(), slot.end(), 0U);
    double best = 0;
    do {
        double total = 0;
        for (std::size_t r = 0; r < rows; ++r)
            total += slot[r] < cols ? table[r][slot[r]] : 0;
        best = std::max(best, total);
    } while (std::next_permutation(slot.begin(), slot.end()));
    return best;
}

TEST(Matching, GivesUpTheBestPairWhenTwoOthersAreWorthMore) {
    const Table table{{5, 4}, {4, 0}};
    EXPECT_THAT(best_matching(2, 2, listed(table)), testing::ElementsAre(1, 0));
}

TEST(Matching, LeavesARowAloneWhenAnotherIsWorthMore) {
    const Table table{{3}, {7}, {5}};
    EXPECT_THAT(best_matching(3, 1, listed(table)), testing::ElementsAre(-1, 0, -1));
}

TEST(Matching, RowsWithoutPairsStayAlone) {
    EXPECT_THAT(best_matching(2, 3, {}), testing::ElementsAre(-1, -1));
}

class MatchingProperty : public testing::TestWithParam<int> {};

TEST_P(MatchingProperty, IsWorthAsMuchAsTheBestOfAllAssignments) {
    std::mt19937 random(static_cast<unsigned>(GetParam()));
    const std::size_t rows = 1 + random() % 7, cols = 1 + random() % 7;
    const unsigned empty = random() % 10, largest = 1 + random() % 20;  // small worths make many ties
    Table table(rows, std::vector<double>(cols, 0));
    for (auto& row : table) {
        for (auto& worth : row)
            worth = random() % 10 < empty ? 0 : random() % largest;
    }
    std::vector<Worth> pairs = listed(table);
    std::shuffle(pairs.begin(), pairs.end(), random);
    const std::vector<Index> col_of = best_matching(static_cast<Index>(rows), static_cast<Index>(cols), pairs);

    std::vector<int> used(cols, 0);
    double total = 0;
    for (std::size_t r = 0; r < rows; ++r) {
        if (col_of[r] < 0) continue;
        ASSERT_EQ(++used[static_cast<std::size_t>(col_of[r])], 1);
        total += table[r][static_cast<std::size_t>(col_of[r])];
    }
    EXPECT_EQ(total, best_by_trying_all(table));
}

INSTANTIATE_TEST_SUITE_P(Seeds, MatchingProperty, testing::Range(0, 200));

}  // namespace
}  // namespace mvlink::kernels
