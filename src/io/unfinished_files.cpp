#include "io/unfinished_files.hpp"

#include <unistd.h>
#include <mvlink/io.hpp>

#include <array>
#include <atomic>

namespace mvlink {
inline namespace v1 {

namespace {

// What ends a process (a signal, std::terminate) can reach nothing but globals, and only lock-free ones.
constexpr int kMostUnfinished = 1024;
std::array<std::atomic<const char*>, kMostUnfinished> unfinished{};
static_assert(std::atomic<const char*>::is_always_lock_free);

}  // namespace

void remove_unfinished_files() noexcept {
    for (const auto& listed : unfinished) {
        if (const char* file = listed.load()) ::unlink(file);
    }
}

namespace io {

void UnfinishedFile::list(const char* file) noexcept {
    for (int place = 0; place < kMostUnfinished && place_ < 0; ++place) {
        const char* nothing = nullptr;
        if (unfinished[place].compare_exchange_strong(nothing, file)) place_ = place;
    }
}

void UnfinishedFile::unlist() noexcept {
    if (place_ >= 0) unfinished[place_].store(nullptr);
    place_ = -1;
}

}  // namespace io
}  // namespace v1
}  // namespace mvlink
