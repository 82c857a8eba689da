#pragma once

#include <mvlink/dataset.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace experiments {

/// Sixteen hexadecimal digits that tell texts apart (FNV-1a).
std::string fingerprint(std::string_view text);
/// Of the features and the true classes.
std::string fingerprint(const Dataset& data, std::span<const std::vector<std::int32_t>> truths);

}  // namespace experiments
}  // namespace v1
}  // namespace mvlink
