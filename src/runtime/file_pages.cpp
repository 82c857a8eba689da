#include "runtime/file_pages.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <mutex>

namespace mvlink {
inline namespace v1 {
namespace file_pages {
namespace {

// A signal handler can reach nothing but globals, and only lock-free ones.
constexpr std::size_t kMostRanges = 256;
struct Slot {
    std::atomic<std::uintptr_t> first{0};
    std::atomic<std::uintptr_t> last{0};  // 0: free
    std::atomic<bool> is_short{false};
};
static_assert(std::atomic<bool>::is_always_lock_free);
static_assert(std::atomic<std::uintptr_t>::is_always_lock_free);
std::array<Slot, kMostRanges> slots;
std::atomic<int> used{0};
std::mutex changes;

Slot* slot_of(const void* address) noexcept {
    if (used.load() == 0) return nullptr;
    const auto at = reinterpret_cast<std::uintptr_t>(address);
    for (Slot& slot : slots) {
        if (at >= slot.first.load() && at < slot.last.load()) return &slot;
    }
    return nullptr;
}

}  // namespace

bool add(const void* start, std::size_t bytes) noexcept {
    const std::lock_guard lock(changes);
    for (Slot& slot : slots) {
        if (slot.last.load() != 0) continue;
        slot.is_short.store(false);
        slot.first.store(reinterpret_cast<std::uintptr_t>(start));
        slot.last.store(reinterpret_cast<std::uintptr_t>(start) + bytes);
        used.fetch_add(1);
        return true;
    }
    return false;
}

void remove(const void* start) noexcept {
    const std::lock_guard lock(changes);
    for (Slot& slot : slots) {
        if (slot.last.load() == 0 || slot.first.load() != reinterpret_cast<std::uintptr_t>(start)) continue;
        slot.last.store(0);
        used.fetch_sub(1);
        return;
    }
}

Range around(const void* address) noexcept {
    const Slot* slot = slot_of(address);
    return slot == nullptr ? Range{} : Range{slot->first.load(), slot->last.load()};
}

void mark_short(const void* address) noexcept {
    if (Slot* slot = slot_of(address)) slot->is_short.store(true);
}

bool is_short(const void* address) noexcept {
    const Slot* slot = slot_of(address);
    return slot != nullptr && slot->is_short.load();
}

void fetch(const void* start, std::size_t bytes) noexcept {
    static const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
    const auto first = reinterpret_cast<std::uintptr_t>(start) / page * page;
    const auto last = reinterpret_cast<std::uintptr_t>(start) + bytes;
    static_cast<void>(::madvise(reinterpret_cast<void*>(first), last - first, MADV_WILLNEED));
}

}  // namespace file_pages
}  // namespace v1
}  // namespace mvlink
