#include <mvlink/constraint.hpp>
#include <mvlink/result.hpp>

namespace mvlink {
inline namespace v1 {

std::string_view to_string(Link link) noexcept {
    return link == Link::must ? "must-link" : "cannot-link";
}

std::string_view to_string(Origin origin) noexcept {
    switch (origin) {
        case Origin::given:
            return "given";
        case Origin::on_objects:
            return "on-objects";
        case Origin::implied:
            return "implied";
        case Origin::propagated:
            return "propagated";
    }
    return "";
}

std::string_view to_string(StopReason reason) noexcept {
    switch (reason) {
        case StopReason::converged:
            return "converged";
        case StopReason::max_iter:
            return "max_iter";
        case StopReason::cancelled:
            return "cancelled";
    }
    return "";
}

}  // namespace v1
}  // namespace mvlink
