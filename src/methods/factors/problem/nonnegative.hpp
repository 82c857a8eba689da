#pragma once

#include <mvlink/dataset.hpp>

#include <string_view>

namespace mvlink {
inline namespace v1 {
namespace factors {

/// Throws Error{input} with view, row and column if a feature is below zero, and says what to do about it.
void require_nonnegative(std::string_view method, const Dataset& data);

}  // namespace factors
}  // namespace v1
}  // namespace mvlink
