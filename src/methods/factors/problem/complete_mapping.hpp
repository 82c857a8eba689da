#pragma once

#include <mvlink/dataset.hpp>

#include "methods/common/objects.hpp"

#include <string_view>

namespace mvlink {
inline namespace v1 {
namespace factors {

/// Every object has one row in every view, or Error{input} that names the first object for which this is not so.
ObjectRows require_complete_mapping(const Dataset& data, std::string_view method);

}  // namespace factors
}  // namespace v1
}  // namespace mvlink
