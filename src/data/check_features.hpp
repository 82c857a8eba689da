#pragma once

#include <mvlink/view.hpp>

#include <string>

namespace mvlink {
inline namespace v1 {

/// Throws Error{input} naming view, row and column unless shapes fit, values are finite and sparse columns increase in
/// each row.
void check_features(const std::string& view, const Features& features);

}  // namespace v1
}  // namespace mvlink
