#include <mvlink/model.hpp>

#include <gtest/gtest.h>

#include <optional>

namespace mvlink {
namespace {

TEST(Model, FindsItsViewsByNameAndTheOnlyOneWhateverItsName) {
    const Model one{"kmeans", {}, {"x"}, {2}, {}};
    EXPECT_EQ(one.find_view("x", 3), 0U);
    EXPECT_EQ(one.find_view("y", 1), 0U);
    EXPECT_EQ(one.find_view("y", 2), std::nullopt);
    const Model two{"nmf", {}, {"x", "y"}, {2, 2}, {}};
    EXPECT_EQ(two.find_view("y", 1), 1U);
    EXPECT_EQ(two.find_view("z", 1), std::nullopt);
}

TEST(Model, TellsTheOptionsThatItWasMadeWith) {
    const Model model{"smvc", {{"n_clusters", "2,3"}}, {"x"}, {2}, {}};
    EXPECT_EQ(model.option("n_clusters"), "2,3");
    EXPECT_EQ(model.option("tol"), "");
}

}  // namespace
}  // namespace mvlink
