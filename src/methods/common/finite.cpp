#include "methods/common/finite.hpp"

#include <mvlink/error.hpp>

#include <fmt/core.h>

#include <cmath>

namespace mvlink {
inline namespace v1 {

void require_finite(double objective, const char* method, int round) {
    if (std::isfinite(objective)) return;
    throw Error(ErrorCode::numerical,
                fmt::format("{}: the objective is not finite in iteration {}; the squared features or the weights of "
                            "constraints overflow: scale them down",
                            method, round));
}

}  // namespace v1
}  // namespace mvlink
