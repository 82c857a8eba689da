#include "runtime/file_pages.hpp"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace mvlink {
namespace {

TEST(FilePages, AnAddressIsFoundInItsRangeUntilThatIsRemoved) {
    const std::vector<double> values(100);
    EXPECT_EQ(file_pages::around(values.data()).last, 0U);
    ASSERT_TRUE(file_pages::add(values.data(), 50 * sizeof(double)));
    const file_pages::Range range = file_pages::around(&values[49]);
    EXPECT_EQ(range.first, reinterpret_cast<std::uintptr_t>(values.data()));
    EXPECT_EQ(range.last, reinterpret_cast<std::uintptr_t>(&values[50]));
    EXPECT_EQ(file_pages::around(&values[50]).last, 0U);
    file_pages::remove(values.data());
    EXPECT_EQ(file_pages::around(values.data()).last, 0U);
}

TEST(FilePages, OnlySoManyRangesAreKept) {
    const std::array<char, 1000> bytes{};
    std::size_t added = 0;
    while (added < bytes.size() && file_pages::add(&bytes[added], 1))
        ++added;
    EXPECT_GE(added, 64U);
    EXPECT_LT(added, bytes.size());
    for (std::size_t i = 0; i < added; ++i)
        file_pages::remove(&bytes[i]);
    EXPECT_EQ(file_pages::around(bytes.data()).last, 0U);
}

TEST(FilePages, FetchingRowsInMemoryDoesNoHarm) {
    const std::vector<float> values(40000, 2.0F);
    const DenseRows<float> X{values.data(), 10000, 4, 4, 1};
    EXPECT_FALSE(lie_in_file(X));
    fetch_every(X, 7);
    ASSERT_TRUE(file_pages::add(values.data(), values.size() * sizeof(float)));
    EXPECT_TRUE(lie_in_file(X));
    EXPECT_FALSE(lie_in_file(DenseRows<float>{values.data(), 10000, 4, 1, 10000})) << "columns one after the other";
    fetch_every(X, 7);
    const std::vector<Index> rows{0, 5, 9999};
    fetch_rows(X, std::span<const Index>(rows));
    file_pages::remove(values.data());
    EXPECT_EQ(values, std::vector<float>(40000, 2.0F));
}

}  // namespace
}  // namespace mvlink
