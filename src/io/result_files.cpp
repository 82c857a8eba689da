#include "io/result_files.hpp"

#include "io/folder_change.hpp"
#include "io/stored_result.hpp"
#include "io/text.hpp"

#include <algorithm>

namespace mvlink {
inline namespace v1 {
namespace io {

namespace {

constexpr const char* kResultFile = "result.json";

}  // namespace

ResultFiles::ResultFiles(std::filesystem::path folder, std::size_t memory)
    : folder_(std::move(folder)), memory_(memory) {
    const std::filesystem::path place = committed_place(folder_ / kResultFile);
    if (!std::filesystem::exists(place)) return;
    listed_ = parse_result(open_bytes(folder_ / kResultFile, memory, FileKind::regular)).files;
}

bool ResultFiles::has(const std::string& name) const {
    const auto is_it = [&](const StoredFile& file) { return file.name == name; };
    if (!listed_.empty() && std::none_of(listed_.begin(), listed_.end(), is_it)) return false;
    return std::filesystem::exists(committed_place(folder_ / name));
}

Bytes ResultFiles::open(const std::string& name) const {
    Bytes bytes = open_bytes(folder_ / name, memory_, FileKind::regular);
    const auto is_it = [&](const StoredFile& file) { return file.name == name; };
    const auto listed = std::find_if(listed_.begin(), listed_.end(), is_it);
    if (listed_.empty()) return bytes;
    if (listed == listed_.end() || listed->bytes != bytes.data.size() || listed->crc32 != crc32_of(bytes.text())) {
        refuse(
            "{}: not the file that the run of {} wrote; expected the files of one run, unchanged (or name this file "
            "itself)",
            (folder_ / name).string(), kResultFile);
    }
    return bytes;
}

}  // namespace io
}  // namespace v1
}  // namespace mvlink
