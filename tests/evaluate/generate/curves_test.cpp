#include "evaluate/generate/support.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace mvlink {
namespace {

TEST(Moons, WithoutNoiseLieOnTwoHalfCirclesThatInterlock) {
    const Generated made = generate_moons({.rows = 300, .noise = 0}, Random{1});
    const auto& table = std::get<DenseRows<double>>(made.data.view(0).features());
    for (Index row = 0; row < table.rows; ++row) {
        const double x = table.at(row, 0), y = table.at(row, 1);
        if (made.truths[0].labels[static_cast<std::size_t>(row)] == 0) {  // the upper half of the circle around (0, 0)
            EXPECT_NEAR(std::hypot(x, y), 1, 1e-12);
            EXPECT_GE(y, 0);
        } else {  // the lower half of the circle around (1, 0.5)
            EXPECT_NEAR(std::hypot(x - 1, y - 0.5), 1, 1e-12);
            EXPECT_LE(y, 0.5);
        }
    }
}

TEST(Rings, WithoutNoiseHaveTheirTwoRadiiAndOneCentre) {
    const Generated made = generate_rings({.rows = 20000, .noise = 0}, Random{2});
    const auto& table = std::get<DenseRows<double>>(made.data.view(0).features());
    std::array<double, 2> x{}, y{}, count{};
    for (Index row = 0; row < table.rows; ++row) {
        const auto label = static_cast<std::size_t>(made.truths[0].labels[static_cast<std::size_t>(row)]);
        EXPECT_NEAR(std::hypot(table.at(row, 0), table.at(row, 1)), label == 0 ? 1 : 0.4, 1e-12);
        x[label] += table.at(row, 0);
        y[label] += table.at(row, 1);
        ++count[label];
    }
    for (const std::size_t ring : {0U, 1U}) {
        EXPECT_NEAR(count[ring], 10000, 5 * std::sqrt(20000 * 0.25));  // five standard errors
        EXPECT_NEAR(std::hypot(x[ring], y[ring]) / count[ring], 0, 0.04);
    }
}

TEST(Rings, NoiseIsTheStandardDeviationAroundTheCurve) {
    const Generated made = generate_rings({.rows = 20000, .noise = 0.05}, Random{3});
    const auto& table = std::get<DenseRows<double>>(made.data.view(0).features());
    double square = 0;
    for (Index row = 0; row < table.rows; ++row) {
        const bool inner = made.truths[0].labels[static_cast<std::size_t>(row)] == 1;
        const double off = std::hypot(table.at(row, 0), table.at(row, 1)) - (inner ? 0.4 : 1);
        square += off * off;
    }
    // Noise along the curve hardly changes the distance from the centre: by 0.05^2 / 0.8 at most, on average.
    EXPECT_NEAR(std::sqrt(square / static_cast<double>(table.rows)), 0.05, 0.002);
}

TEST(Curves, SeveralViewsAreDrawnApartAndMappedRowToRow) {
    for (const auto generate : {generate_moons, generate_rings}) {
        const Generated made = generate({.rows = 40, .views = 3}, Random{4});
        ASSERT_EQ(made.data.n_views(), 3);
        EXPECT_EQ(made.data.view(2).name(), "c");
        EXPECT_TRUE(made.data.objects().rows_are_objects());
        EXPECT_EQ(made.truths.size(), 1U);
        EXPECT_NE(test::values_of(made.data.view(0)), test::values_of(made.data.view(1)));
    }
    EXPECT_EQ(generate_moons({}, Random{4}).data.n_views(), 1);
}

TEST(Curves, RefuseWhatCannotBeDrawn) {
    using test::code_of;
    EXPECT_EQ(code_of([] { generate_moons({.rows = 0}, Random{0}); }), ErrorCode::usage);
    EXPECT_EQ(code_of([] { generate_moons({.rows = 1}, Random{0}); }), ErrorCode::input);
    EXPECT_EQ(code_of([] { generate_rings({.noise = -0.1}, Random{0}); }), ErrorCode::usage);
    EXPECT_EQ(code_of([] { generate_rings({.noise = std::numeric_limits<double>::infinity()}, Random{0}); }),
              ErrorCode::usage);
    EXPECT_EQ(code_of([] { generate_moons({.views = 0}, Random{0}); }), ErrorCode::usage);
    EXPECT_EQ(code_of([] { generate_moons({.views = 27}, Random{0}); }), ErrorCode::usage);
}

}  // namespace
}  // namespace mvlink
