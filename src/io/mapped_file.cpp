#include "io/mapped_file.hpp"

#include "io/descriptors.hpp"
#include "io/folder_change.hpp"
#include "runtime/file_pages.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>
#include <mvlink/error.hpp>
#include <mvlink/large_files.hpp>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <memory>
#include <mutex>
#include <system_error>
#include <utility>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace io {

namespace {

// A signal handler can reach nothing but globals, and only lock-free ones.
std::atomic<bool> may_map{false};
std::atomic<bool> rows_are_missing{false};
std::uintptr_t page_bytes = 4096;
static_assert(std::atomic<bool>::is_always_lock_free);

struct Mapped {
    LargeFile about;
    Descriptor descriptor;  // none for pages that were mapped by others; their file is known by its name
    struct stat opened {};
    const void* start = nullptr;
};
std::mutex mapped_mutex;
std::vector<Mapped*> all_mapped;
std::string changed_file;  // one that nobody uses any more and that had changed by then

struct sigaction former_action {};  // what SIGBUS did without us
int watchers = 0;

/// As if nobody watched: another handler is called, and otherwise the access is tried again and ends the program.
void pass_on(int signal, siginfo_t* info, void* context) {
    if ((former_action.sa_flags & SA_SIGINFO) != 0) {
        former_action.sa_sigaction(signal, info, context);
    } else if (former_action.sa_handler == SIG_DFL || former_action.sa_handler == SIG_IGN) {
        std::signal(signal, SIG_DFL);
    } else {
        former_action.sa_handler(signal);
    }
}

/// Pages that a shortened file no longer has become pages of zeros. Other causes are not ours.
void on_missing_page(int signal, siginfo_t* info, void* context) {
    const int kept = errno;
    const std::uintptr_t last = file_pages::around(info->si_addr).last;
    const auto at = reinterpret_cast<std::uintptr_t>(info->si_addr);
    const std::uintptr_t page = at - at % page_bytes;
    if (last == 0 || ::mmap(reinterpret_cast<void*>(page), last - page, PROT_READ,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED) {
        pass_on(signal, info, context);
        return;
    }
    file_pages::mark_short(info->si_addr);
    rows_are_missing.store(true);
    errno = kept;
}

/// `mapped_mutex` is held.
void watch_signal() {
    if (watchers++ > 0) return;
    page_bytes = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
    struct sigaction action {};
    action.sa_sigaction = on_missing_page;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    ::sigaction(SIGBUS, &action, &former_action);
}

/// `mapped_mutex` is held. If others have taken the signal since then and may pass it on to us, we stay.
void unwatch_signal() {
    if (--watchers > 0) return;
    struct sigaction now {};
    const bool is_ours = ::sigaction(SIGBUS, nullptr, &now) == 0 && (now.sa_flags & SA_SIGINFO) != 0 &&
                         now.sa_sigaction == on_missing_page;
    if (is_ours) {
        ::sigaction(SIGBUS, &former_action, nullptr);
    } else {
        watchers = 1;
    }
}

/// Pages that others have mapped stay as they are if another file has taken the name of theirs.
bool stat_again(const Mapped& file, struct stat& now) {
    if (file.descriptor.is_open()) return ::fstat(file.descriptor.number(), &now) == 0;
    if (::stat(file.about.name.c_str(), &now) != 0 || now.st_dev != file.opened.st_dev) now = file.opened;
    if (now.st_ino != file.opened.st_ino) now = file.opened;
    return true;
}

bool is_as_opened(const Mapped& file) {
    struct stat now {};
    return !file_pages::is_short(file.start) && stat_again(file, now) && now.st_size == file.opened.st_size &&
           now.st_mtim.tv_sec == file.opened.st_mtim.tv_sec && now.st_mtim.tv_nsec == file.opened.st_mtim.tv_nsec;
}

[[noreturn]] void refuse_to_map(const std::filesystem::path& file, int error) {
    throw Error{ErrorCode::internal,
                fmt::format("{}: larger than the memory that may be used, and it cannot be mapped: {}", file.string(),
                            std::generic_category().message(error))};
}

[[noreturn]] void refuse_changed(const std::string& file) {
    throw Error{ErrorCode::file, fmt::format("{}: another program has changed it while it was used; expected it to "
                                             "stay as it is, since its rows are read from the file",
                                             file)};
}

/// Keeps the pages until nobody uses them any more; whether they changed by then is remembered. `mapped_mutex` is held.
std::shared_ptr<const void> keep_pages(void* start, std::size_t bytes, Mapped* mapped) {
    mapped->start = start;
    all_mapped.push_back(mapped);
    watch_signal();
    return {start, [bytes, mapped](const void* p) {
                const std::lock_guard lock(mapped_mutex);
                std::erase(all_mapped, mapped);
                if (may_map.load() && !is_as_opened(*mapped)) changed_file = mapped->about.name;
                file_pages::remove(p);
                ::munmap(const_cast<void*>(p), bytes);
                unwatch_signal();
                delete mapped;
            }};
}

Bytes map_pages(const std::filesystem::path& file, Descriptor descriptor, const struct stat& status,
                std::size_t memory) {
    const std::lock_guard lock(mapped_mutex);
    const auto size = static_cast<std::size_t>(status.st_size);
    void* start = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor.number(), 0);
    if (start == MAP_FAILED) refuse_to_map(file, errno);
    if (!file_pages::add(start, size)) {
        ::munmap(start, size);
        refuse_to_map(file, ENOMEM);
    }
    // A hint that rows are read one after the other; what reads some rows only says so by file_pages::fetch.
    static_cast<void>(::madvise(start, size, MADV_SEQUENTIAL));
    auto owner = keep_pages(start, size, new Mapped{{file.string(), size, memory}, std::move(descriptor), status});
    Bytes bytes{{static_cast<const char*>(start), size}, file.filename().string(), std::move(owner), memory};
    bytes.is_mapped = true;
    return bytes;
}

}  // namespace

