#include "io/atomic_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <mvlink/error.hpp>
#include <mvlink/io.hpp>

#include <algorithm>
#include <cerrno>
#include <system_error>

namespace mvlink {
inline namespace v1 {
namespace io {

namespace {

namespace fs = std::filesystem;

class Output {
public:
    Output(int descriptor, const fs::path& place) : descriptor_(descriptor), place_(place) {}
    ~Output() {
        if (descriptor_ >= 0) ::close(descriptor_);
    }
    Output(const Output&) = delete;
    Output& operator=(const Output&) = delete;

    void write(std::string_view content) const {
        while (!content.empty()) {
            constexpr std::size_t kBlock = std::size_t{1} << 30;  // a single call writes less than 2 GiB
            const ssize_t done = ::write(descriptor_, content.data(), std::min(content.size(), kBlock));
            if (done < 0 && errno == EINTR) continue;
            if (done < 0) refuse_to_write(place_, errno);
            content.remove_prefix(static_cast<std::size_t>(done));
        }
    }
    /// Some errors show only here.
    void close() {
        if (::close(std::exchange(descriptor_, -1)) != 0) refuse_to_write(place_, errno);
    }

private:
    int descriptor_;
    const fs::path& place_;
};

/// A temporary file next to the target, with the permissions of the target or of a new file.
int create_beside(const fs::path& place, fs::path& beside) {
    const fs::path folder = place.has_parent_path() ? place.parent_path() : fs::path(".");
    for (int attempt = 0;; ++attempt) {
        beside = folder / fmt::format(".{}.{}-{}.tmp", place.filename().string(), ::getpid(), attempt);
        const int descriptor = ::open(beside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (descriptor >= 0) return descriptor;
        if (errno != EEXIST) refuse_to_write(place, errno);
    }
}

/// So that the new names survive a power cut. Not every file system supports this; then nothing that was safe before is
/// lost.
void sync_folder(const fs::path& folder) {
    const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) return;
    ::fsync(descriptor);
    ::close(descriptor);
}

/// The target of a link, so that the link itself is kept.
fs::path resolved(const fs::path& file) {
    std::error_code error;
    if (!fs::is_symlink(file, error)) return file;
    const fs::path target = fs::weakly_canonical(file, error);
    return error ? file : target;
}

}  // namespace

void refuse_to_write(const fs::path& file, int error) {
    throw Error{ErrorCode::file,
                fmt::format("{}: cannot be written: {}", file.string(), std::generic_category().message(error))};
}

StagedFiles::~StagedFiles() {
    for (const Staged& file : files_)
        ::unlink(file.beside.c_str());
}

void StagedFiles::add(const fs::path& file, std::string_view content) {
    const fs::path place = resolved(file);
    struct stat status {};
    const bool exists = ::stat(place.c_str(), &status) == 0;
    if (exists && S_ISDIR(status.st_mode)) refuse_to_write(place, EISDIR);
    if (exists && !S_ISREG(status.st_mode)) {  // a device or a pipe must stay what it is
        Output output(::open(place.c_str(), O_WRONLY | O_CLOEXEC), place);
        output.write(content);
        return output.close();
    }
    fs::path beside;
    const int descriptor = create_beside(place, beside);
    files_.push_back({beside, place});
    Output output(descriptor, place);
    if (exists) static_cast<void>(::fchmod(descriptor, status.st_mode & 07777));
    output.write(content);
    if (::fsync(descriptor) != 0 && errno != EINVAL) refuse_to_write(place, errno);
    output.close();
}

void StagedFiles::commit() {
    for (auto file = files_.begin(); file != files_.end(); file = files_.erase(file)) {
        if (::rename(file->beside.c_str(), file->place.c_str()) != 0) refuse_to_write(file->place, errno);
        sync_folder(file->place.has_parent_path() ? file->place.parent_path() : fs::path("."));
    }
}

void make_folder(const fs::path& folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (!fs::is_directory(folder)) {
        throw Error{ErrorCode::file, fmt::format("{}: cannot be created: {}", folder.string(),
                                                 error ? error.message() : "it is a file")};
    }
}

}  // namespace io

void write_text(const std::filesystem::path& file, std::string_view text) {
    io::StagedFiles files;
    files.add(file, text);
    files.commit();
}

}  // namespace v1
}  // namespace mvlink
