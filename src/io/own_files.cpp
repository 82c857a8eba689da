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
    constexpr std::size_t kLength = std::size_t{1} << 20;  // names of very many columns
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

std::string_view without_digits_at_its_end(std::string_view text) {
    while (!text.empty() && text.back() >= '0' && text.back() <= '9')
        text.remove_suffix(1);
    return text;
}

/// A line of column names that ends in cluster and confidence, perhaps numbered, as labelled_table() writes it.
bool has_columns_of_results(std::string_view text) {
    constexpr std::string_view kCluster = "cluster", kConfidence = "confidence";
    for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n', end + 1)) {
        std::string_view line = text.substr(0, end);
        if (line.ends_with('\r')) line.remove_suffix(1);
        line = without_digits_at_its_end(line);
        if (!line.ends_with(kConfidence)) continue;
        line.remove_suffix(kConfidence.size());
        if (line.empty() || std::string_view(",;\t|").find(line.back()) == std::string_view::npos) continue;
        line = without_digits_at_its_end(line.substr(0, line.size() - 1));
        if (line.ends_with(kCluster)) return true;
    }
    return false;
}

bool begins_like(std::string_view text, OwnFile kind) {
    constexpr std::string_view kPair = "view_a,a,view_b,b,";
    switch (kind) {
        case OwnFile::constraints:
            return text.starts_with(std::string(kPair) + "type");
        case OwnFile::questions:
            return text.starts_with(std::string(kPair) + "why\n");
        case OwnFile::labels:
            return text.starts_with(kLabelsHeader);
        case OwnFile::labelled_table:
            return has_columns_of_results(text);
    }
    return false;
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

void require_own_or_no_file(const std::filesystem::path& file, OwnFile kind) {
    const std::string text = io::first_bytes(file);
    if (text.empty() || io::begins_like(text, kind)) return;
    throw Error{
        ErrorCode::file,
        fmt::format("{}: a file that mvlink did not write would be replaced; expected another name", file.string()),
        {{"force", "true"}}};
}

}  // namespace v1
}  // namespace mvlink
