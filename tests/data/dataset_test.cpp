#include <mvlink/dataset.hpp>
#include <mvlink/error.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace mvlink {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

View column(const std::string& name, Index rows) {
    return View::dense(name, rows, 1, std::vector<double>(static_cast<std::size_t>(rows), 1.0));
}

Constraint pair(Index a, Index b, Link link = Link::must, double weight = 1) {
    return {{0, a}, {0, b}, link, weight};
}

Dataset with(const Dataset& data, std::vector<Constraint> constraints) {
    return data.with_constraints(std::span<const Constraint>(constraints));
}

Dataset with(const Dataset& data, std::vector<ConstraintSpec> specs) {
    return data.with_constraints(std::span<const ConstraintSpec>(specs));
}

std::vector<Index> objects_of(const Dataset& data, int view) {
    std::vector<Index> objects;
    for (Index row = 0; row < data.view(view).rows(); ++row) {
        objects.push_back(data.objects().of({view, row}));
    }
    return objects;
}

TEST(Dataset, OtherViewsOfTheSameRowsKeepMappingAndConstraints) {
    const Dataset data = with(Dataset({column("a", 3), column("b", 3)}).with_row_mapping(), {pair(0, 2)});
    const View wide = View::dense("b", 3, 2, std::vector<double>(6, 1.0));
    const Dataset changed = data.with_views({data.view(0), wide});
    EXPECT_EQ(changed.view(1).cols(), 2);
    EXPECT_EQ(changed.constraints().size(), 1U);
    EXPECT_TRUE(changed.objects().rows_are_objects());
    for (const std::vector<View>& wrong :
         {std::vector<View>{column("a", 3)}, {column("b", 3), column("a", 3)}, {column("a", 3), column("b", 4)}}) {
        EXPECT_THAT([&] { (void)data.with_views(wrong); }, ThrowsMessage<Error>(HasSubstr("expected the same names")));
    }
}

TEST(Dataset, OneViewHasARowAnObject) {
    const Dataset data(column("x", 3));
    EXPECT_EQ(data.objects().count(), 3);
    EXPECT_FALSE(data.unmapped());
    EXPECT_THAT(objects_of(data, 0), ElementsAre(0, 1, 2));
}

TEST(Dataset, ViewsMustHaveDistinctNames) {
    EXPECT_THROW(Dataset({column("x", 3), column("x", 3)}), Error);
    EXPECT_THROW(Dataset(std::vector<View>{}), Error);
}

TEST(Dataset, UnmappedViewsShareNoObject) {
    const Dataset data({column("x", 2), column("y", 3)});
    EXPECT_TRUE(data.unmapped());
    EXPECT_EQ(data.objects().count(), 5);
}

TEST(Dataset, RowMappingMakesRowIObjectI) {
    const Dataset data = Dataset({column("x", 3), column("y", 3)}).with_row_mapping();
    EXPECT_FALSE(data.unmapped());
    EXPECT_EQ(data.objects().count(), 3);
    EXPECT_THAT(objects_of(data, 1), ElementsAre(0, 1, 2));
    EXPECT_THROW((void)Dataset({column("x", 3), column("y", 4)}).with_row_mapping(), Error);
}

TEST(Dataset, EqualIdsAreOneObject) {
    const Dataset data =
        Dataset({column("x", 3).with_ids({"p", "q", "r"}), column("y", 2).with_ids({"r", "s"}), column("z", 1)})
            .with_id_mapping();
    EXPECT_EQ(data.objects().count(), 5);
    EXPECT_THAT(objects_of(data, 1), ElementsAre(2, 3));
    EXPECT_THAT(objects_of(data, 2), ElementsAre(4));
    ASSERT_EQ(data.mappings().size(), 1U);
    EXPECT_THAT(data.mappings()[0].rows, ElementsAre(std::pair<Index, Index>(2, 0)));
}

TEST(Dataset, ManyToManyMappingsJoinWholeComponents) {
    const Dataset data = Dataset({column("x", 3), column("y", 3)}).with_mappings({{0, 1, {{0, 0}, {0, 1}, {1, 1}}}});
    EXPECT_THAT(objects_of(data, 0), ElementsAre(0, 0, 1));
    EXPECT_THAT(objects_of(data, 1), ElementsAre(0, 0, 2));
}

