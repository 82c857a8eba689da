#include "io/gzip.hpp"

#include "io/text.hpp"

#include <zlib.h>

#include <algorithm>
#include <limits>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace io {

namespace {

constexpr std::size_t kBlock = std::size_t{1} << 18;
constexpr std::size_t kAlwaysUnpacked = std::size_t{64} << 20;
constexpr std::size_t kUnpackedPerByte = 100;  // text shrinks to a tenth; a bomb to a thousandth
constexpr int kGzip = 16 + MAX_WBITS, kZlib = MAX_WBITS;

enum class Unpacked { whole, damaged, cut, too_large };

/// Inflates one stream after the other until `in` is used up.
template <class Container>
Unpacked unpack(std::span<const char> in, int window, std::size_t most, Container& out) {
    z_stream stream{};
    if (inflateInit2(&stream, window) != Z_OK) throw Error{ErrorCode::internal, "zlib: out of memory"};
    std::vector<char> block(kBlock);
    int status = Z_OK;
    Unpacked outcome = Unpacked::whole;
    while (outcome == Unpacked::whole && !in.empty()) {
        const std::size_t now = std::min<std::size_t>(in.size(), std::numeric_limits<uInt>::max());
        stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(in.data()));
        stream.avail_in = static_cast<uInt>(now);
        stream.next_out = reinterpret_cast<Bytef*>(block.data());
        stream.avail_out = static_cast<uInt>(block.size());
        status = inflate(&stream, Z_NO_FLUSH);
        in = in.subspan(now - stream.avail_in);
        const std::size_t made = block.size() - stream.avail_out;
        if (out.size() + made > most) outcome = Unpacked::too_large;
        if (outcome == Unpacked::whole) out.insert(out.end(), block.data(), block.data() + made);
        if (status == Z_STREAM_END && !in.empty()) status = inflateReset(&stream);
        const bool is_stuck = status == Z_BUF_ERROR && made == 0;
        if ((status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR) || is_stuck)
            outcome = Unpacked::damaged;
    }
    // What the window still holds when the input is used up.
    while (outcome == Unpacked::whole && status == Z_OK) {
        stream.avail_in = 0;
        stream.next_out = reinterpret_cast<Bytef*>(block.data());
        stream.avail_out = static_cast<uInt>(block.size());
        status = inflate(&stream, Z_NO_FLUSH);
        const std::size_t made = block.size() - stream.avail_out;
        if (out.size() + made > most) outcome = Unpacked::too_large;
        if (outcome == Unpacked::whole) out.insert(out.end(), block.data(), block.data() + made);
        if (made == 0) break;
    }
    inflateEnd(&stream);
    if (outcome == Unpacked::whole && status != Z_STREAM_END) return Unpacked::cut;
    return outcome;
}

bool has_gzip_mark(const Bytes& bytes) {
    return bytes.text().starts_with("\x1F\x8B");
}

}  // namespace

Bytes gunzipped(const Bytes& bytes) {
    if (!has_gzip_mark(bytes)) refuse("{}: not a gzip file; expected it to begin with 1F 8B", bytes.name);
    const std::size_t most = std::min(bytes.memory, kAlwaysUnpacked + kUnpackedPerByte * bytes.data.size());
    auto content = std::make_shared<std::vector<char>>();
    const Unpacked outcome = unpack(bytes.data, kGzip, most, *content);
    if (outcome == Unpacked::damaged) refuse("{}: damaged gzip data", bytes.name);
    if (outcome == Unpacked::cut) refuse("{}: the gzip data end too early: the file is cut", bytes.name);
    if (outcome == Unpacked::too_large) {
        refuse("{}: unpacks to more than {} MB; expected at most that for {} bytes", bytes.name, most >> 20,
               bytes.data.size());
    }
    const bool has_ending = lower_case(bytes.name).ends_with(".gz");
    Bytes unpacked{*content, has_ending ? bytes.name.substr(0, bytes.name.size() - 3) : bytes.name, content};
    unpacked.memory = bytes.memory;
    return unpacked;
}

Bytes open_unpacked(const std::filesystem::path& file, std::size_t memory) {
    Bytes bytes = open_bytes(file, memory);
    const bool is_packed = lower_case(bytes.name).ends_with(".gz") || (file == "-" && has_gzip_mark(bytes));
    return is_packed ? gunzipped(bytes) : bytes;
}

bool inflate_zlib(std::span<const char> packed, std::size_t most, std::string& out) {
    return unpack(packed, kZlib, most, out) == Unpacked::whole;
}

}  // namespace io
}  // namespace v1
}  // namespace mvlink
