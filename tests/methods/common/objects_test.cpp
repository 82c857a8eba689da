#include "methods/common/objects.hpp"

#include <mvlink/error.hpp>

#include "methods/factors/problem/complete_mapping.hpp"
#include "support/random_problems.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mvlink {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::ThrowsMessage;

/// Objects: a0 = b1 (0), a1 = a2 = b0 (1), a3 (2), b2 (3).
Dataset incomplete() {
    const View a = support::dense_view<double>({{0}, {1}, {2}, {3}}, "a");
    const View b = support::dense_view<double>({{0}, {1}, {2}}, "b");
    return Dataset({a, b}).with_mappings({{0, 1, {{0, 1}, {1, 0}, {2, 0}}}});
}

TEST(ObjectRows, CopesWithMissingObjectsAndSeveralRows) {
    const Dataset data = incomplete();
    const ObjectRows rows(data);
    ASSERT_EQ(rows.count(), 4);
    EXPECT_THAT(rows.object_of(0), ElementsAre(0, 1, 1, 2));
    EXPECT_THAT(rows.object_of(1), ElementsAre(1, 0, 3));
    EXPECT_THAT(rows.rows_of(0, 1), ElementsAre(1, 2));
    EXPECT_THAT(rows.rows_of(1, 1), ElementsAre(0));
    EXPECT_THAT(rows.rows_of(1, 2), IsEmpty());
    EXPECT_EQ(rows.present(0), 3);
    EXPECT_EQ(rows.present(1), 3);
    EXPECT_EQ(object_name(data, rows, 3), data.instance_name({1, 2}));
}

TEST(ObjectRows, OneViewHasOneObjectPerRow) {
    const ObjectRows rows(Dataset(support::dense_view<double>({{0}, {1}})));
    EXPECT_EQ(rows.count(), 2);
    EXPECT_THAT(rows.rows_of(0, 1), ElementsAre(1));
}

TEST(ObjectRows, AnObjectHasTheMeanOfItsRowsAndGivesItBackToEach) {
    Matrix of_rows(4, 1);
    of_rows << 8, 1, 3, 5;
    const ObjectRows rows(incomplete());
    const Matrix means = mean_by_object(of_rows, rows.object_of(0), rows.count());
    EXPECT_THAT(std::vector<double>(means.data(), means.data() + means.size()), ElementsAre(8, 2, 5, 0));
    const Matrix back = by_row(means, rows.object_of(0));
    EXPECT_THAT(std::vector<double>(back.data(), back.data() + back.size()), ElementsAre(8, 2, 2, 5));
}

TEST(ObjectRows, EveryRowGetsTheLabelOfItsObject) {
    const Dataset data = incomplete();
    std::vector<Partition> partitions;
    add_partitions_of_objects(data, ObjectRows(data), {Scope::view, "", 3, {2, 0, 1, 1}, {0.5, 1, 0.25, 0}},
                              partitions);
    ASSERT_EQ(partitions.size(), 3U);
    EXPECT_THAT(partitions[0].labels, ElementsAre(2, 0, 0, 1));
    EXPECT_THAT(partitions[1].labels, ElementsAre(0, 2, 1));
    EXPECT_THAT(partitions[1].confidence, ElementsAre(1, 0.5, 0));
    EXPECT_EQ(partitions[2].scope, Scope::objects);
    EXPECT_EQ(partitions[2].name, "objects");
}

TEST(ObjectRows, TheFirstViewThatHoldsAnObjectSaysWhereItStarts) {
    const Dataset data = incomplete();
    Start start;
    start.partitions = {{Scope::view, "a", 3, {1, -1, 2, 0}, {}}, {Scope::view, "b", 3, {0, 0, 2}, {}}};
    Context context;
    EXPECT_THAT(start_labels_of_objects(start, data, ObjectRows(data), 3, context), ElementsAre(1, -1, 0, 2));
    start.partitions.pop_back();
    EXPECT_THAT([&] { start_labels_of_objects(start, data, ObjectRows(data), 3, context); },
                ThrowsMessage<Error>(HasSubstr("no labels for view \"b\"")));
    EXPECT_THAT(start_labels_of_objects({}, data, ObjectRows(data), 3, context), IsEmpty());
}

TEST(CompleteMapping, NamesTheObjectThatAViewHoldsTwiceOrLacks) {
    EXPECT_THAT(
        [] { factors::require_complete_mapping(incomplete(), "concat-nmf"); },
        ThrowsMessage<Error>(HasSubstr("concat-nmf: row 1 of view \"a\" and row 2 of view \"a\" are one object")));
    const View a = support::dense_view<double>({{0}, {1}}, "a"), b = support::dense_view<double>({{0}}, "b");
    const Dataset partial = Dataset({a, b}).with_mappings({{0, 1, {{0, 0}}}});
    EXPECT_THAT([&] { factors::require_complete_mapping(partial, "concat-nmf"); },
                ThrowsMessage<Error>(HasSubstr("row 1 of view \"a\" has no row in view \"b\"")));
    EXPECT_THAT(
        [&] {
            factors::require_complete_mapping(Dataset({a, b}), "concat-nmf");
        },
        ThrowsMessage<Error>(HasSubstr("nothing is mapped")));
}

}  // namespace
}  // namespace mvlink
