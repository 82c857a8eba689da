#include "io/folder_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>

namespace mvlink {
inline namespace v1 {
namespace io {

FolderLock FolderLock::try_lock(const std::filesystem::path& folder) {
    FolderLock lock;
    lock.descriptor_ = Descriptor(open_file(folder, O_RDONLY | O_DIRECTORY));
    if (!lock.held()) {
        lock.error_ = errno;
    } else if (::flock(lock.descriptor_.number(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
        lock.error_ = EWOULDBLOCK;
        lock.descriptor_.close();
    }
    return lock;
}

bool FolderLock::is_of(const std::filesystem::path& folder) const noexcept {
    struct stat held {
    }, named{};
    return ::fstat(descriptor_.number(), &held) == 0 && ::stat(folder.c_str(), &named) == 0 &&
           held.st_dev == named.st_dev && held.st_ino == named.st_ino;
}

}  // namespace io
}  // namespace v1
}  // namespace mvlink