std::optional<Bytes> mapped_if_large(const std::filesystem::path& named, std::size_t memory) {
    if (!may_map.load() || named == "-") return std::nullopt;
    Descriptor descriptor(open_file(committed_place(named), O_RDONLY | O_NONBLOCK));
    struct stat status {};
    if (!descriptor.is_open() || ::fstat(descriptor.number(), &status) != 0 || !S_ISREG(status.st_mode)) return {};
    if (static_cast<std::size_t>(status.st_size) <= memory) return std::nullopt;
    return map_pages(named, std::move(descriptor), status, memory);
}

}  // namespace io

void map_large_files() {
    if (io::may_map.exchange(true)) return;
    const std::lock_guard lock(io::mapped_mutex);
    io::watch_signal();
}

std::shared_ptr<const void> guard_mapped_bytes(const void* start, std::size_t bytes, const std::string& file) {
    const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
    const std::size_t before = reinterpret_cast<std::uintptr_t>(start) % page;
    auto* theirs = const_cast<char*>(static_cast<const char*>(start)) - before;
    const std::lock_guard lock(io::mapped_mutex);
    // An old size of 0 leaves their pages where they are, and maps the same part of the file once more.
    void* ours = ::mremap(theirs, 0, before + bytes, MREMAP_MAYMOVE);
    if (ours == MAP_FAILED) return nullptr;
    if (!file_pages::add(ours, before + bytes)) {
        ::munmap(ours, before + bytes);
        return nullptr;
    }
    static_cast<void>(::madvise(ours, before + bytes, MADV_SEQUENTIAL));
    auto* mapped = new io::Mapped{{file.empty() ? "a mapped file" : file, bytes, 0}, io::Descriptor()};
    static_cast<void>(::stat(mapped->about.name.c_str(), &mapped->opened));
    const std::shared_ptr<const void> owner = io::keep_pages(ours, before + bytes, mapped);
    return {owner, static_cast<const char*>(ours) + before};
}

bool file_was_shortened(const void* byte) noexcept {
    return file_pages::is_short(byte);
}

void require_unchanged_file(const void* byte) {
    const std::uintptr_t first = file_pages::around(byte).first;
    if (first == 0) return;
    const std::lock_guard lock(io::mapped_mutex);
    for (const io::Mapped* file : io::all_mapped) {
        if (reinterpret_cast<std::uintptr_t>(file->start) == first && !io::is_as_opened(*file)) {
            io::refuse_changed(file->about.name);
        }
    }
}

std::vector<LargeFile> mapped_files() {
    const std::lock_guard lock(io::mapped_mutex);
    std::vector<LargeFile> files;
    for (const io::Mapped* file : io::all_mapped)
        files.push_back(file->about);
    return files;
}

bool mapped_file_was_shortened() noexcept {
    return io::rows_are_missing.load(std::memory_order_relaxed);
}

void require_unchanged_files() {
    const std::lock_guard lock(io::mapped_mutex);
    std::string changed = io::changed_file;
    for (const io::Mapped* file : io::all_mapped) {
        if (!io::is_as_opened(*file)) changed = file->about.name;
    }
    if (!changed.empty()) io::refuse_changed(changed);
}

}  // namespace v1
}  // namespace mvlink
