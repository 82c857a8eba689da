#include "evaluate/generate/support.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace mvlink {
namespace {

using test::code_of;
using test::sizes_of;

const std::vector<std::pair<Index, Index>>& mapped_rows(const Generated& made) {
    return made.data.mappings()[0].rows;
}

TEST(SuperInstances, JoinRowsOfTheSameClassOneToOneAsLongAsThereAreRows) {
    const Generated made = generate_super_instances({{.rows = 90, .clusters = 4}}, Random{1});
    const auto &a = made.truths.at(0), &b = made.truths.at(1);
    std::set<Index> seen_a, seen_b;
    for (const auto& [row_a, row_b] : mapped_rows(made)) {
        EXPECT_EQ(a.labels[static_cast<std::size_t>(row_a)], b.labels[static_cast<std::size_t>(row_b)]);
        EXPECT_TRUE(seen_a.insert(row_a).second && seen_b.insert(row_b).second);
    }
    const auto sizes_a = sizes_of(a, 4), sizes_b = sizes_of(b, 4);
    Index expected = 0;
    for (std::size_t cls = 0; cls < 4; ++cls)
        expected += std::min(sizes_a[cls], sizes_b[cls]);
    EXPECT_EQ(static_cast<Index>(mapped_rows(made).size()), expected);
    EXPECT_LT(expected, 90) << "classes of equal sizes would leave no row over";
}

TEST(SuperInstances, TheViewsAreOfDifferentThingsWithATruthEach) {
    const Generated made = generate_super_instances({{.rows = 50, .clusters = 3, .cols = 4, .spread = 0}}, Random{2});
    ASSERT_EQ(made.data.n_views(), 2);
    std::set<double> places[2];
    for (const int v : {0, 1}) {
        const auto& table = std::get<DenseRows<double>>(made.data.view(v).features());
        EXPECT_EQ(table.cols, 4);
        EXPECT_EQ(made.truths[static_cast<std::size_t>(v)].view, made.data.view(v).name());
        for (Index row = 0; row < table.rows; ++row)
            places[v].insert(table.at(row, 0));
        EXPECT_EQ(places[v].size(), 3U) << "without spread, rows are the centres of their classes";
    }
    EXPECT_NE(places[0], places[1]);
}

TEST(SuperInstances, AShareOfThemIsMapped) {
    const SuperInstancesOptions all{{.rows = 200}};
    const std::size_t pairs = mapped_rows(generate_super_instances(all, Random{3})).size();
    const Generated half = generate_super_instances({all.view, 0.5}, Random{3});
    EXPECT_EQ(mapped_rows(half).size(), static_cast<std::size_t>(std::llround(0.5 * static_cast<double>(pairs))));
    EXPECT_TRUE(generate_super_instances({all.view, 0}, Random{3}).data.unmapped());
}

TEST(SuperInstances, EveryClassOccursInBothViewsEvenIfRowsAreFew) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const Generated made = generate_super_instances({{.rows = 5, .clusters = 5}}, Random{seed});
        EXPECT_EQ(mapped_rows(made).size(), 5U);
    }
}

TEST(SuperInstances, RefuseWhatCannotBeMade) {
    EXPECT_EQ(code_of([] { generate_super_instances({{.rows = 2, .clusters = 3}}, Random{0}); }), ErrorCode::input);
    EXPECT_EQ(code_of([] { generate_super_instances({{.cols = 0}}, Random{0}); }), ErrorCode::usage);
    EXPECT_EQ(code_of([] { generate_super_instances({{}, 1.5}, Random{0}); }), ErrorCode::usage);
    EXPECT_EQ(code_of([] { generate_super_instances({{}, std::nan("")}, Random{0}); }), ErrorCode::usage);
}

}  // namespace
}  // namespace mvlink
