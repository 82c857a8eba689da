#include "experiments/statistics.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace experiments {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

double mean_of(std::span<const double> values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

}  // namespace

double student_quantile(std::size_t degrees) {
    static constexpr std::array<double, 30> kTable{
        12.706204736, 4.302652730, 3.182446305, 2.776445105, 2.570581836, 2.446911851, 2.364624252, 2.306004135,
        2.262157163,  2.228138852, 2.200985160, 2.178812830, 2.160368656, 2.144786688, 2.131449546, 2.119905299,
        2.109815578,  2.100922040, 2.093024054, 2.085963447, 2.079613845, 2.073873068, 2.068657610, 2.063898562,
        2.059538553,  2.055529439, 2.051830516, 2.048407142, 2.045229642, 2.042272456};
    if (degrees == 0) return kNan;
    if (degrees <= kTable.size()) return kTable[degrees - 1];
    // Cornish and Fisher's expansion around the normal quantile; error below 1e-5 from 31 degrees on.
    constexpr double z = 1.959963984540054;
    const auto v = static_cast<double>(degrees);
    const double z3 = z * z * z, z5 = z3 * z * z, z7 = z5 * z * z;
    return z + (z3 + z) / (4 * v) + (5 * z5 + 16 * z3 + 3 * z) / (96 * v * v) +
           (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * v * v * v);
}

double standard_deviation(std::span<const double> values) {
    if (values.size() < 2) return kNan;
    const double mean = mean_of(values);
    double sum = 0;
    for (const double value : values)
        sum += (value - mean) * (value - mean);
    return std::sqrt(sum / static_cast<double>(values.size() - 1));
}

Estimate estimate(std::span<const double> given) {
    std::vector<double> values;
    std::copy_if(given.begin(), given.end(), std::back_inserter(values),
                 [](double value) { return !std::isnan(value); });
    if (values.empty()) return {kNan, kNan, kNan, kNan, 0};
    const double mean = mean_of(values);
    if (values.size() == 1) return {mean, kNan, kNan, kNan, 1};
    const double error = standard_deviation(values) / std::sqrt(static_cast<double>(values.size()));
    const double reach = student_quantile(values.size() - 1) * error;
    return {mean, error, mean - reach, mean + reach, values.size()};
}

}  // namespace experiments
}  // namespace v1
}  // namespace mvlink
