#include "io/appended_lines.hpp"

#include "io/bytes.hpp"
#include "io/folder_change.hpp"
#include "io/temporary.hpp"
#include "io/text.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>
#include <mvlink/error.hpp>

#include <algorithm>
#include <cerrno>
#include <optional>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace io {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kCheckColumn = ",check";

std::string check_of(std::string_view line) {
    return fmt::format(",{:08x}", crc32_of(line));
}

/// Commas outside of quotes, and whether the quotes close.
std::pair<Index, bool> fields_of(std::string_view line) {
    Index fields = 1;
    bool quoted = false;
    for (const char c : line) {
        if (c == '"') quoted = !quoted;
        if (c == ',' && !quoted) ++fields;
    }
    return {fields, !quoted};
}

/// The line without its check; nothing if it is damaged.
std::optional<std::string_view> sound_line(std::string_view line, bool checks, Index fields) {
    if (checks) {
        const std::size_t end = line.rfind(',');
        if (end == std::string_view::npos || line.substr(end) != check_of(line.substr(0, end))) return std::nullopt;
        line = line.substr(0, end);
    }
    if (fields_of(line) != std::pair(fields, true)) return std::nullopt;
    return line;
}

}  // namespace

AppendedLines::AppendedLines(fs::path file, std::string columns, Earlier earlier)
    : file_(std::move(file)), columns_(std::move(columns)) {
    open();
    start(earlier);
}

void AppendedLines::open() {
    descriptor_ = Descriptor(open_file(file_, O_RDWR | O_CREAT | O_APPEND));
    if (!descriptor_.is_open()) refuse_to_write(file_, errno);
    if (::flock(descriptor_.number(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
        throw Error{ErrorCode::file, fmt::format("{}: another run is writing to it", file_.string())};
    }
}

void AppendedLines::start(Earlier earlier) {
    const Bytes bytes = open_bytes(file_);
    const std::string_view text = bytes.text();
    const std::string_view first = text.substr(0, text.find('\n'));
    const bool has_lines = first.size() + 1 < text.size();
    checks_ = first != columns_;
    const bool is_known = first == columns_ || first == columns_ + std::string(kCheckColumn);
    if (!text.empty() && !is_known && earlier == Earlier::keep) {
        refuse("{} line 1: found {}; expected the columns of this version; start again without resuming",
               file_.string(), shown(first));
    }
    if (!text.empty() && !first.starts_with(columns_.substr(0, columns_.find(',') + 1))) {
        throw Error{ErrorCode::file, fmt::format("{}: a file that mvlink did not write would be replaced; expected "
                                                 "another folder",
                                                 file_.string())};
    }
    if (earlier == Earlier::set_aside && has_lines) move_aside();
    if (earlier == Earlier::set_aside || text.empty()) {
        checks_ = true;
        kept_ = columns_ + "\n";
        return replace_content(columns_ + std::string(kCheckColumn) + "\n");
    }
    const std::string sound = keep_sound_lines(text);
    if (sound != text) replace_content(sound);
}

/// The lines of the file that are whole, as they are; fills `kept_` with the same lines without checks.
std::string AppendedLines::keep_sound_lines(std::string_view text) {
    const std::size_t head = text.find('\n') + 1;
    const Index fields = fields_of(columns_).first;
    std::string sound(text.substr(0, head));
    kept_ = columns_ + "\n";
    for (std::size_t begin = head; begin < text.size();) {
        const std::size_t end = text.find('\n', begin);
        const std::string_view line = text.substr(begin, end == std::string_view::npos ? end : end - begin);
        begin += line.size() + 1;
        const auto content = end == std::string_view::npos ? std::nullopt : sound_line(line, checks_, fields);
        if (!content) {
            ++damaged_;
            continue;
        }
        sound.append(line).append("\n");
        kept_.append(*content).append("\n");
    }
    return sound;
}

void AppendedLines::move_aside() {
    for (int number = 1;; ++number) {
        set_aside_ = file_;
        set_aside_ += fmt::format(".{}", number);
        // A link and not a rename: it never replaces what is there, and the file keeps its name until it is renewed.
        if (::link(file_.c_str(), set_aside_.c_str()) == 0) return;
        const bool has_no_links = errno == EPERM || errno == EOPNOTSUPP;
        if (has_no_links && !fs::exists(set_aside_) && ::rename(file_.c_str(), set_aside_.c_str()) == 0) return;
        if (errno != EEXIST && !has_no_links) refuse_to_write(set_aside_, errno);
    }
}

/// In one step.
void AppendedLines::replace_content(const std::string& text) {
    {
        Temporary renewed(file_);
        renewed.write(text);
        renewed.sync();
        renewed.move_to_place();
    }
    sync_folder(file_.has_parent_path() ? file_.parent_path() : fs::path("."));
    open();
}

void AppendedLines::append(std::string_view line) {
    const off_t before = ::lseek(descriptor_.number(), 0, SEEK_END);
    try {
        write(std::string(line) + (checks_ ? check_of(line) : "") + "\n");
    } catch (...) {
        if (before >= 0) static_cast<void>(::ftruncate(descriptor_.number(), before));  // no part of it stays
        throw;
    }
}

void AppendedLines::write(std::string_view text) {
    while (!text.empty()) {
        const ssize_t done = ::write(descriptor_.number(), text.data(), text.size());
        if (done < 0 && errno == EINTR) continue;
        if (done < 0) refuse_to_write(file_, errno);
        text.remove_prefix(done);
    }
}

}  // namespace io
}  // namespace v1
}  // namespace mvlink
