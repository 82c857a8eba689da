#include <mvlink/constraints.hpp>
#include <mvlink/error.hpp>

#include <gtest/gtest.h>

#include <algorithm>

namespace mvlink {
namespace {

ErrorCode refusal(Index rows, int folds) {
    try {
        make_folds(rows, folds, Random{0});
    } catch (const Error& error) {
        return error.code();
    }
    ADD_FAILURE() << "nothing was thrown";
    return ErrorCode::internal;
}

TEST(Folds, HoldEveryRowOnceInRisingOrderAndDifferByAtMostOne) {
    for (const int folds : {1, 2, 3, 7, 20}) {
        for (const Index rows : {20, 21, 39, 101}) {
            const auto lists = make_folds(rows, folds, Random{5});
            ASSERT_EQ(lists.size(), static_cast<std::size_t>(folds));
            std::vector<Index> all;
            for (const auto& list : lists) {
                EXPECT_TRUE(std::is_sorted(list.begin(), list.end()));
                EXPECT_GE(static_cast<Index>(list.size()), rows / folds);
                EXPECT_LE(static_cast<Index>(list.size()), (rows + folds - 1) / folds);
                all.insert(all.end(), list.begin(), list.end());
            }
            std::sort(all.begin(), all.end());
            ASSERT_EQ(all.size(), static_cast<std::size_t>(rows));
            for (Index row = 0; row < rows; ++row)
                EXPECT_EQ(all[static_cast<std::size_t>(row)], row);
        }
    }
}

TEST(Folds, FollowFromTheSeedAlone) {
    EXPECT_EQ(make_folds(50, 5, Random{1}), make_folds(50, 5, Random{1}));
    EXPECT_NE(make_folds(50, 5, Random{1}), make_folds(50, 5, Random{2}));
}

TEST(Folds, MustBeAtLeastOneAndAtMostOneARow) {
    EXPECT_EQ(refusal(10, 0), ErrorCode::usage);
    EXPECT_EQ(refusal(10, 11), ErrorCode::input);
    EXPECT_EQ(refusal(0, 1), ErrorCode::input);
}

}  // namespace
}  // namespace mvlink
