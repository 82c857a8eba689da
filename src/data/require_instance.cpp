#include "data/require_instance.hpp"

#include <mvlink/error.hpp>

#include <fmt/core.h>

namespace mvlink {
inline namespace v1 {

void require_instance(const Dataset& data, InstanceId instance) {
    if (instance.view >= 0 && instance.view < data.n_views() && instance.row >= 0 &&
        instance.row < data.view(instance.view).rows()) {
        return;
    }
    throw Error(ErrorCode::input, fmt::format("an answer about row {} of view number {}, which does not exist",
                                              instance.row, instance.view));
}

}  // namespace v1
}  // namespace mvlink
