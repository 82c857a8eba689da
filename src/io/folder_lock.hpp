#pragma once

#include "io/descriptors.hpp"

#include <filesystem>

namespace mvlink {
inline namespace v1 {
namespace io {

/// A folder held against other processes: a lock on the folder itself, so that no file is left behind, and the system
/// lifts it when the process ends, however it ends. Where a file system has no locks, everybody gets it.
class FolderLock {
public:
    /// Not held if another process has it, or if the folder cannot be opened.
    static FolderLock try_lock(const std::filesystem::path& folder);
    [[nodiscard]] bool held() const noexcept { return descriptor_.is_open(); }
    /// Why it is not held: EWOULDBLOCK if another process has it.
    [[nodiscard]] int error() const noexcept { return error_; }
    /// Whether the path still leads to the folder that is held.
    [[nodiscard]] bool is_of(const std::filesystem::path& folder) const noexcept;

private:
    Descriptor descriptor_;
    int error_ = 0;
};

}  // namespace io
}  // namespace v1
}  // namespace mvlink
