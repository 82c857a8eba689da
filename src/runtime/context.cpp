#include <mvlink/context.hpp>
#include <mvlink/error.hpp>

#include "runtime/thread_pool.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <thread>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace {

std::size_t physical_memory() {
    const long pages = sysconf(_SC_PHYS_PAGES);
    const long page = sysconf(_SC_PAGE_SIZE);
    return pages > 0 && page > 0 ? static_cast<std::size_t>(pages) * static_cast<std::size_t>(page) : SIZE_MAX;
}

int thread_number(int asked) {
    return asked > 0 ? asked : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

}  // namespace

struct Context::Flag {
    std::atomic<bool> set{false};
    static_assert(std::atomic<bool>::is_always_lock_free, "cancel() must be safe in a signal handler");
};

Context::Context() : Context(Settings{}) {}

Context::Context(Settings settings) : settings_(std::move(settings)), cancel_(std::make_unique<Flag>()) {
    if (settings_.threads < 0) {
        throw Error(ErrorCode::usage,
                    fmt::format("threads: {} is not a number of threads; expected 0 (all) or a positive number",
                                settings_.threads));
    }
    if (settings_.memory_limit == 0) settings_.memory_limit = physical_memory();
    pool_ = std::make_unique<ThreadPool>(thread_number(settings_.threads));
}

Context::~Context() = default;

int Context::threads() const noexcept {
    return pool_->size();
}

bool Context::cancelled(const Progress& progress) {
    if (settings_.on_progress) settings_.on_progress(progress);
    return cancel_->set.load(std::memory_order_relaxed);
}

void Context::cancel() noexcept {
    cancel_->set.store(true, std::memory_order_relaxed);
}

void Context::log(LogLevel level, std::string_view code, std::string_view text) const {
    if (settings_.on_log) settings_.on_log(level, code, text);
}

void Context::require_memory(std::size_t bytes, std::string_view what) const {
    if (bytes <= settings_.memory_limit) return;
    throw Error(ErrorCode::internal,
                fmt::format("{} would need {:.1f} GB, more than the limit of {:.1f} GB", what,
                            static_cast<double>(bytes) * 1e-9, static_cast<double>(settings_.memory_limit) * 1e-9));
}

}  // namespace v1
}  // namespace mvlink
