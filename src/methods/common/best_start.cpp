#include "methods/common/best_start.hpp"

#include <cmath>

namespace mvlink {
inline namespace v1 {

bool is_lower(double objective, double than) {
    constexpr double kRounding = 1e-12;
    return objective < than - kRounding * std::abs(than);
}

}  // namespace v1
}  // namespace mvlink
