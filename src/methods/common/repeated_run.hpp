#pragma once

#include <mvlink/context.hpp>
#include <mvlink/dataset.hpp>
#include <mvlink/result.hpp>

#include <functional>

namespace mvlink {
inline namespace v1 {

/// One method with fixed options on fixed features, ready to run under any constraints: gives what the method's public
/// function gives, with the same bits. It may be called by several tasks at the same time.
using RepeatedRun = std::function<Result(const Dataset& data, Context& context)>;

}  // namespace v1
}  // namespace mvlink
