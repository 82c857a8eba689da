#include "evaluate/generate/mapping_draw.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace mvlink::evaluate {
namespace {

View column(const std::string& name, Index rows) {
    std::vector<double> values;
    for (Index row = 0; row < rows; ++row)
        values.push_back(static_cast<double>(row));
    return View::dense(name, rows, 1, std::move(values));
}

std::set<std::pair<Index, Index>> pairs_of(const Dataset& data) {
    std::set<std::pair<Index, Index>> pairs;
    for (const Mapping& mapping : data.mappings())
        pairs.insert(mapping.rows.begin(), mapping.rows.end());
    return pairs;
}

TEST(ClassesMapped, AreOneToOneWithinAClassAsLongAsThereAreRows) {
    const std::vector<std::vector<std::int32_t>> truths{{0, 0, 0, 1, 1, -1}, {1, 0, 0, 1, 1, 1, 2}};
    const Dataset data = with_classes_mapped(Dataset({column("a", 6), column("b", 7)}), truths, Random(1));
    std::map<std::int32_t, int> count;
    std::set<Index> a, b;
    for (const auto& [x, y] : pairs_of(data)) {
        EXPECT_EQ(truths[0][static_cast<std::size_t>(x)], truths[1][static_cast<std::size_t>(y)]);
        ++count[truths[0][static_cast<std::size_t>(x)]];
        EXPECT_TRUE(a.insert(x).second);
        EXPECT_TRUE(b.insert(y).second);
    }
    EXPECT_EQ(count, (std::map<std::int32_t, int>{{0, 2}, {1, 2}}));
}

TEST(MappingDrawn, KeepsTheShareAndSmallerSharesArePartsOfLargerOnes) {
    const Dataset whole = Dataset({column("a", 50), column("b", 50)}).with_row_mapping();
    std::set<std::pair<Index, Index>> before;
    for (const double share : {0.2, 0.4, 1.0}) {
        const auto pairs = pairs_of(with_mapping_drawn(whole, share, 0, Random(3)));
        EXPECT_EQ(pairs.size(), static_cast<std::size_t>(std::lround(50 * share)));
        for (const auto& [a, b] : pairs)
            EXPECT_EQ(a, b);
        EXPECT_TRUE(std::includes(pairs.begin(), pairs.end(), before.begin(), before.end()));
        before = pairs;
    }
}

TEST(MappingDrawn, AWrongShareHasWrongPartners) {
    const Dataset whole = Dataset({column("a", 50), column("b", 50)}).with_row_mapping();
    const auto pairs = pairs_of(with_mapping_drawn(whole, 1, 0.4, Random(3)));
    EXPECT_EQ(pairs.size(), 50U);
    EXPECT_EQ(std::count_if(pairs.begin(), pairs.end(), [](const auto& pair) { return pair.first != pair.second; }),
              20);
}

}  // namespace
}  // namespace mvlink::evaluate
