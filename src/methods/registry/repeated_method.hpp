#pragma once

#include "methods/common/repeated_run.hpp"

#include <mvlink/options.hpp>

#include <string_view>
#include <vector>

namespace mvlink {
inline namespace v1 {

/// run_method on the same features under one set of constraints after the other: what does not depend on constraints is
/// found once, here. Throws what run_method throws about options and data.
RepeatedRun repeated_method(std::string_view name, const Dataset& features, const std::vector<OptionText>& options,
                            Context& context);

}  // namespace v1
}  // namespace mvlink