TEST(Dataset, MappingsToRowsOrViewsThatDoNotExistAreRefused) {
    const Dataset data({column("x", 3), column("y", 2)});
    EXPECT_THAT(
        [&] {
            (void)data.with_mappings({{0, 1, {{0, 2}}}});
        },
        ThrowsMessage<Error>(HasSubstr("row 2 of view \"y\" does not exist (it has 2 rows)")));
    EXPECT_THROW((void)data.with_mappings({{0, 1, {{-1, 0}}}}), Error);
    EXPECT_THROW((void)data.with_mappings({{0, 2, {}}}), Error);
    EXPECT_THROW((void)data.with_mappings({{0, 0, {}}}), Error);
}

TEST(Dataset, OrderOrientationAndDuplicatesOfConstraintsDoNotMatter) {
    const Dataset data(column("x", 4));
    const Dataset one = with(data, {pair(0, 1, Link::must, 2), pair(2, 3, Link::cannot)});
    const Dataset two =
        with(data, {pair(3, 2, Link::cannot), pair(1, 0), pair(0, 1, Link::must, 2), pair(1, 3, Link::must, 0)});
    ASSERT_EQ(one.constraints().size(), 2U);
    EXPECT_TRUE(std::equal(one.constraints().begin(), one.constraints().end(), two.constraints().begin(),
                           two.constraints().end()));
}

TEST(Dataset, OfDuplicatesTheMostTrustedOriginStays) {
    const auto of = [](Origin origin, double weight) { return Constraint{{0, 0}, {0, 1}, Link::must, weight, origin}; };
    const auto merged = [&](std::vector<Constraint> list) {
        const Dataset data = with(Dataset(column("x", 4)), std::move(list));
        EXPECT_EQ(data.constraints().size(), 1U);
        return data.constraints()[0];
    };
    EXPECT_EQ(merged({of(Origin::propagated, 9), of(Origin::given, 1)}), of(Origin::given, 1))
        << "a guess adds nothing";
    EXPECT_EQ(merged({of(Origin::on_objects, 3), of(Origin::given, 1)}), of(Origin::given, 3));
    EXPECT_EQ(merged({of(Origin::given, 3), of(Origin::on_objects, 1)}), of(Origin::given, 3));
    EXPECT_EQ(merged({of(Origin::propagated, 2), of(Origin::implied, 1)}), of(Origin::implied, 1));
    EXPECT_EQ(merged({of(Origin::propagated, 2), of(Origin::propagated, 4)}), of(Origin::propagated, 4));
    EXPECT_EQ(to_string(Origin::on_objects), "on-objects");
}

TEST(Dataset, ContradictionsAreKeptAndCounted) {
    const Dataset data = with(Dataset(column("x", 4)), {pair(0, 1), pair(1, 0, Link::cannot), pair(2, 3)});
    EXPECT_EQ(data.constraints().size(), 3U);
    EXPECT_EQ(data.contradictions(), 1);
}

TEST(Dataset, BadConstraintsAreRefusedWithTheirPlace) {
    const Dataset data(column("text", 500));
    EXPECT_THAT(
        [&] {
            with(data, {pair(0, 1), pair(3, 530)});
        },
        ThrowsMessage<Error>(HasSubstr("constraints[1]: row 530 of view \"text\" does not exist (it has 500 rows)")));
    EXPECT_THAT([&] { with(data, {pair(7, 7)}); },
                ThrowsMessage<Error>(HasSubstr("row 7 of view \"text\" is linked with itself")));
    for (const double weight : {-1.0, std::nan(""), HUGE_VAL}) {
        EXPECT_THAT([&] { with(data, {pair(0, 1, Link::must, weight)}); }, ThrowsMessage<Error>(HasSubstr("weight")));
    }
    EXPECT_THROW(with(data, {Constraint{{0, 1}, {1, 1}}}), Error);
}

