#include "io/folder_change.hpp"

#include "io/folder_lock.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>
#include <zlib.h>
#include <nlohmann/json.hpp>

#include <array>
#include <cerrno>

namespace mvlink {
inline namespace v1 {
namespace io {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* kListFormat = "mvlink-commit";
constexpr std::size_t kLongestList = std::size_t{1} << 20;

struct Move {
    std::string from;
    StoredFile to;
};

struct ListedChange {
    std::vector<Move> moves;
    std::vector<std::string> removed;
};

bool is_plain_name(const std::string& name) {
    return !name.empty() && name.find_first_of(std::string_view("/\0", 2)) == std::string::npos && name != "." &&
           name != "..";
}

/// The whole of a regular file up to a length; nothing if there is none, or if it is another kind or longer.
std::optional<std::string> small_file(const fs::path& file, std::size_t longest) {
    const Descriptor descriptor(open_file(file, O_RDONLY | O_NONBLOCK));
    struct stat status {};
    if (!descriptor.is_open() || ::fstat(descriptor.number(), &status) != 0 || !S_ISREG(status.st_mode)) return {};
    if (static_cast<std::size_t>(status.st_size) > longest) return {};
    std::string text(static_cast<std::size_t>(status.st_size), '\0');
    std::size_t have = 0;
    while (have < text.size()) {
        const ssize_t got = ::read(descriptor.number(), text.data() + have, text.size() - have);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return {};
        have += static_cast<std::size_t>(got);
    }
    return text;
}

/// Size and checksum are those of the list.
bool is_listed_content(const fs::path& file, const StoredFile& listed) {
    const Descriptor descriptor(open_file(file, O_RDONLY | O_NONBLOCK));
    struct stat status {};
    if (!descriptor.is_open() || ::fstat(descriptor.number(), &status) != 0 || !S_ISREG(status.st_mode)) return false;
    if (static_cast<std::uint64_t>(status.st_size) != listed.bytes) return false;
    std::array<char, 65536> block;
    uLong sum = ::crc32(0, nullptr, 0);
    while (true) {
        const ssize_t got = ::read(descriptor.number(), block.data(), block.size());
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return false;
        if (got == 0) return sum == listed.crc32;
        sum = ::crc32(sum, reinterpret_cast<const Bytef*>(block.data()), static_cast<uInt>(got));
    }
}

/// A list names files of its own folder only, and only temporary ones are moved.
std::optional<ListedChange> parse_list(const std::string& text) {
    const Json document = Json::parse(text, nullptr, false);
    if (!document.is_object() || document.value("format", "") != kListFormat) return {};
    ListedChange change;
    try {
        for (const Json& entry : document.at("files")) {
            change.moves.push_back({entry.at("from").get<std::string>(),
                                    {entry.at("name").get<std::string>(), entry.at("bytes").get<std::uint64_t>(),
                                     entry.at("crc32").get<std::uint32_t>()}});
            if (!is_plain_name(change.moves.back().to.name) || !is_plain_name(change.moves.back().from) ||
                !is_temporary_name(change.moves.back().from)) {
                return {};
            }
        }
        for (const Json& name : document.at("remove")) {
            change.removed.push_back(name.get<std::string>());
            if (!is_plain_name(change.removed.back())) return {};
        }
    } catch (const Json::exception&) {
        return {};
    }
    return change;
}

std::optional<ListedChange> listed_change(const fs::path& folder) {
    const auto text = small_file(folder / kCommitList, kLongestList);
    return text ? parse_list(*text) : std::nullopt;
}

bool is_pending(const fs::path& folder) {
    return ::access((folder / kCommitList).c_str(), F_OK) == 0;
}

}  // namespace

std::uint32_t crc32_of(std::string_view content, std::uint32_t before) noexcept {
    return static_cast<std::uint32_t>(
        ::crc32_z(before, reinterpret_cast<const Bytef*>(content.data()), static_cast<z_size_t>(content.size())));
}

FolderChange::FolderChange(fs::path folder) : folder_(std::move(folder)) {
    finish_change(folder_);
    sweep_temporaries(folder_);
}

void FolderChange::put(const std::string& name, std::string_view content) {
    put(name, TextPieces([content](const auto& write) { write(content); }));
}

void FolderChange::put(const std::string& name, const TextPieces& pieces) {
    const fs::path place = folder_ / name;
    struct stat status {};
    const bool exists = ::stat(place.c_str(), &status) == 0;
    if (exists && S_ISDIR(status.st_mode)) refuse_to_write(place, EISDIR);
    if (exists && !S_ISREG(status.st_mode)) refuse_to_write(place, EINVAL, "expected a regular file in its place");
    Temporary& file = staged_.emplace_back(place);
    StoredFile stored{name, 0, 0};
    pieces([&](std::string_view piece) {
        file.write(piece);
        stored.bytes += piece.size();
        stored.crc32 = crc32_of(piece, stored.crc32);
    });
    file.sync();
    files_.push_back(std::move(stored));
}

std::string FolderChange::list_text() const {
    // Put together by hand: a JSON document allocates when it is destroyed, and would end the program if it cannot.
    const auto quoted = [](const std::string& text) { return Json(text).dump(); };
    std::string list = fmt::format("{{\"format\":{},\"files\":[", quoted(kListFormat));
    for (std::size_t i = 0; i < files_.size(); ++i) {
        list += fmt::format("{}{{\"from\":{},\"name\":{},\"bytes\":{},\"crc32\":{}}}", i == 0 ? "" : ",",
                            quoted(staged_[i].beside().filename().string()), quoted(files_[i].name), files_[i].bytes,
                            files_[i].crc32);
    }
    list += "],\"remove\":[";
    for (std::size_t i = 0; i < removed_.size(); ++i)
        list += (i == 0 ? "" : ",") + quoted(removed_[i]);
    return list + "]}\n";
}

void FolderChange::write_list() {
    const fs::path place = folder_ / kCommitList;
    Temporary list(place);
    list.write(list_text());
    list.sync();
    sync_folder(folder_);  // the new files must have their temporary names on the disk before the list has
    // Before the call that decides: after it, the files are the content, and a process that is ended removes none.
    for (Temporary& file : staged_)
        file.keep();
    try {
        list.move_to_place();
    } catch (...) {
        ::unlink(place.c_str());  // a disk that reports an error may have done it all the same
        for (Temporary& file : staged_)
            file.keep_no_longer();
        throw;
    }
}

void FolderChange::put_in_place() {
    constexpr auto kWhatNow =
        "the new results are complete, and the next command that uses the folder puts them in place";
    for (Temporary& file : staged_) {
        if (::rename(file.beside().c_str(), file.place().c_str()) != 0) {
            refuse_to_write(file.place(), errno, kWhatNow);
        }
    }
    for (const std::string& name : removed_) {
        if (::unlink((folder_ / name).c_str()) != 0 && errno != ENOENT) {
            refuse_to_write(folder_ / name, errno, kWhatNow);
        }
    }
}

void FolderChange::commit() {
    if (staged_.size() == 1 && removed_.empty()) {
        staged_.front().move_to_place();
        return sync_folder(folder_);
    }
    write_list();
    sync_folder(folder_);
    put_in_place();
    sync_folder(folder_);
    ::unlink((folder_ / kCommitList).c_str());
}

void finish_change(const fs::path& folder) {
    if (!is_pending(folder)) return;
    if (const auto change = listed_change(folder)) {
        for (const auto& [from, to] : change->moves) {
            if (!is_listed_content(folder / from, to)) continue;  // it has been moved already
            if (::rename((folder / from).c_str(), (folder / to.name).c_str()) != 0) {
                refuse_to_write(folder / to.name, errno);
            }
        }
        for (const std::string& name : change->removed)
            ::unlink((folder / name).c_str());
        sync_folder(folder);
    }
    if (::unlink((folder / kCommitList).c_str()) != 0 && errno != ENOENT) refuse_to_write(folder / kCommitList, errno);
}

fs::path committed_place(const fs::path& file) {
    const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
    if (!is_pending(folder)) return file;
    {
        const FolderLock lock = FolderLock::try_lock(folder);
        if (lock.held() && ::access(folder.c_str(), W_OK) == 0) {
            finish_change(folder);
            return file;
        }
    }
    const auto change = listed_change(folder);
    if (!change) return file;
    for (const auto& [from, to] : change->moves) {
        if (to.name == file.filename().string() && is_listed_content(folder / from, to)) return folder / from;
    }
    return file;
}

}  // namespace io
}  // namespace v1
}  // namespace mvlink
