#pragma once

#include "run_arguments.hpp"

#include <optional>

#include <sys/resource.h>

namespace mvlink::cli {

/// Sizes are counted before they are allocated; what such a count forgets must not grow beyond --memory either. So, for
/// as long as this lives, the system holds the process to what it had before, its own small needs and --memory.
class MemoryCeiling {
public:
    explicit MemoryCeiling(const RunArguments& run);
    ~MemoryCeiling();
    MemoryCeiling(const MemoryCeiling&) = delete;
    MemoryCeiling& operator=(const MemoryCeiling&) = delete;

private:
    std::optional<rlimit> before_;
};

/// What to say when an allocation fails.
const char* out_of_memory() noexcept;

}  // namespace mvlink::cli
