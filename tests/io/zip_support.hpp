#pragma once

#include <zlib.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace mvlink::test {

struct ZipPart {
    std::string name;
    std::string content;
    bool deflated = false;
    std::uint32_t wrong_crc = 0;     ///< flips bits of the checksum
    std::int64_t claimed_size = -1;  ///< -1: the true one
    int flags = 0;
    int method = -1;  ///< -1: as deflated says
};

inline std::string deflate_raw(const std::string& text) {
    z_stream stream{};
    deflateInit2(&stream, 9, Z_DEFLATED, -MAX_WBITS, 9, Z_DEFAULT_STRATEGY);
    std::string out(deflateBound(&stream, text.size()) + 16, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    deflate(&stream, Z_FINISH);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return out;
}

/// A zip archive written apart from the code under test.
inline std::string zip(const std::vector<ZipPart>& parts) {
    const auto put = [](std::string& out, std::uint64_t value, int width) {
        for (int i = 0; i < width; ++i)
            out += static_cast<char>((value >> (8 * i)) & 0xFF);
    };
    std::string out, directory;
    for (const ZipPart& part : parts) {
        const std::string packed = part.deflated ? deflate_raw(part.content) : part.content;
        const auto crc =
            crc32(0, reinterpret_cast<const Bytef*>(part.content.data()), static_cast<uInt>(part.content.size())) ^
            part.wrong_crc;
        const auto size = part.claimed_size < 0 ? part.content.size() : static_cast<std::uint64_t>(part.claimed_size);
        std::string shared;
        put(shared, 20, 2);
        put(shared, static_cast<std::uint64_t>(part.flags), 2);
        put(shared, part.method >= 0 ? static_cast<std::uint64_t>(part.method) : part.deflated ? 8 : 0, 2);
        put(shared, 0, 4);
        put(shared, crc, 4);
        put(shared, packed.size(), 4);
        put(shared, size, 4);
        put(shared, part.name.size(), 2);
        put(shared, 0, 2);
        put(directory, 0x02014b50, 4);
        put(directory, 20, 2);
        directory += shared;
        put(directory, 0, 8);
        put(directory, 0, 2);
        put(directory, out.size(), 4);
        directory += part.name;
        put(out, 0x04034b50, 4);
        out += shared + part.name + packed;
    }
    const std::size_t offset = out.size();
    out += directory;
    put(out, 0x06054b50, 4);
    put(out, 0, 4);
    put(out, parts.size(), 2);
    put(out, parts.size(), 2);
    put(out, directory.size(), 4);
    put(out, offset, 4);
    put(out, 0, 2);
    return out;
}

}  // namespace mvlink::test
