#include "methods/mvcsc/choice.hpp"

#include <cmath>

namespace mvlink {
inline namespace v1 {
namespace mvcsc_steps {
namespace {

constexpr double kNearChance = 0.9;  // of what a graph without relation to F has

}  // namespace

bool violates_fewer(std::span<const double> one, std::span<const double> other) {
    double difference = 0, variance = 0;
    for (std::size_t i = 0; i < one.size(); ++i) {
        const double apart = other[i] - one[i];
        difference += apart;
        variance += apart * apart;
    }
    constexpr double kRounding = 1e-12;
    return difference > std::sqrt(variance) * (1 + kRounding);
}

bool uses_view_at_chance(const Trial& trial) {
    const double chance = static_cast<double>(trial.state.F.cols() - 1) / 2;
    if (chance <= 0) return false;
    for (std::size_t view = 0; view < trial.v.size(); ++view) {
        if (trial.state.mu[view] > 0 && trial.v[view] >= kNearChance * chance) return true;
    }
    return false;
}

}  // namespace mvcsc_steps
}  // namespace v1
}  // namespace mvlink
