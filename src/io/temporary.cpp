#include "io/temporary.hpp"

#include "io/unfinished_files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>
#include <mvlink/error.hpp>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace io {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kTemporaryMark = ".mvlink-", kTemporaryEnding = ".tmp";
constexpr int kMostTemporaries = 10000;

fs::path folder_of(const fs::path& place) {
    return place.has_parent_path() ? place.parent_path() : fs::path(".");
}

/// The lock tells the living from the dead; file systems without locks are trusted.
bool is_locked_by_another(int descriptor) noexcept {
    return ::flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
}

void remove_if_left(const fs::path& file) {
    const Descriptor descriptor(open_file(file, O_RDONLY | O_NONBLOCK | O_NOFOLLOW));
    struct stat status {};
    if (!descriptor.is_open() || ::fstat(descriptor.number(), &status) != 0 || !S_ISREG(status.st_mode)) return;
    if (is_locked_by_another(descriptor.number())) return;
    // Asked after the lock: its process is dead by now, so what it had decided can be seen.
    if (::access((folder_of(file) / kCommitList).c_str(), F_OK) != 0) ::unlink(file.c_str());
}

}  // namespace

void refuse_to_write(const fs::path& file, int error, std::string_view more) {
    throw Error{ErrorCode::file, fmt::format("{}: cannot be written: {}{}{}", file.string(),
                                             std::generic_category().message(error), more.empty() ? "" : "; ", more)};
}

void refuse_to_write(const fs::path& file, int error) {
    refuse_to_write(file, error, {});
}

struct Temporary::State {
    fs::path place;
    fs::path beside;
    Descriptor descriptor;
    bool kept = true;  // there is nothing to remove until it is made
    UnfinishedFile listed;

    ~State() {
        if (!kept) ::unlink(beside.c_str());
    }
};

Temporary::Temporary(fs::path place) : state_(std::make_unique<State>()) {
    State& file = *state_;
    file.place = std::move(place);
    for (int attempt = 0; !file.descriptor.is_open(); ++attempt) {
        file.beside = folder_of(file.place) / fmt::format(".{}{}{}-{}{}", file.place.filename().string(),
                                                          kTemporaryMark, ::getpid(), attempt, kTemporaryEnding);
        Descriptor made(open_file(file.beside, O_WRONLY | O_CREAT | O_EXCL));
        if (!made.is_open() && (errno != EEXIST || attempt == kMostTemporaries)) refuse_to_write(file.place, errno);
        // Between the two calls another process may have taken it for left over, and removed it.
        if (made.is_open() && !is_locked_by_another(made.number())) file.descriptor = std::move(made);
    }
    keep_no_longer();
    struct stat status {};
    if (::stat(file.place.c_str(), &status) == 0) {
        static_cast<void>(::fchmod(file.descriptor.number(), status.st_mode & 07777));
    }
}

Temporary::Temporary(Temporary&&) noexcept = default;

Temporary::~Temporary() = default;

void Temporary::write(std::string_view content) {
    while (!content.empty()) {
        constexpr std::size_t kBlock = std::size_t{1} << 30;  // a single call writes less than 2 GiB
        const ssize_t done = ::write(state_->descriptor.number(), content.data(), std::min(content.size(), kBlock));
        if (done < 0 && errno == EINTR) continue;
        if (done < 0) refuse_to_write(place(), errno);
        content.remove_prefix(done);
    }
}

void Temporary::sync() {
    if (::fsync(state_->descriptor.number()) != 0 && errno != EINVAL) refuse_to_write(place(), errno);
}

void Temporary::move_to_place() {
    if (::rename(beside().c_str(), place().c_str()) != 0) refuse_to_write(place(), errno);
    keep();
}

void Temporary::keep() noexcept {
    state_->kept = true;
    state_->listed.unlist();
}

void Temporary::keep_no_longer() noexcept {
    state_->kept = false;
    state_->listed.list(state_->beside.c_str());
}

const fs::path& Temporary::place() const noexcept {
    return state_->place;
}

const fs::path& Temporary::beside() const noexcept {
    return state_->beside;
}

/// ".name.mvlink-<process>-<attempt>.tmp"
bool is_temporary_name(std::string_view name) noexcept {
    const std::size_t mark = name.rfind(kTemporaryMark);
    if (!name.starts_with('.') || !name.ends_with(kTemporaryEnding) || mark == std::string_view::npos || mark == 0)
        return false;
    std::string_view numbers = name.substr(mark + kTemporaryMark.size());
    numbers.remove_suffix(kTemporaryEnding.size());
    const std::size_t dash = numbers.find('-');
    const auto is_number = [](std::string_view text) {
        return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
    };
    return dash != std::string_view::npos && is_number(numbers.substr(0, dash)) && is_number(numbers.substr(dash + 1));
}

namespace {

/// Those whose names begin so.
void sweep(const fs::path& folder, const std::string& beginning) noexcept {
    try {
        std::error_code error;
        std::vector<fs::path> found;
        fs::directory_iterator entry(folder, error);
        for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
            const std::string name = entry->path().filename().string();
            if (is_temporary_name(name) && name.starts_with(beginning)) found.push_back(entry->path());
        }
        for (const fs::path& file : found)
            remove_if_left(file);
    } catch (...) {  // no memory for the names: sweeping can wait
    }
}

}  // namespace

void sweep_temporaries(const fs::path& folder) noexcept {
    sweep(folder, ".");
}

void sweep_temporaries_of(const fs::path& place) noexcept {
    try {
        sweep(folder_of(place), fmt::format(".{}{}", place.filename().string(), kTemporaryMark));
    } catch (...) {
    }
}

void sync_folder(const fs::path& folder) noexcept {
    const Descriptor descriptor(open_file(folder, O_RDONLY | O_DIRECTORY));
    if (descriptor.is_open()) ::fsync(descriptor.number());
}

}  // namespace io
}  // namespace v1
}  // namespace mvlink
