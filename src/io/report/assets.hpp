#pragma once

#include <string_view>

namespace mvlink {
inline namespace v1 {
namespace io::report {

/// The page's style sheet and script. Neither asks the network for anything.
extern const std::string_view kStyle;
extern const std::string_view kScript;

}  // namespace io::report
}  // namespace v1
}  // namespace mvlink
