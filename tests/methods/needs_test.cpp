#include <mvlink/error.hpp>
#include <mvlink/registry.hpp>

#include "support/nonnegative_problems.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mvlink {
namespace {

using testing::HasSubstr;

const support::Table kRows{{1, 0, 2}, {0, 3, 1}, {4, 1, 0}, {1, 1, 1}};

Dataset two_views() {
    return Dataset({support::dense_view<double>(kRows, "a"), support::dense_view<double>(kRows, "b")});
}

std::optional<Error> refusal(const std::string& method, const Dataset& data) {
    try {
        check_needs(method, data);
    } catch (const Error& error) {
        return error;
    }
    return std::nullopt;
}

TEST(Needs, TooManyViewsAreRefusedWithTheirNames) {
    for (const MethodInfo& method : methods()) {
        const auto refused = refusal(method.name, two_views().with_row_mapping());
        EXPECT_EQ(refused.has_value(), method.needs.max_views == 1) << method.name;
        if (!refused) continue;
        EXPECT_EQ(refused->code(), ErrorCode::usage);
        EXPECT_EQ(refused->message(), "method " + method.name + " clusters one view, but the data has 2 (a, b)");
        ASSERT_EQ(refused->advice().size(), 1U);
        EXPECT_EQ(refused->advice()[0].name, "views");
        EXPECT_EQ(refused->advice()[0].value, "a");
    }
}

TEST(Needs, AMappingThatIsMissingIsRefused) {
    for (const MethodInfo& method : methods()) {
        if (method.needs.max_views == 1) continue;
        const auto refused = refusal(method.name, two_views());
        EXPECT_EQ(refused.has_value(), method.needs.mapping == MappingNeed::required) << method.name;
        EXPECT_THAT(refused ? refused->what() : "nothing maps the rows of a, b",
                    HasSubstr("nothing maps the rows of a, b"));
    }
}

TEST(Needs, SparseFeaturesAreRefusedWhereOnlyDenseOnesWillDo) {
    const Dataset data(support::sparse_view<double>(kRows, "words"));
    for (const MethodInfo& method : methods()) {
        const auto refused = refusal(method.name, data);
        EXPECT_EQ(refused.has_value(), !method.needs.sparse) << method.name;
        if (!refused) continue;
        EXPECT_EQ(refused->code(), ErrorCode::input);
        EXPECT_THAT(refused->what(), HasSubstr("view \"words\" is sparse; method " + method.name +
                                               " needs dense features; try prep=words:pca=3"));
    }
}

TEST(Needs, NegativeFeaturesAreRefusedWithTheirPlace) {
    const support::Table rows{{0, 1, 2}, {3, 0, 0}, {0, 4, -0.5}, {1, 1, 1}};
    for (const View& view : support::every_kind(rows)) {
        const Dataset data(view.with_column_names({"red", "green", "blue"}));
        for (const MethodInfo& method : methods()) {
            const auto refused = refusal(method.name, data);
            if (!method.needs.nonnegative || !refused) {
                EXPECT_FALSE(method.needs.nonnegative) << method.name;
                continue;
            }
            EXPECT_THAT(refused->what(), HasSubstr("view \"x\": row 2, column 2 (\"blue\") is -0.5; method " +
                                                   method.name + " needs features >= 0; try prep=x:minmax"));
        }
    }
}

TEST(Needs, AreCheckedByEveryWayToRunAMethod) {
    Context context;
    for (const MethodInfo& method : methods()) {
        if (method.needs.max_views != 1) continue;
        EXPECT_THROW(run_method(method.name, two_views(), {}, context), Error) << method.name;
    }
}

}  // namespace
}  // namespace mvlink
