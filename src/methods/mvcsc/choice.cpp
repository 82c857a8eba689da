#include "methods/mvcsc/choice.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mvlink {
inline namespace v1 {
namespace mvcsc_steps {
namespace {

constexpr double kNearChance = 0.9;  // of what a graph without relation to F has

/// Of v, in views that have nothing to do with F.
double near_chance(const Trial& trial) {
    const double chance = static_cast<double>(trial.state.F.cols() - 1) / 2;
    return chance > 0 ? kNearChance * chance : std::numeric_limits<double>::infinity();
}

}  // namespace

bool violates_fewer(std::span<const double> one, std::span<const double> other, double least) {
    double difference = 0, variance = 0;
    for (std::size_t i = 0; i < one.size(); ++i) {
        const double apart = other[i] - one[i];
        difference += apart;
        variance += apart * apart;
    }
    constexpr double kRounding = 1e-12;
    return difference > std::max(std::sqrt(variance), least) * (1 + kRounding);
}

bool uses_view_at_chance(const Trial& trial) {
    const double limit = near_chance(trial);
    for (std::size_t view = 0; view < trial.v.size(); ++view) {
        if (trial.state.mu[view] > 0 && trial.v[view] >= limit) return true;
    }
    return false;
}

/// By Theorem 1 a view is ignored if theta = (sum of the v of the used views + beta) / their number is at most its v.
double beta_without_chance(const Trial& trial) {
    const double limit = near_chance(trial);
    double least = std::numeric_limits<double>::infinity(), used = 0, sum = 0;
    for (const double v : trial.v) {
        if (v >= limit) {
            least = std::min(least, v);
        } else {
            ++used;
            sum += v;
        }
    }
    return used == 0 ? 0 : used * least - sum;
}

}  // namespace mvcsc_steps
}  // namespace v1
}  // namespace mvlink
