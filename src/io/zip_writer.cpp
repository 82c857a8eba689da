#include "io/zip.hpp"

#include <zlib.h>
#include <mvlink/error.hpp>

#include <limits>

namespace mvlink {
inline namespace v1 {
namespace io {

namespace {

void put(std::string& out, std::uint64_t value, int width) {
    for (int i = 0; i < width; ++i)
        out += static_cast<char>((value >> (8 * i)) & 0xFF);
}

}  // namespace

void ZipWriter::add(std::string_view name, std::string_view content) {
    constexpr std::size_t kMost = std::numeric_limits<std::uint32_t>::max() - 1;
    if (content.size() > kMost || out_.size() > kMost - content.size()) {
        throw Error{ErrorCode::internal, "the archive exceeds 4 GiB"};
    }
    const std::size_t offset = out_.size();
    const auto* data = reinterpret_cast<const Bytef*>(content.data());
    std::string header;            // what the local header and the directory share
    put(header, 20, 2);            // version needed
    put(header, 0, 2);             // flags
    put(header, 0, 2);             // stored
    put(header, 0, 2);             // time
    put(header, (1 << 5) | 1, 2);  // 1 January 1980
    put(header, crc32_z(0, data, content.size()), 4);
    put(header, content.size(), 4);
    put(header, content.size(), 4);
    put(header, name.size(), 2);
    put(header, 0, 2);  // extra
    put(out_, 0x04034b50, 4);
    out_.append(header).append(name).append(content);

    put(directory_, 0x02014b50, 4);
    put(directory_, 20, 2);  // made by
    directory_ += header;
    put(directory_, 0, 2);  // comment
    put(directory_, 0, 2);  // disk
    put(directory_, 0, 2);  // internal attributes
    put(directory_, 0, 4);  // external attributes
    put(directory_, offset, 4);
    directory_ += name;
    ++count_;
}

std::string ZipWriter::finish() {
    const std::size_t offset = out_.size();
    out_ += directory_;
    put(out_, 0x06054b50, 4);
    put(out_, 0, 4);  // disks
    put(out_, count_, 2);
    put(out_, count_, 2);
    put(out_, directory_.size(), 4);
    put(out_, offset, 4);
    put(out_, 0, 2);  // comment
    return std::move(out_);
}

}  // namespace io
}  // namespace v1
}  // namespace mvlink
