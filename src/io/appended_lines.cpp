#include "io/appended_lines.hpp"

#include "io/atomic_file.hpp"
#include "io/bytes.hpp"
#include "io/text.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>
#include <mvlink/error.hpp>

#include <cerrno>

namespace mvlink {
inline namespace v1 {
namespace io {
namespace {

/// Up to and with the last line end.
std::string complete_lines(const std::filesystem::path& file) {
    const Bytes bytes = open_bytes(file);
    const std::size_t end = bytes.text().rfind('\n');
    return std::string(bytes.text().substr(0, end == std::string_view::npos ? 0 : end + 1));
}

}  // namespace

AppendedLines::AppendedLines(const std::filesystem::path& file, std::string_view header, bool keep) : file_(file) {
    descriptor_ = ::open(file.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (descriptor_ < 0) refuse_to_write(file, errno);
    try {
        start(header, keep);
    } catch (...) {
        ::close(descriptor_);
        throw;
    }
}

void AppendedLines::start(std::string_view header, bool keep) {
    if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
        throw Error{ErrorCode::file, fmt::format("{}: another run is writing to it", file_.string())};
    }
    if (keep) kept_ = complete_lines(file_);
    const std::string first = std::string(header) + "\n";
    if (!kept_.empty() && !kept_.starts_with(first)) {
        refuse("{} line 1: found {}; expected the columns of this version; start again without resuming",
               file_.string(), shown(kept_.substr(0, kept_.find('\n'))));
    }
    if (::ftruncate(descriptor_, static_cast<off_t>(kept_.size())) != 0) refuse_to_write(file_, errno);
    if (kept_.empty()) {
        write(first);
        kept_ = first;
    }
}

AppendedLines::~AppendedLines() {
    ::close(descriptor_);
}

void AppendedLines::append(std::string_view line) {
    write(std::string(line) + "\n");
}

void AppendedLines::write(std::string_view text) {
    while (!text.empty()) {
        const ssize_t done = ::write(descriptor_, text.data(), text.size());
        if (done < 0 && errno == EINTR) continue;
        if (done < 0) refuse_to_write(file_, errno);
        text.remove_prefix(static_cast<std::size_t>(done));
    }
}

}  // namespace io
}  // namespace v1
}  // namespace mvlink