TEST(Dataset, AConstraintOnObjectsAppliesInEveryViewThatHoldsBoth) {
    const Dataset data = Dataset({column("x", 3).with_ids({"p", "q", "r"}), column("y", 2).with_ids({"q", "p"}),
                                  column("z", 1).with_ids({"p"})})
                             .with_id_mapping();
    const Dataset constrained = with(data, {ConstraintSpec{{"", "p"}, {"", "q"}, Link::cannot, 1, ""}});
    const auto found = constrained.constraints();
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[0].a, (InstanceId{0, 0}));
    EXPECT_EQ(found[1].b, (InstanceId{1, 1}));
    EXPECT_EQ(found[0].origin, Origin::on_objects);
    EXPECT_EQ(found[1].origin, Origin::on_objects);
    const Dataset named = with(data, {ConstraintSpec{{"x", "p"}, {"x", "q"}, Link::cannot, 1, ""}});
    EXPECT_EQ(named.constraints()[0].origin, Origin::given);
}

TEST(Dataset, WrittenConstraintsThatNameNothingAreRefused) {
    const Dataset data({column("x", 3).with_ids({"p", "q", "r"}), column("y", 1).with_ids({"s"})});
    const auto refusal = [&](InstanceRef a, InstanceRef b) {
        try {
            with(data, {ConstraintSpec{a, b, Link::must, 1, "c.csv line 2"}});
        } catch (const Error& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    EXPECT_EQ(refusal({"x", "p"}, {"x", "z"}), "c.csv line 2: id \"z\" is not in view \"x\"");
    EXPECT_EQ(refusal({"w", "p"}, {"x", "q"}), "c.csv line 2: view \"w\" does not exist");
    EXPECT_EQ(refusal({"", "p"}, {"", "nobody"}), "c.csv line 2: id \"nobody\" is not in any view");
    EXPECT_THAT(refusal({"", "p"}, {"", "s"}), HasSubstr("no view has both"));
    EXPECT_THAT(refusal({"", "p"}, {"x", "q"}), HasSubstr("only one of view_a and view_b"));
    EXPECT_THAT(refusal({"x", Index{9}}, {"x", "q"}), HasSubstr("row 9 of view \"x\" does not exist (it has 3 rows)"));
    EXPECT_THAT(refusal({"", Index{0}}, {"", Index{1}}), HasSubstr("name the view"));
    EXPECT_EQ(refusal({"x", "p"}, {"y", "s"}), "");
}

TEST(Dataset, NumbersInDigitsAreRowsWhereThereAreNoIds) {
    const Dataset data(column("x", 20));
    const Dataset constrained = with(data, {ConstraintSpec{{"", "3"}, {"", "17"}, Link::must, 1, ""}});
    EXPECT_EQ(constrained.constraints()[0], pair(3, 17));
    EXPECT_THROW(with(data, {ConstraintSpec{{"", "3"}, {"", "20"}, Link::must, 1, ""}}), Error);
    EXPECT_THROW(with(data, {ConstraintSpec{{"", "3"}, {"", "-4"}, Link::must, 1, ""}}), Error);
    EXPECT_THROW(with(data, {ConstraintSpec{{"", "3"}, {"", "four"}, Link::must, 1, ""}}), Error);
}

TEST(Dataset, SelectKeepsWhatIsAmongTheChosenViews) {
    const Dataset chain =
        Dataset({column("x", 2), column("y", 2), column("z", 2)}).with_mappings({{0, 1, {{0, 1}}}, {1, 2, {{1, 0}}}});
    const Dataset data = with(chain, {Constraint{{0, 0}, {2, 1}}, Constraint{{1, 0}, {1, 1}}});
    const std::vector<std::string> names{"z", "x"};
    const Dataset chosen = data.select(names);
    EXPECT_EQ(chosen.view(0).name(), "z");
    EXPECT_THAT(objects_of(chosen, 0), ElementsAre(0, 1));
    EXPECT_THAT(objects_of(chosen, 1), ElementsAre(0, 2)) << "joined through y, which was left out";
    EXPECT_FALSE(chosen.unmapped());
    ASSERT_EQ(chosen.constraints().size(), 1U);
    EXPECT_EQ(chosen.constraints()[0].a, (InstanceId{0, 1}));
    const std::vector<std::string> unknown{"w"}, twice{"x", "x"};
    EXPECT_THAT([&] { (void)data.select(unknown); }, ThrowsMessage<Error>(HasSubstr("the views are x, y, z")));
    EXPECT_THROW((void)data.select(twice), Error);
}

}  // namespace
}  // namespace mvlink
