#pragma once

#include <mvlink/export.hpp>

#include <string_view>

namespace mvlink {
inline namespace v1 {

/// "0.1.0"
MVLINK_API std::string_view version() noexcept;
/// The instruction set this library was compiled for: "x86-64-v3", ..
MVLINK_API std::string_view machine_level() noexcept;

}  // namespace v1
}  // namespace mvlink
