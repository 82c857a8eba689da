#pragma once

#include <mvlink/context.hpp>

#include "runtime/thread_pool.hpp"

namespace mvlink {
inline namespace v1 {

/// Ends the call by throwing Abandoned if the caller wants no answer any more. Loops of the pool ask by themselves; a
/// long stretch outside them asks here, so that Ctrl-C is answered within a second.
inline void end_if_abandoned(Context& context) {
    context.pool().run(0, [](Index) {});
}

}  // namespace v1
}  // namespace mvlink
