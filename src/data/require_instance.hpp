#pragma once

#include <mvlink/dataset.hpp>

namespace mvlink {
inline namespace v1 {

/// Throws Error{input} unless the data have that view and that row in it.
void require_instance(const Dataset& data, InstanceId instance);

}  // namespace v1
}  // namespace mvlink
