#pragma once

#include <string>
#include <string_view>

namespace mvlink::serve {

/// 256 bits of the system's randomness as 64 hexadecimal digits. Error{internal} if the system has none.
std::string new_secret();

/// Takes as long for a wrong guess as for a right one of the same length.
bool same_secret(std::string_view guess, std::string_view secret) noexcept;

}  // namespace mvlink::serve
