#pragma once

#include <mvlink/dataset.hpp>
#include <mvlink/random.hpp>

#include <cstdint>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace evaluate {

/// Maps rows of the same class in two views to each other, in random order and one to one, as long as there are any.
Dataset with_classes_mapped(const Dataset& data, const std::vector<std::vector<std::int32_t>>& truths, Random random);

/// A share of the mapped objects stays mapped. Of these a share is mapped to each other's rows at random. Smaller
/// shares are parts of larger ones of the same stream.
Dataset with_mapping_drawn(const Dataset& data, double share, double wrong_share, Random random);

}  // namespace evaluate
}  // namespace v1
}  // namespace mvlink
