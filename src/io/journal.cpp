#include <mvlink/journal.hpp>

#include "data/require_instance.hpp"
#include "io/bytes.hpp"
#include "io/descriptors.hpp"
#include "io/journal_text.hpp"
#include "io/temporary.hpp"
#include "io/text.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <ctime>
#include <exception>
#include <fstream>

namespace mvlink {
inline namespace v1 {

namespace fs = std::filesystem;

namespace {

/// The process that has locked the file, from the system's list of locks; empty if it does not say.
std::string lock_holder(int descriptor) {
    struct stat status {};
    if (::fstat(descriptor, &status) != 0) return "";
    std::ifstream locks("/proc/locks");
    const std::string inode = fmt::format(":{} ", status.st_ino);
    for (std::string line; std::getline(locks, line);) {
        if (line.find("FLOCK") == std::string::npos || line.find(inode) == std::string::npos) continue;
        const std::size_t colon = line.rfind(' ', line.find(inode));
        const std::size_t before = line.rfind(' ', colon - 1);
        return fmt::format(" (process {})", line.substr(before + 1, colon - before - 1));
    }
    return "";
}

/// False if it could not be written in full.
bool write_all(int descriptor, std::string_view text) {
    while (!text.empty()) {
        const ssize_t done = ::write(descriptor, text.data(), text.size());
        if (done < 0 && errno == EINTR) continue;
        if (done < 0) return false;
        text.remove_prefix(done);
    }
    return true;
}

/// A new name is on disk only once its folder is.
void sync_folder(const fs::path& file) {
    const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
    const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) return;
    ::fsync(descriptor);
    ::close(descriptor);
}

std::string time_now() {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    ::gmtime_r(&now, &parts);
    return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday,
                       parts.tm_hour, parts.tm_min, parts.tm_sec);
}

}  // namespace

struct Journal::Implementation {
    Implementation(fs::path path, const Dataset& dataset) : file(std::move(path)), data(dataset) {
        std::error_code ignored;
        was_there = fs::exists(fs::symlink_status(file, ignored));
        descriptor = io::open_file(file, O_RDWR | O_CREAT | O_APPEND);
        if (descriptor < 0) io::refuse_to_write(file, errno);
        try {
            open();
        } catch (...) {
            if (!was_there) ::unlink(file.c_str());
            ::close(descriptor);
            throw;
        }
    }
    /// A call that is refused after it began a journal leaves none behind.
    ~Implementation() {
        if (!was_there && !has_events && std::uncaught_exceptions() > 0) ::unlink(file.c_str());
        ::close(descriptor);
    }
    Implementation(const Implementation&) = delete;
    Implementation& operator=(const Implementation&) = delete;

    void open();
    void set_aside();
    void write(const std::string& line);

    fs::path file;
    Dataset data;
    JournalContents contents;
    std::size_t size = 0;  // bytes of whole lines
    int descriptor = -1;
    bool was_there = false;
    bool has_events = false;
    bool broken = false;
};

void Journal::Implementation::open() {
    struct stat status {};
    if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
        throw Error(ErrorCode::file, fmt::format("{}: not a regular file; a journal must be one", file.string()));
    }
    if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
        if (errno != EWOULDBLOCK) io::refuse_to_write(file, errno);
        throw Error(ErrorCode::file, fmt::format("{}: another program{} writes to this journal; close it first",
                                                 file.string(), lock_holder(descriptor)));
    }
    // What an earlier program wrote may be in memory only: on disk before anybody relies on it.
    if (::fsync(descriptor) != 0 && errno != EINVAL) io::refuse_to_write(file, errno);
    const io::Bytes bytes = io::open_bytes(file);
    io::JournalText text = io::read_journal_text(bytes.text(), file.string(), data);
    contents = std::move(text.contents);
    size = text.whole;
    if (!contents.torn.empty()) set_aside();
    if (contents.fingerprint.empty()) {
        contents.fingerprint = dataset_fingerprint(data);
        write(io::journal_header(contents.fingerprint));
        sync_folder(file);
    }
}

/// Keeps a torn tail in a file of its own, then cuts it off.
void Journal::Implementation::set_aside() {
    fs::path place = file;
    place += ".torn";
    const int torn = io::open_file(place, O_WRONLY | O_CREAT | O_APPEND);
    if (torn < 0) io::refuse_to_write(place, errno);
    const bool kept = write_all(torn, contents.torn + "\n") && ::fsync(torn) == 0;
    const int error = errno;
    ::close(torn);
    if (!kept) io::refuse_to_write(place, error);
    if (::ftruncate(descriptor, static_cast<off_t>(size)) != 0) io::refuse_to_write(file, errno);
}

void Journal::Implementation::write(const std::string& line) {
    if (broken) {
        throw Error(ErrorCode::file,
                    fmt::format("{}: an earlier line could not be written; start again", file.string()));
    }
    const std::string text = line + "\n";
    if (write_all(descriptor, text) && ::fsync(descriptor) == 0) {
        size += text.size();
        return;
    }
    const int error = errno;
    broken = true;
    // Nobody was told that the line is there. If it cannot be taken back, the next start sets it aside.
    if (::ftruncate(descriptor, static_cast<off_t>(size)) == 0) ::fsync(descriptor);
    io::refuse_to_write(file, error);
}

Journal::Journal(fs::path file, const Dataset& data)
    : implementation_(std::make_unique<Implementation>(std::move(file), data)) {}
Journal::~Journal() = default;
Journal::Journal(Journal&&) noexcept = default;
Journal& Journal::operator=(Journal&&) noexcept = default;

const fs::path& Journal::file() const noexcept {
    return implementation_->file;
}
const JournalContents& Journal::contents() const noexcept {
    return implementation_->contents;
}

void Journal::append(const SessionEvent& event) {
    if (event.type == EventType::answer) {  // what no reader would take would make the whole file unreadable
        require_instance(implementation_->data, event.a);
        require_instance(implementation_->data, event.b);
    }
    implementation_->write(io::journal_line(event, implementation_->data));
    implementation_->has_events = true;
}

JournalContents read_journal(const fs::path& file, const Dataset& data) {
    const io::Bytes bytes = io::open_bytes(file);
    return io::read_journal_text(bytes.text(), file.string(), data).contents;
}

JournaledSession::JournaledSession(Problem problem, SessionSetup setup, const fs::path& journal, Context& context)
    : journal_(journal, problem.data), session_(std::move(problem), std::move(setup), context) {
    try {
        session_.replay(journal_.contents().events);
    } catch (const Error& error) {
        throw error.at(journal.string());
    }
}

SessionEvent JournaledSession::submit(SessionEvent event) {
    event = session_.checked(std::move(event));
    if (event.time.empty()) event.time = time_now();
    journal_.append(event);
    session_.apply(event);
    return event;
}

}  // namespace v1
}  // namespace mvlink
