#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace io {

/// Files that appear together: each is written under a temporary name in its folder, and all are renamed at the end.
/// Temporary files are removed on failure, which leaves the earlier files as they were.
class StagedFiles {
public:
    StagedFiles() = default;
    ~StagedFiles();
    StagedFiles(const StagedFiles&) = delete;
    StagedFiles& operator=(const StagedFiles&) = delete;

    /// Error{file} if the place cannot be written.
    void add(const std::filesystem::path& file, std::string_view content);
    void commit();

private:
    struct Staged {
        std::filesystem::path beside;
        std::filesystem::path place;
    };
    std::vector<Staged> files_;
};

/// Error{file} with what the system says of an errno.
[[noreturn]] void refuse_to_write(const std::filesystem::path& file, int error);

/// Makes the folder and those above it. Error{file} if that fails.
void make_folder(const std::filesystem::path& folder);

}  // namespace io
}  // namespace v1
}  // namespace mvlink
