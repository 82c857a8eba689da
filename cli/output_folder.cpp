#include "output_folder.hpp"

#include <mvlink/error.hpp>

#include <cerrno>
#include <cstring>
#include <system_error>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

namespace fs = std::filesystem;

namespace mvlink::cli {
namespace {

[[noreturn]] void refuse(const fs::path& path, const std::string& why) {
    throw Error(ErrorCode::file, fmt::format("{}: cannot be written: {}", path.string(), why));
}

/// The folders of `folder` that are missing, outermost first.
std::vector<fs::path> missing_folders(const fs::path& folder) {
    std::vector<fs::path> missing;
    std::error_code error;
    for (fs::path path = fs::absolute(folder).lexically_normal(); !fs::exists(path, error) && !path.empty();
         path = path.parent_path()) {
        missing.insert(missing.begin(), path);
        if (path == path.parent_path()) break;
    }
    return missing;
}

/// Makes folders and removes them again: permissions alone do not tell (read-only disks, full ones, the root user).
class TrialFolders {
public:
    explicit TrialFolders(const fs::path& folder) {
        for (const fs::path& path : missing_folders(folder)) {
            std::error_code error;
            if (fs::create_directory(path, error)) made_.push_back(path);
            if (error) {
                remove();
                refuse(folder, error.message());
            }
        }
    }
    ~TrialFolders() { remove(); }
    TrialFolders(const TrialFolders&) = delete;
    TrialFolders& operator=(const TrialFolders&) = delete;

private:
    void remove() noexcept {
        for (; !made_.empty(); made_.pop_back()) {
            std::error_code ignored;
            fs::remove(made_.back(), ignored);
        }
    }
    std::vector<fs::path> made_;
};

}  // namespace

void require_writable_folder(const fs::path& folder) {
    std::error_code error;
    if (fs::exists(folder, error) && !fs::is_directory(folder, error)) refuse(folder, "it is a file, not a folder");
    const TrialFolders trial(folder);
    if (::access(folder.c_str(), W_OK | X_OK) != 0) refuse(folder, std::strerror(errno));
}

void require_writable_file(const fs::path& file) {
    std::error_code error;
    if (fs::is_directory(file, error)) refuse(file, "it is a folder, not a file");
    const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
    if (!fs::is_directory(folder, error)) refuse(file, fmt::format("there is no folder {}", folder.string()));
    if (::access(folder.c_str(), W_OK | X_OK) != 0) refuse(file, std::strerror(errno));
}

}  // namespace mvlink::cli
