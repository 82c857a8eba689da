#include "evaluate/contingency.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <utility>

namespace mvlink::evaluate {
namespace {

using Labels = std::vector<std::int32_t>;

TEST(Contingency, CountsSharedRowsByClusterAndClass) {
    const Contingency table = count_table(Labels{4, 4, 2, 4, -1}, Labels{9, 8, 8, 9, 9});
    EXPECT_EQ(table.rows, 4);
    EXPECT_THAT(table.clusters, testing::ElementsAre(2, 2));
    EXPECT_THAT(table.classes, testing::ElementsAre(3, 1));
    ASSERT_EQ(table.cells.size(), 3U);
    EXPECT_EQ(table.cells[0].count, 2);
    EXPECT_EQ(table.cells[1].count, 1);
    EXPECT_EQ(table.cells[2].count, 1);
}

/// Labels far apart go through another way of renumbering than labels close together.
TEST(Contingency, IsTheSameForLabelsCloseTogetherAndFarApart) {
    std::mt19937 random(1);
    Labels truth, labels, far_truth, far_labels;
    for (int i = 0; i < 500; ++i) {
        truth.push_back(static_cast<std::int32_t>(random() % 30));
        labels.push_back(static_cast<std::int32_t>(random() % 50));
        far_truth.push_back(truth.back() * 70'000'000);
        far_labels.push_back((labels.back() - 25) * 80'000'000);
    }
    const Contingency close = count_table(truth, labels), far = count_table(far_truth, far_labels);
    EXPECT_EQ(close.clusters, far.clusters);
    EXPECT_EQ(close.classes, far.classes);
    ASSERT_EQ(close.cells.size(), far.cells.size());
    for (std::size_t c = 0; c < close.cells.size(); ++c) {
        EXPECT_EQ(close.cells[c].cluster, far.cells[c].cluster);
        EXPECT_EQ(close.cells[c].cls, far.cells[c].cls);
        EXPECT_EQ(close.cells[c].count, far.cells[c].count);
    }
}

TEST(Contingency, CellsAddUpToTheirMarginsAndAppearOnce) {
    std::mt19937 random(2);
    Labels truth, labels;
    for (int i = 0; i < 2000; ++i) {
        truth.push_back(static_cast<std::int32_t>(random() % 40) - 3);
        labels.push_back(static_cast<std::int32_t>(random() % 300));
    }
    const Contingency table = count_table(truth, labels);
    std::vector<Index> clusters(table.clusters.size(), 0), classes(table.classes.size(), 0);
    std::map<std::pair<Index, Index>, int> seen;
    Index rows = 0;
    for (const auto& cell : table.cells) {
        clusters[static_cast<std::size_t>(cell.cluster)] += cell.count;
        classes[static_cast<std::size_t>(cell.cls)] += cell.count;
        rows += cell.count;
        EXPECT_EQ(++seen[std::pair(cell.cluster, cell.cls)], 1);
    }
    EXPECT_EQ(clusters, table.clusters);
    EXPECT_EQ(classes, table.classes);
    EXPECT_EQ(rows, table.rows);
}

}  // namespace
}  // namespace mvlink::evaluate
