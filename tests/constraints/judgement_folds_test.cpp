#include "constraints/judgement_folds.hpp"

#include "constraints/components.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

namespace mvlink {
namespace {

using constraints::judgement_folds;
using constraints::JudgementFolds;
using constraints::Judgements;
using testing::ElementsAre;

Dataset rows(Index count, int views = 1) {
    std::vector<View> all;
    for (int v = 0; v < views; ++v)
        all.push_back(View::dense(std::string(1, static_cast<char>('a' + v)), count, 1, std::vector<double>(count, 0)));
    return Dataset(std::move(all));
}

Constraint link(Index a, Index b, Link type, int view_a = 0, int view_b = 0) {
    return {{view_a, a}, {view_b, b}, type};
}

JudgementFolds folds_of(const Dataset& data, int folds = 5, std::uint64_t seed = 0) {
    return judgement_folds(Judgements(data.constraints(), data.objects()), data.objects(), folds,
                           Random(seed, "test/folds", 0));
}

TEST(JudgementFolds, AGroupOfMustLinkedRowsIsOneUnitAndSoIsEveryPairOfGroups) {
    // 0-1-2 and 3-4 are groups. 0|3 and 2|4 both say that the groups differ; 1|5 is about another pair.
    const std::vector<Constraint> all{link(0, 1, Link::must),   link(0, 3, Link::cannot), link(1, 2, Link::must),
                                      link(1, 5, Link::cannot), link(2, 4, Link::cannot), link(3, 4, Link::must)};
    const JudgementFolds folds = folds_of(rows(6).with_constraints(std::span<const Constraint>(all)));
    EXPECT_THAT(folds.unit, ElementsAre(0, 1, 0, 2, 1, 3));
    EXPECT_EQ(folds.units, 4);
    EXPECT_EQ(folds.folds, 4) << "no fold is empty";
    EXPECT_EQ(folds.fold[0], folds.fold[2]);
    EXPECT_EQ(folds.fold[1], folds.fold[4]);
}

TEST(JudgementFolds, CopiesAndJudgementsOfOnePairInTwoMappedViewsAreOneUnit) {
    const std::vector<Constraint> all{link(0, 1, Link::must, 0, 0), link(0, 1, Link::must, 1, 1),
                                      link(2, 3, Link::cannot, 0, 1)};
    const Dataset data = rows(4, 2).with_row_mapping().with_constraints(std::span<const Constraint>(all));
    const JudgementFolds folds = folds_of(data);
    EXPECT_EQ(folds.unit.size(), 3U);
    EXPECT_EQ(folds.unit[0], folds.unit[2]) << "both are about objects 0 and 1";
    EXPECT_EQ(folds.units, 2);
}

TEST(JudgementFolds, AManyToManyMappingJoinsTheRowsOfAnObject) {
    // Rows 0 and 1 of a are one object through row 0 of b, so 0-2 in a and 1-2 in a are about one pair of objects.
    const std::vector<Constraint> all{link(0, 2, Link::cannot), link(1, 2, Link::cannot), link(3, 2, Link::cannot)};
    const Dataset data =
        rows(4, 2).with_mappings({{0, 1, {{0, 0}, {1, 0}, {2, 2}}}}).with_constraints(std::span<const Constraint>(all));
    EXPECT_EQ(folds_of(data).units, 2);
}

TEST(JudgementFolds, RowsOfUnmappedViewsAreDifferentObjects) {
    const std::vector<Constraint> all{link(0, 1, Link::must, 0, 0), link(0, 1, Link::must, 1, 1)};
    EXPECT_EQ(folds_of(rows(4, 2).with_constraints(std::span<const Constraint>(all))).units, 2);
}

/// Whether the closure of the others tells what a held-out judgement says.
bool is_told(const Dataset& data, const JudgementFolds& folds, const Judgements& judgements, Index held_out) {
    std::vector<constraints::Pair> others;
    const auto node = [&](InstanceId instance) { return data.objects().of(instance); };
    for (Index j = 0; j < judgements.count(); ++j) {
        if (folds.fold[j] == folds.fold[held_out]) continue;
        const Constraint& c = judgements.copies(j).front();
        others.push_back({node(c.a), node(c.b), c.link});
    }
    const constraints::Components closure(others);
    const Constraint& asked = judgements.copies(held_out).front();
    const Index a = closure.of(node(asked.a)), b = closure.of(node(asked.b));
    if (a < 0 || b < 0) return false;
    if (a == b) return true;
    const auto apart = closure.cannot_linked(a);
    return std::find(apart.begin(), apart.end(), b) != apart.end();
}

TEST(JudgementFolds, NothingInAFoldFollowsFromTheOthersForAnySeed) {
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        Random random(seed, "test/pairs", 0);
        std::vector<Constraint> all;
        for (int i = 0; i < 60; ++i) {
            const Index a = random.below(30), b = random.below(30);
            const int view_a = static_cast<int>(random.below(2)), view_b = static_cast<int>(random.below(2));
            if (a != b) all.push_back(link(a, b, a % 3 == b % 3 ? Link::must : Link::cannot, view_a, view_b));
        }
        const Dataset data = rows(30, 2).with_row_mapping().with_constraints(std::span<const Constraint>(all));
        const Judgements judgements(data.constraints(), data.objects());
        const JudgementFolds folds = folds_of(data, 5, seed);
        for (Index j = 0; j < judgements.count(); ++j)
            EXPECT_FALSE(is_told(data, folds, judgements, j)) << "seed " << seed << ", judgement " << j;
    }
}

TEST(JudgementFolds, SpreadsBothKindsEvenlyWhereUnitsAreSmall) {
    std::vector<Constraint> all;
    for (Index i = 0; i < 10; ++i) {
        all.push_back(link(4 * i, 4 * i + 1, Link::must));
        all.push_back(link(4 * i + 2, 4 * i + 3, Link::cannot));
    }
    const Dataset data = rows(40).with_constraints(std::span<const Constraint>(all));
    const JudgementFolds folds = folds_of(data);
    std::vector<int> must(5, 0), cannot(5, 0);
    for (std::size_t j = 0; j < folds.fold.size(); ++j)
        ++(data.constraints()[j].link == Link::must ? must : cannot)[folds.fold[j]];
    EXPECT_THAT(must, testing::Each(2));
    EXPECT_THAT(cannot, testing::Each(2));
}

}  // namespace
}  // namespace mvlink
