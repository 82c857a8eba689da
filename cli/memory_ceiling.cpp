#include "memory_ceiling.hpp"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <thread>

namespace mvlink::cli {
namespace {

constexpr rlim_t kOwnNeeds = rlim_t{32} << 20;       // constraints, names, report
constexpr rlim_t kNeedsPerThread = rlim_t{9} << 20;  // its stack, and an arena of the allocator

const char* message = "out of memory";

/// Private writable memory that the process has now, which is what RLIMIT_DATA counts; 0 if the system does not say.
rlim_t data_now() {
    std::ifstream file("/proc/self/statm");
    rlim_t pages[6]{};
    for (rlim_t& field : pages) {
        if (!(file >> field)) return 0;
    }
    return pages[5] * static_cast<rlim_t>(sysconf(_SC_PAGESIZE));
}

rlim_t threads_of(const RunArguments& run) {
    return static_cast<rlim_t>(run.threads > 0 ? run.threads : std::max(1U, std::thread::hardware_concurrency()));
}

}  // namespace

MemoryCeiling::MemoryCeiling(const RunArguments& run) {
    const auto allowed = run.memory.empty() ? std::nullopt : parse_size(run.memory);
    const rlim_t now = data_now();
    rlimit limit{};
    if (!allowed || now == 0 || ::getrlimit(RLIMIT_DATA, &limit) != 0) return;
    const rlim_t ceiling = now + *allowed + kOwnNeeds + threads_of(run) * kNeedsPerThread;
    if (limit.rlim_cur <= ceiling) return;  // RLIM_INFINITY is the largest number
    const rlimit lower{ceiling, limit.rlim_max};
    if (::setrlimit(RLIMIT_DATA, &lower) != 0) return;
    before_ = limit;
    message = "out of memory: more would be needed than --memory allows";
}

MemoryCeiling::~MemoryCeiling() {
    if (before_) ::setrlimit(RLIMIT_DATA, &*before_);
}

const char* out_of_memory() noexcept {
    return message;
}

}  // namespace mvlink::cli
