#include "kernels/weighted_distance.hpp"

#include <mvlink/random.hpp>

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace mvlink::kernels {
namespace {

/// The order of lanes that every layout has, without fused operations: products are rounded before they are added.
template <class T>
double by_lanes(const std::vector<T>& x, const std::vector<double>& y, const std::vector<double>& a) {
    std::array<volatile double, 8> lane{};
    for (std::size_t j = 0; j < x.size(); ++j) {
        const volatile double difference = static_cast<double>(x[j]) - y[j];
        const volatile double weighted = a[j] * difference;
        const volatile double product = weighted * difference;
        lane[j] = product;
    }
    const volatile double even = (lane[0] + lane[4]) + (lane[2] + lane[6]);
    const volatile double odd = (lane[1] + lane[5]) + (lane[3] + lane[7]);
    return even + odd;
}

template <class T>
void expect_the_bits_of_the_lanes() {
    Random random(5);
    for (Index d = 1; d < 8; ++d) {
        for (int trial = 0; trial < 500; ++trial) {
            std::vector<T> x;
            std::vector<double> y, a;
            for (Index j = 0; j < d; ++j) {
                x.push_back(static_cast<T>(random.normal()));
                y.push_back(random.normal());
                a.push_back(random.uniform(0, 3));
            }
            ASSERT_EQ(weighted_distance(x.data(), y.data(), a.data(), d), by_lanes(x, y, a)) << d;
        }
    }
}

TEST(WeightedDistance, OfFewColumnsHasTheBitsOfTheLanes) {
    expect_the_bits_of_the_lanes<double>();
    expect_the_bits_of_the_lanes<float>();
}

}  // namespace
}  // namespace mvlink::kernels
