#include "io/bytes.hpp"

#include "io/descriptors.hpp"
#include "io/folder_change.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>
#include <mvlink/error.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <new>
#include <system_error>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace io {

namespace {

constexpr std::size_t kOwnPagesFrom = std::size_t{1} << 20;
constexpr std::size_t kLargestPipe = std::size_t{1} << 30;

[[noreturn]] void fail(const std::filesystem::path& file, int error, std::string_view expected) {
    const ErrorCode code = error == ENOMEM ? ErrorCode::internal : ErrorCode::file;
    throw Error{code,
                fmt::format("{}: {}; expected {}", file.string(), std::generic_category().message(error), expected)};
}

std::size_t read_some(const Descriptor& descriptor, const std::filesystem::path& file, std::span<char> block) {
    while (true) {
        const ssize_t got = ::read(descriptor.number(), block.data(), block.size());
        if (got >= 0) return static_cast<std::size_t>(got);
        if (errno != EINTR) fail(file, errno, "a file that can be read");
    }
}

[[noreturn]] void refuse_size(const std::string& name, std::size_t needed, std::size_t memory) {
    throw Error{ErrorCode::internal,
                fmt::format("{}: would need {:.3g} GB of memory, more than the limit of {:.3g} GB", name,
                            static_cast<double>(needed) * 1e-9, static_cast<double>(memory) * 1e-9)};
}

/// Of a limit; SIZE_MAX is none.
std::size_t left(std::size_t memory, std::size_t used) {
    return memory == SIZE_MAX ? memory : memory - std::min(memory, used);
}

/// Reads until the end: a file may have grown since its size was asked for, and a pipe has no size.
Bytes read_all(const Descriptor& descriptor, const std::filesystem::path& file, std::size_t size, std::size_t memory) {
    auto content = std::make_shared<std::vector<char>>();
    content->reserve(size);
    std::array<char, 65536> block;
    while (const std::size_t got = read_some(descriptor, file, block)) {
        if (content->size() + got > kLargestPipe) fail(file, EFBIG, "at most 1 GiB");
        if (content->size() + got > memory) refuse_size(file.string(), content->size() + got, memory);
        content->insert(content->end(), block.data(), block.data() + got);
    }
    return {{content->data(), content->size()}, file.filename().string(), content, left(memory, content->size())};
}

/// Empty, with errno, if there are none.
std::shared_ptr<char> map_pages(std::size_t size) {
    void* start = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (start == MAP_FAILED) return nullptr;
    static_cast<void>(::madvise(start, size, MADV_HUGEPAGE));
    return {static_cast<char*>(start), [size](char* p) { ::munmap(p, size); }};
}

/// Pages of our own, which begin where values of any type may.
Bytes read_into_pages(const Descriptor& descriptor, const std::filesystem::path& file, std::size_t size,
                      std::size_t memory) {
    const std::shared_ptr<char> pages = map_pages(size);
    if (!pages) fail(file, errno, fmt::format("memory for its {} bytes", size));
    const std::span<char> content(pages.get(), size);
    constexpr std::size_t kBlock = std::size_t{1} << 26;
    for (std::size_t have = 0; have < size;) {
        const std::size_t got = read_some(descriptor, file, content.subspan(have, std::min(kBlock, size - have)));
        if (got == 0) {
            throw Error{ErrorCode::file, fmt::format("{}: ended after {} bytes; expected {}, as when it was opened: "
                                                     "another program has shortened it",
                                                     file.string(), have, size)};
        }
        have += got;
    }
    static_cast<void>(::mprotect(pages.get(), size, PROT_READ));
    Bytes bytes{content, file.filename().string(), pages, left(memory, size)};
    bytes.is_pages = true;
    return bytes;
}

}  // namespace

Bytes open_bytes(const std::filesystem::path& named, std::size_t memory, FileKind kind) {
    if (named == "-") return read_all(Descriptor(::dup(STDIN_FILENO)), std::string(kStandardInput), 0, memory);
    const std::filesystem::path file = committed_place(named);
    const Descriptor descriptor(open_file(file, kind == FileKind::regular ? O_RDONLY | O_NONBLOCK : O_RDONLY));
    if (!descriptor.is_open()) fail(named, errno, "a file that can be read");
    struct stat status {};
    if (::fstat(descriptor.number(), &status) != 0) fail(named, errno, "a file that can be read");
    if (S_ISDIR(status.st_mode)) fail(named, EISDIR, "a file");
    if (kind == FileKind::regular && !S_ISREG(status.st_mode)) fail(named, EINVAL, "a regular file");
    if (S_ISFIFO(status.st_mode)) return read_all(descriptor, named, 0, memory);
    if (!S_ISREG(status.st_mode)) fail(named, EINVAL, "a regular file or a pipe");
    const auto size = static_cast<std::size_t>(status.st_size);
    if (size > memory) refuse_size(named.string(), size, memory);
    return size < kOwnPagesFrom ? read_all(descriptor, named, size, memory)
                                : read_into_pages(descriptor, named, size, memory);
}

std::shared_ptr<char> own_pages(std::size_t bytes) {
    if (bytes < kOwnPagesFrom) return {new char[bytes](), std::default_delete<char[]>()};
    std::shared_ptr<char> pages = map_pages(bytes);
    if (!pages) throw std::bad_alloc();
    return pages;
}

void give_back(std::span<const char> part) noexcept {
    static const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
    const auto begin = reinterpret_cast<std::uintptr_t>(part.data());
    const std::uintptr_t first = (begin + page - 1) / page * page, last = (begin + part.size()) / page * page;
    if (first < last) static_cast<void>(::madvise(reinterpret_cast<void*>(first), last - first, MADV_DONTNEED));
}

void require_room(const Bytes& bytes, std::size_t needed) {
    if (needed > bytes.unfolded) {
        throw Error{ErrorCode::input, fmt::format("{}: would unfold to {} bytes; expected at most {} from so small a "
                                                  "file",
                                                  bytes.name, needed, bytes.unfolded)};
    }
    if (needed > bytes.memory) refuse_size(bytes.name, needed, bytes.memory);
}

}  // namespace io
}  // namespace v1
}  // namespace mvlink
