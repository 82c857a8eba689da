#include "io/folder_change.hpp"
#include "io/folder_lock.hpp"
#include "io/own_files.hpp"

#include <fmt/format.h>
#include <unistd.h>
#include <mvlink/error.hpp>
#include <mvlink/io.hpp>

#include <array>
#include <cerrno>
#include <system_error>

namespace mvlink {
inline namespace v1 {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse_folder(const fs::path& folder, const std::string& why) {
    throw Error{ErrorCode::file, fmt::format("{}: cannot be written: {}", folder.string(), why)};
}

/// The folders of a path that are missing, outermost first.
std::vector<fs::path> missing_folders(const fs::path& folder) {
    std::vector<fs::path> missing;
    if (folder.empty()) refuse_folder(folder, "its name is empty");
    std::error_code error;
    for (fs::path path = fs::absolute(folder).lexically_normal(); !path.empty() && !fs::exists(path, error);
         path = path.parent_path()) {
        if (path.has_filename()) missing.insert(missing.begin(), path);  // "out/" ends with an empty name
        if (path == path.parent_path()) break;
    }
    return missing;
}

}  // namespace

struct OutputFolder::State {
    fs::path folder;
    bool force = false;
    std::vector<std::string> made;  // innermost first
    io::FolderLock lock;

    ~State() { remove_made(); }

    /// False if a folder of the path vanished meanwhile: another process removes what it made and left empty.
    [[nodiscard]] bool make() {
        std::error_code error;
        if (fs::exists(folder, error) && !fs::is_directory(folder, error)) {
            refuse_folder(folder, "it is a file, not a folder");
        }
        for (const fs::path& path : missing_folders(folder)) {
            if (fs::create_directory(path, error)) made.insert(made.begin(), path.string());
            if (error == std::errc::no_such_file_or_directory) return false;
            if (error) refuse_folder(folder, error.message());
        }
        if (::access(folder.c_str(), W_OK | X_OK) == 0) return true;
        if (errno == ENOENT) return false;
        refuse_folder(folder, std::generic_category().message(errno));
    }

    void make_and_lock() {
        constexpr int kMostAttempts = 100;
        for (int attempt = 0; attempt < kMostAttempts; ++attempt) {
            if (!make()) continue;
            lock = io::FolderLock::try_lock(folder);
            if (lock.held() && lock.is_of(folder)) return;
            if (lock.error() == EWOULDBLOCK) {
                made.clear();  // whoever made them, they are the other's now, also while they are empty
                throw Error{ErrorCode::file, fmt::format("{}: another process is writing to it; expected a folder "
                                                         "of its own for each run",
                                                         folder.string())};
            }
            if (!lock.held() && lock.error() != ENOENT) {
                refuse_folder(folder, std::generic_category().message(lock.error()));
            }
        }
        refuse_folder(folder, "other processes keep removing it");
    }

    /// rmdir removes empty ones only.
    void remove_made() noexcept {
        for (const std::string& path : made)
            ::rmdir(path.c_str());
    }
};

OutputFolder::OutputFolder(fs::path folder, bool force) : state_(std::make_unique<State>()) {
    state_->folder = std::move(folder);
    state_->force = force;
    state_->make_and_lock();
    io::finish_change(state_->folder);
}

OutputFolder::~OutputFolder() = default;

const fs::path& OutputFolder::path() const noexcept {
    return state_->folder;
}

bool OutputFolder::force() const noexcept {
    return state_->force;
}

const std::vector<std::string>& OutputFolder::made() const noexcept {
    return state_->made;
}

void OutputFolder::require_no_foreign_results() const {
    for (const char* name : std::array{"result.json", kModelFile, "report.html"})
        io::require_own_file(*this, name);
}

}  // namespace v1
}  // namespace mvlink
