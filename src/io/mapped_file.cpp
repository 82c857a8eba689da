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
    Descriptor descriptor;
    struct stat opened {};
};
std::mutex mapped_mutex;
std::vector<Mapped*> all_mapped;
std::string changed_file;  // one that nobody uses any more and that had changed by then

/// Pages that a shortened file no longer has become pages of zeros. Any other cause ends the program as before.
void on_missing_page(int signal, siginfo_t* info, void* /*context*/) {
    const int kept = errno;
    const std::uintptr_t last = file_pages::around(info->si_addr).last;
    const auto at = reinterpret_cast<std::uintptr_t>(info->si_addr);
    const std::uintptr_t page = at - at % page_bytes;
    if (last == 0 || ::mmap(reinterpret_cast<void*>(page), last - page, PROT_READ,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED) {
        std::signal(signal, SIG_DFL);  // the access is tried again, and ends the program
        return;
    }
    rows_are_missing.store(true);
    errno = kept;
}

bool is_as_opened(const Mapped& file) {
    struct stat now {};
    return ::fstat(file.descriptor.number(), &now) == 0 && now.st_size == file.opened.st_size &&
           now.st_mtim.tv_sec == file.opened.st_mtim.tv_sec && now.st_mtim.tv_nsec == file.opened.st_mtim.tv_nsec;
}

[[noreturn]] void refuse_to_map(const std::filesystem::path& file, int error) {
    throw Error{ErrorCode::internal,
                fmt::format("{}: larger than the memory that may be used, and it cannot be mapped: {}", file.string(),
                            std::generic_category().message(error))};
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
    auto* mapped = new Mapped{{file.string(), size, memory}, std::move(descriptor), status};
    all_mapped.push_back(mapped);
    std::shared_ptr<const void> owner(start, [size, mapped](const void* p) {
        const std::lock_guard deleter_lock(mapped_mutex);
        std::erase(all_mapped, mapped);
        if (!is_as_opened(*mapped)) changed_file = mapped->about.name;
        file_pages::remove(p);
        ::munmap(const_cast<void*>(p), size);
        delete mapped;
    });
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
    io::page_bytes = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
    struct sigaction action {};
    action.sa_sigaction = io::on_missing_page;
    action.sa_flags = SA_SIGINFO;
    sigemptyset(&action.sa_mask);
    sigaction(SIGBUS, &action, nullptr);
    io::may_map.store(true);
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
    if (!changed.empty()) {
        throw Error{ErrorCode::file, fmt::format("{}: another program has changed it while it was used; expected it to "
                                                 "stay as it is, since it is larger than the memory that may be used",
                                                 changed)};
    }
}

}  // namespace v1
}  // namespace mvlink
