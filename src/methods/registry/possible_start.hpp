#pragma once

#include <mvlink/registry.hpp>

namespace mvlink {
inline namespace v1 {
namespace registry {

/// Throws Error{usage} if the method cannot begin with what this is (its `Starts` say with what it can), or if it is
/// several things at once; Error{input} if the model or the centroids are broken.
void require_possible_start(const MethodInfo& method, const Start& start);

}  // namespace registry
}  // namespace v1
}  // namespace mvlink
