#include "io/text.hpp"
#include "io/zip.hpp"

#include <zlib.h>

#include <algorithm>
#include <limits>
#include <set>

namespace mvlink {
inline namespace v1 {
namespace io {

namespace {

constexpr std::uint32_t kLocalHeader = 0x04034b50;
constexpr std::uint32_t kDirectoryEntry = 0x02014b50;
constexpr std::uint32_t kEndOfDirectory = 0x06054b50;
constexpr std::uint32_t kWideEndOfDirectory = 0x06064b50;
constexpr std::uint32_t kWideLocator = 0x07064b50;
constexpr std::uint64_t kWide = 0xFFFFFFFF;
/// Deflate cannot expand by more than about 1032; a larger claim is false.
constexpr std::uint64_t kMostExpansion = 1040;
constexpr std::uint64_t kAlwaysAllowed = std::uint64_t{1} << 30;
constexpr std::uint64_t kAllowedPerByte = 64;

std::uint32_t checksum(std::span<const char> data) {
    return static_cast<std::uint32_t>(
        crc32_z(0, reinterpret_cast<const Bytef*>(data.data()), static_cast<z_size_t>(data.size())));
}

/// Fills `out` exactly from a deflated stream; false if the stream is damaged, shorter or longer.
bool inflate_into(std::span<const char> in, std::span<char> out) {
    z_stream stream{};
    if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) throw Error{ErrorCode::internal, "zlib: out of memory"};
    constexpr std::size_t kMost = std::numeric_limits<uInt>::max();
    int status = Z_OK;
    Bytef beyond = 0;  // a stream that is too long writes here
    while (status == Z_OK) {
        const std::size_t in_now = std::min(in.size(), kMost), out_now = std::min(out.size(), kMost);
        stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(in.data()));
        stream.avail_in = static_cast<uInt>(in_now);
        stream.next_out = out.empty() ? &beyond : reinterpret_cast<Bytef*>(out.data());
        stream.avail_out = out.empty() ? 1 : static_cast<uInt>(out_now);
        status = inflate(&stream, Z_NO_FLUSH);
        in = in.subspan(in_now - stream.avail_in);
        if (out.empty() && stream.avail_out == 0) status = Z_DATA_ERROR;
        if (!out.empty()) out = out.subspan(out_now - stream.avail_out);
    }
    inflateEnd(&stream);
    return status == Z_STREAM_END && out.empty();
}

}  // namespace

ZipReader::ZipReader(Bytes bytes)
    : bytes_(std::move(bytes)), budget_(kAlwaysAllowed + kAllowedPerByte * bytes_.data.size()), memory_(bytes_.memory) {
    read_directory();
}

std::uint64_t ZipReader::number(std::uint64_t offset, int width) const {
    if (offset > bytes_.data.size() || bytes_.data.size() - offset < static_cast<std::uint64_t>(width)) {
        refuse("{}: damaged zip archive: it ends too early", bytes_.name);
    }
    std::uint64_t value = 0;
    for (int i = 0; i < width; ++i) {
        value |= std::uint64_t{static_cast<unsigned char>(bytes_.data[offset + static_cast<std::uint64_t>(i)])}
                 << (8 * i);
    }
    return value;
}

void ZipReader::read_directory() {
    constexpr std::size_t kEndSize = 22, kLongestComment = 65535;
    const std::string_view text = bytes_.text();
    const std::size_t tail = text.size() - std::min(text.size(), kEndSize + kLongestComment);
    const std::size_t found = text.substr(tail).rfind("PK\x05\x06");
    if (!text.starts_with("PK") || found == std::string_view::npos) {
        refuse("{}: not a zip archive; expected an .npz file as NumPy writes it", bytes_.name);
    }
    const std::uint64_t end = tail + found;
    std::uint64_t count = number(end + 10, 2);
    std::uint64_t offset = number(end + 16, 4);
    if ((offset == kWide || count == 0xFFFF) && end >= 20 && number(end - 20, 4) == kWideLocator) {
        const std::uint64_t wide_end = number(end - 12, 8);
        if (number(wide_end, 4) != kWideEndOfDirectory) refuse("{}: damaged zip archive: no directory", bytes_.name);
        count = number(wide_end + 32, 8);
        offset = number(wide_end + 48, 8);
    }
    if (number(end, 4) != kEndOfDirectory || count > text.size() / 46) {
        refuse("{}: damaged zip archive: a directory of {} entries", bytes_.name, count);
    }
    for (std::uint64_t i = 0; i < count; ++i)
        entries_.push_back(read_entry(offset));
    std::set<std::string_view> names;
    for (const ZipEntry& entry : entries_) {
        if (!names.insert(entry.name).second) {
            refuse("{}: two entries {}; expected one of each name", bytes_.name, shown(entry.name));
        }
    }
}

ZipEntry ZipReader::read_entry(std::uint64_t& offset) const {
    if (number(offset, 4) != kDirectoryEntry) refuse("{}: damaged zip archive: no directory entry", bytes_.name);
    ZipEntry entry;
    const std::uint64_t flags = number(offset + 8, 2);
    entry.method = static_cast<unsigned>(number(offset + 10, 2));
    entry.crc = static_cast<std::uint32_t>(number(offset + 16, 4));
    entry.packed_size = number(offset + 20, 4);
    entry.size = number(offset + 24, 4);
    entry.offset = number(offset + 42, 4);
    const std::uint64_t name_size = number(offset + 28, 2), extra_size = number(offset + 30, 2);
    const std::uint64_t after = offset + 46 + name_size + extra_size + number(offset + 32, 2);
    if (after > bytes_.data.size()) refuse("{}: damaged zip archive: it ends too early", bytes_.name);
    entry.name = bytes_.text().substr(offset + 46, name_size);
    if ((flags & 1) != 0) refuse("{}: entry {} is encrypted", bytes_.name, shown(entry.name));
    read_wide_sizes(entry, offset + 46 + name_size, extra_size);
    offset = after;
    return entry;
}

/// Sizes beyond 32 bits are in an extra field, only those that need it, in a fixed order.
void ZipReader::read_wide_sizes(ZipEntry& entry, std::uint64_t extra, std::uint64_t extra_size) const {
    const std::uint64_t end = extra + extra_size;
    while (extra + 4 <= end) {
        const std::uint64_t kind = number(extra, 2), size = number(extra + 2, 2);
        const std::uint64_t field_end = std::min(end, extra + 4 + size);
        std::uint64_t place = extra + 4;
        for (std::uint64_t* value : {&entry.size, &entry.packed_size, &entry.offset}) {
            if (kind != 1 || *value != kWide || place + 8 > field_end) continue;
            *value = number(place, 8);
            place += 8;
        }
        extra = field_end;
    }
}

const ZipEntry* ZipReader::find(std::string_view name) const noexcept {
    const auto found = std::find_if(entries_.begin(), entries_.end(), [&](const auto& e) { return e.name == name; });
    return found == entries_.end() ? nullptr : &*found;
}

std::span<const char> ZipReader::packed(const ZipEntry& entry) const {
    if (number(entry.offset, 4) != kLocalHeader) {
        refuse("{}: damaged zip archive: entry {} is not where the directory says", bytes_.name, shown(entry.name));
    }
    const std::uint64_t begin = entry.offset + 30 + number(entry.offset + 26, 2) + number(entry.offset + 28, 2);
    if (begin > bytes_.data.size() || entry.packed_size > bytes_.data.size() - begin) {
        refuse("{}: damaged zip archive: entry {} ends beyond the file", bytes_.name, shown(entry.name));
    }
    return bytes_.data.subspan(begin, entry.packed_size);
}

void ZipReader::spend(const ZipEntry& entry) {
    if (entry.size / kMostExpansion > entry.packed_size + 1 || entry.size > budget_) {
        refuse("{}: entry {} claims {} bytes from {}; expected less from a file of {} bytes", bytes_.name,
               shown(entry.name), entry.size, entry.packed_size, bytes_.data.size());
    }
    require_room({bytes_.data, bytes_.name, {}, memory_}, entry.size);
    budget_ -= entry.size;
    if (memory_ != SIZE_MAX) memory_ -= entry.size;
}

Bytes ZipReader::read(const ZipEntry& entry) {
    Bytes content{packed(entry), fmt::format("{} ({})", bytes_.name, valid_utf8(entry.name)), bytes_.owner};
    if (entry.method == 8) {
        spend(entry);
        auto inflated = std::make_shared<std::vector<char>>(entry.size);
        if (!inflate_into(content.data, *inflated)) {
            refuse("{}: damaged compressed data; expected {} bytes", content.name, entry.size);
        }
        content.data = *inflated;
        content.owner = std::move(inflated);
        content.unfolded = budget_;
    } else if (entry.method != 0) {
        refuse("{}: compression method {}; expected stored or deflate", content.name, entry.method);
    } else if (entry.size != entry.packed_size) {
        refuse("{}: {} stored bytes; expected {}", content.name, entry.packed_size, entry.size);
    }
    content.memory = memory_;
    if (checksum(content.data) != entry.crc) refuse("{}: the checksum is wrong: the file is damaged", content.name);
    return content;
}

}  // namespace io
}  // namespace v1
}  // namespace mvlink
