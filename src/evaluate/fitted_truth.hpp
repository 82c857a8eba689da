#pragma once

#include <mvlink/problem.hpp>

#include <cstdint>
#include <vector>

namespace mvlink {
inline namespace v1 {

/// The truth as it applies to the partition, one class per label (negative: unknown), or nothing if it does not fit.
std::vector<std::int32_t> fitted_truth(const Truth& truth, const Partition& partition, const Problem& problem);

}  // namespace v1
}  // namespace mvlink
