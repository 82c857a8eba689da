#include <mvlink/version.hpp>

namespace mvlink {
inline namespace v1 {

std::string_view version() noexcept {
    return MVLINK_VERSION;
}
std::string_view machine_level() noexcept {
    return MVLINK_MACHINE_LEVEL;
}

}  // namespace v1
}  // namespace mvlink
