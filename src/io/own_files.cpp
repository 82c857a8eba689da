#include "io/own_files.hpp"

#include "io/descriptors.hpp"
#include "io/writers.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>
#include <mvlink/error.hpp>

#include <cerrno>

namespace mvlink {
inline namespace v1 {
namespace io {

namespace {

namespace fs = std::filesystem;

/// The first bytes of a regular file; nothing of others, which are never waited for.
std::string first_bytes(const fs::path& file) {
    constexpr std::size_t kLength = 4096;
    const Descriptor descriptor(open_file(file, O_RDONLY | O_NONBLOCK));
    struct stat status {};
    if (!descriptor.is_open() || ::fstat(descriptor.number(), &status) != 0 || !S_ISREG(status.st_mode)) return {};
    std::string text(kLength, '\0');
    const ssize_t got = ::read(descriptor.number(), text.data(), text.size());
    text.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
    return text;
}

bool holds(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

bool begins_like_own_file(const fs::path& file) {
    const std::string name = file.filename().string(), text = first_bytes(file);
    if (name == "result.json") {
        return text.starts_with("{") && holds(text, "\"schema\"") && holds(text, "\"method\"");
    }
    if (name == kModelFile) {
        constexpr std::size_t kNameInZip = 30;
        return text.starts_with("PK\x03\x04") && text.find("header.json") == kNameInZip;
    }
    if (name == "report.html") return text.starts_with("<!DOCTYPE html>") && holds(text, "mvlink");
    return text.starts_with(kLabelsHeader);
}

void require_own_file(const OutputFolder& folder, const std::string& name) {
    const fs::path file = folder.path() / name;
    struct stat status {};
    if (::lstat(file.c_str(), &status) != 0) return;
    if (S_ISDIR(status.st_mode)) {
        throw Error{ErrorCode::file, fmt::format("{}: a folder; expected to write a file there", file.string())};
    }
    if (!S_ISREG(status.st_mode) && !S_ISLNK(status.st_mode)) {
        throw Error{ErrorCode::file,
                    fmt::format("{}: not a regular file; expected to write a file there", file.string())};
    }
    if (folder.force() || (S_ISREG(status.st_mode) && begins_like_own_file(file))) return;
    throw Error{
        ErrorCode::file,
        fmt::format("{}: a file that mvlink did not write would be replaced; expected another folder", file.string()),
        {{"force", "true"}}};
}

}  // namespace io
}  // namespace v1
}  // namespace mvlink
