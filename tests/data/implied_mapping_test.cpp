#include <mvlink/problem.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace mvlink {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

View plain(const std::string& name, Index rows) {
    return View::dense(name, rows, 1, std::vector<double>(static_cast<std::size_t>(rows), 1.0));
}

View named(const std::string& name, std::vector<std::string> ids) {
    return plain(name, static_cast<Index>(ids.size())).with_ids(std::move(ids));
}

struct Implied {
    explicit Implied(std::vector<View> views) : data(with_implied_mapping(Dataset(std::move(views)), warnings)) {}
    [[nodiscard]] std::vector<std::string> codes() const {
        std::vector<std::string> found;
        for (const Warning& warning : warnings)
            found.push_back(warning.code);
        return found;
    }
    std::vector<Warning> warnings;
    Dataset data;
};

TEST(ImpliedMapping, MapsRowsToRowsWhereNoViewHasIds) {
    const Implied mapped({plain("a", 3), plain("b", 3)});
    EXPECT_TRUE(mapped.data.objects().rows_are_objects());
    EXPECT_THAT(mapped.codes(), IsEmpty());
}

TEST(ImpliedMapping, MapsNothingWhereViewsWithoutIdsDifferInLength) {
    const Implied mapped({plain("a", 3), plain("b", 2)});
    EXPECT_TRUE(mapped.data.unmapped());
    EXPECT_THAT(mapped.codes(), ElementsAre("nothing-mapped"));
}

TEST(ImpliedMapping, MapsEqualIdsAlsoWhereRowsAreShuffled) {
    const Implied mapped({named("a", {"p", "q"}), named("b", {"q", "p"})});
    EXPECT_EQ(mapped.data.objects().of({0, 0}), mapped.data.objects().of({1, 1}));
    EXPECT_EQ(mapped.data.objects().count(), 2);
    EXPECT_THAT(mapped.codes(), IsEmpty());
}

TEST(ImpliedMapping, NeverMapsRowsWhoseIdsDiffer) {
    const Implied mapped({named("a", {"p", "q"}), named("b", {"r", "s"})});
    EXPECT_TRUE(mapped.data.unmapped());
    EXPECT_THAT(mapped.codes(), ElementsAre("nothing-mapped"));
}

TEST(ImpliedMapping, LeavesViewsWithoutIdsUnmappedBesideOthers) {
    const Implied mapped({named("a", {"p", "q"}), plain("b", 2), named("c", {"q", "r"})});
    EXPECT_EQ(mapped.data.objects().of({0, 1}), mapped.data.objects().of({2, 0}));
    EXPECT_EQ(mapped.data.objects().count(), 5);
    EXPECT_THAT(mapped.codes(), ElementsAre("unmapped-views"));
}

}  // namespace
}  // namespace mvlink
