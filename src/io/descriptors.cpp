#include "io/descriptors.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

namespace mvlink {
inline namespace v1 {
namespace io {

namespace {

constexpr int kFirstOwnDescriptor = 3;

}  // namespace

int open_file(const std::filesystem::path& file, int flags, mode_t mode) noexcept {
    const int number = ::open(file.c_str(), flags | O_CLOEXEC, mode);
    if (number < 0 || number >= kFirstOwnDescriptor) return number;
    const int moved = ::fcntl(number, F_DUPFD_CLOEXEC, kFirstOwnDescriptor);
    const int error = errno;
    ::close(number);
    errno = error;
    return moved;
}

int Descriptor::close() noexcept {
    return number_ < 0 ? 0 : ::close(release());
}

}  // namespace io
}  // namespace v1
}  // namespace mvlink
