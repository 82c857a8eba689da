#pragma once

#include <mvlink/matrix.hpp>
#include <mvlink/random.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace evaluate {

/// Throws Error if a table of this shape and number of groups cannot be made.
void require_shape(Index rows, Index cols, Index groups);

/// Throws Error{usage} if a value is not a finite number >= 0.
void require_length(double value, const char* name);

/// Labels 0 .. groups - 1 in random order; the sizes of the groups differ by at most one.
std::vector<std::int32_t> balanced_labels(Index rows, Index groups, Random& random);

/// "s000", "s001", ..: as wide as the largest needs, at least three digits.
std::vector<std::string> numbered_names(std::string_view prefix, Index count);

}  // namespace evaluate
}  // namespace v1
}  // namespace mvlink
