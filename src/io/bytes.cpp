#include "io/bytes.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <mvlink/error.hpp>

#include <array>
#include <cerrno>
#include <system_error>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace io {

namespace {

constexpr std::size_t kMapFrom = std::size_t{1} << 20;
constexpr std::size_t kLargestPipe = std::size_t{1} << 30;

[[noreturn]] void fail(const std::filesystem::path& file, int error, std::string_view expected) {
    const ErrorCode code = error == ENOMEM ? ErrorCode::internal : ErrorCode::file;
    throw Error{code,
                fmt::format("{}: {}; expected {}", file.string(), std::generic_category().message(error), expected)};
}

class Descriptor {
public:
    explicit Descriptor(const std::filesystem::path& file) : number_(::open(file.c_str(), O_RDONLY | O_CLOEXEC)) {
        if (number_ < 0) fail(file, errno, "a file that can be read");
    }
    ~Descriptor() { ::close(number_); }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    [[nodiscard]] int number() const noexcept { return number_; }

private:
    int number_;
};

/// Reads until the end: a file may have grown since its size was asked for, and a pipe has no size.
Bytes read_all(const Descriptor& descriptor, const std::filesystem::path& file, std::size_t size) {
    auto content = std::make_shared<std::vector<char>>();
    content->reserve(size);
    std::array<char, 65536> block;
    while (true) {
        const ssize_t got = ::read(descriptor.number(), block.data(), block.size());
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) fail(file, errno, "a file that can be read");
        if (got == 0) break;
        if (content->size() + static_cast<std::size_t>(got) > kLargestPipe) fail(file, EFBIG, "at most 1 GiB");
        content->insert(content->end(), block.data(), block.data() + got);
    }
    return {{content->data(), content->size()}, file.filename().string(), content};
}

Bytes map(const Descriptor& descriptor, const std::filesystem::path& file, std::size_t size) {
    void* start = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor.number(), 0);
    if (start == MAP_FAILED) fail(file, errno, "a file that can be mapped");
    std::shared_ptr<const void> owner(start, [size](const void* p) { ::munmap(const_cast<void*>(p), size); });
    return {{static_cast<const char*>(start), size}, file.filename().string(), std::move(owner)};
}

}  // namespace

Bytes open_bytes(const std::filesystem::path& file) {
    const Descriptor descriptor(file);
    struct stat status {};
    if (::fstat(descriptor.number(), &status) != 0) fail(file, errno, "a file that can be read");
    if (S_ISDIR(status.st_mode)) fail(file, EISDIR, "a file");
    if (S_ISFIFO(status.st_mode)) return read_all(descriptor, file, 0);
    if (!S_ISREG(status.st_mode)) fail(file, EINVAL, "a regular file or a pipe");
    const auto size = static_cast<std::size_t>(status.st_size);
    return size < kMapFrom ? read_all(descriptor, file, size) : map(descriptor, file, size);
}

}  // namespace io
}  // namespace v1
}  // namespace mvlink
