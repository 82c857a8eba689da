#include "experiments/mapping_draw.hpp"
#include "experiments/run_log.hpp"
#include "experiments/scoring.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

namespace mvlink::experiments {
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

PropagatedConstraint inferred(const Constraint& constraint, bool is_certain = false) {
    PropagatedConstraint one;
    one.constraint = constraint;
    one.is_certain = is_certain;
    return one;
}

/// Weights 0.9 right and 0.6 wrong among must-links, 0.5 right and certain among cannot-links.
TEST(Scoring, WeighsInferredConstraintsAndTellsNewOnesFromImplied) {
    Material material{{}, "", 2, {"a", "b"}, false, {}};
    const Trial trial{Dataset({column("a", 4), column("b", 4)}).with_row_mapping(), {{0, 0, 1, 1}, {0, 0, 1, 1}}};
    Answer answer;
    for (const char* name : {"a", "b"})
        answer.partitions.push_back({Scope::view, name, 2, {0, 0, 1, 1}, {}});
    answer.propagated = {inferred({{0, 0}, {0, 1}, Link::must, 0.9, Origin::propagated}),
                         inferred({{1, 0}, {1, 2}, Link::must, 0.6, Origin::propagated}),
                         inferred({{0, 1}, {0, 3}, Link::cannot, 0.5, Origin::propagated}, true)};
    RunRecord record;
    score(material, trial, {}, answer, record);
    EXPECT_EQ(value_of(record, "inferred"), 2);
    EXPECT_DOUBLE_EQ(value_of(record, "precision_must"), 0.6);
    EXPECT_DOUBLE_EQ(value_of(record, "precision_cannot"), 1);
    EXPECT_DOUBLE_EQ(value_of(record, "precision_new"), 0.6);
    EXPECT_EQ(value_of({}, "inferred"), 0);
    EXPECT_TRUE(std::isnan(value_of({}, "precision_new"))) << "nothing was inferred";
}

}  // namespace
}  // namespace mvlink::experiments
