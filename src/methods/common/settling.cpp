#include "methods/common/settling.hpp"

#include <algorithm>
#include <cmath>

namespace mvlink {
inline namespace v1 {

bool has_settled(const std::vector<double>& objective, double tol, double least) {
    if (objective.size() < 2) return false;
    const double last = objective.back(), before = objective[objective.size() - 2];
    return std::abs(before - last) <= tol * std::max(least, std::abs(last));
}

bool has_stopped_falling(const std::vector<double>& objective, double tol) {
    if (objective.size() < 2) return false;
    const double last = objective.back(), before = objective[objective.size() - 2];
    return before - last <= tol * before;
}

bool has_settled_within(const std::vector<double>& objective, double amount) {
    constexpr double kRoundingOfSums = 1e-11;
    if (objective.size() < 2) return false;
    const double last = objective.back(), before = objective[objective.size() - 2];
    return std::abs(last - before) < std::max(amount, kRoundingOfSums * std::abs(last));
}

}  // namespace v1
}  // namespace mvlink
