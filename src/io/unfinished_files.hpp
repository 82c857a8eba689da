#pragma once

namespace mvlink {
inline namespace v1 {
namespace io {

/// While it lists a file, remove_unfinished_files() removes it. Where too many are listed at once, some are left to the
/// next run, which sweeps what dead processes left.
class UnfinishedFile {
public:
    UnfinishedFile() = default;
    ~UnfinishedFile() { unlist(); }
    UnfinishedFile(const UnfinishedFile&) = delete;
    UnfinishedFile& operator=(const UnfinishedFile&) = delete;

    /// The name stays the caller's, unchanged and in its place until it is unlisted.
    void list(const char* file) noexcept;
    void unlist() noexcept;

private:
    int place_ = -1;
};

}  // namespace io
}  // namespace v1
}  // namespace mvlink
