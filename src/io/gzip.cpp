#include "io/gzip.hpp"

#include "io/text.hpp"

#include <zlib.h>

#include <algorithm>
#include <array>
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

/// Inflates streams that follow each other.
class Inflater {
public:
    /// `most`: bytes that the content may take, with what is copied while it grows.
    Inflater(int window, std::size_t most, std::vector<char>& out) : out_(out), most_(most) {
        if (inflateInit2(&stream_, window) != Z_OK) throw Error{ErrorCode::internal, "zlib: out of memory"};
    }
    ~Inflater() { inflateEnd(&stream_); }
    Inflater(const Inflater&) = delete;
    Inflater& operator=(const Inflater&) = delete;

    Unpacked unpack(std::span<const char> in) {
        int status = Z_OK;
        while (!in.empty()) {
            const std::size_t now = std::min<std::size_t>(in.size(), std::numeric_limits<uInt>::max());
            const std::size_t before = out_.size();
            if (!step(in.first(now), status)) return Unpacked::too_large;
            in = in.subspan(now - stream_.avail_in);
            if (status == Z_STREAM_END && !in.empty()) status = inflateReset(&stream_);
            const bool is_stuck = status == Z_BUF_ERROR && out_.size() == before;
            if ((status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR) || is_stuck)
                return Unpacked::damaged;
        }
        for (std::size_t before = SIZE_MAX; status == Z_OK && before != out_.size();) {  // what the window still holds
            before = out_.size();
            if (!step({}, status)) return Unpacked::too_large;
        }
        return status == Z_STREAM_END ? Unpacked::whole : Unpacked::cut;
    }

private:
    /// Unpacks up to a block. False if there is no room for it.
    bool step(std::span<const char> in, int& status) {
        stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(in.data()));
        stream_.avail_in = static_cast<uInt>(in.size());
        stream_.next_out = reinterpret_cast<Bytef*>(block_.data());
        stream_.avail_out = static_cast<uInt>(block_.size());
        status = inflate(&stream_, Z_NO_FLUSH);
        const std::size_t made = block_.size() - stream_.avail_out;
        if (!grow(made)) return false;
        out_.insert(out_.end(), block_.data(), block_.data() + made);
        return true;
    }

    /// Twice the room, or what is left: the old content stays until it is copied.
    bool grow(std::size_t more) {
        const std::size_t needed = out_.size() + more, have = out_.capacity();
        if (needed > most_) return false;
        if (needed <= have) return true;
        const std::size_t next = std::min(std::max(needed, 2 * have), most_ - std::min(most_, have));
        if (next < needed) return false;
        out_.reserve(next);
        return true;
    }

    z_stream stream_{};
    std::vector<char> block_ = std::vector<char>(kBlock);
    std::vector<char>& out_;
    std::size_t most_;
};

constexpr std::size_t kAtOnce = std::size_t{1} << 20;

/// One stream of zlib, from parts of memory into others.
class ZlibStream {
public:
    ZlibStream() {
        if (inflateInit2(&stream_, kZlib) != Z_OK) throw Error{ErrorCode::internal, "zlib: out of memory"};
    }
    ~ZlibStream() { inflateEnd(&stream_); }
    ZlibStream(const ZlibStream&) = delete;
    ZlibStream& operator=(const ZlibStream&) = delete;

    struct Step {
        int status;
        std::size_t read, made;
    };
    /// Both parts up to the sizes of zlib's own type.
    Step inflate(std::span<const char> in, std::span<char> out) {
        stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(in.data()));
        stream_.avail_in = static_cast<uInt>(in.size());
        stream_.next_out = reinterpret_cast<Bytef*>(out.data());
        stream_.avail_out = static_cast<uInt>(out.size());
        const int status = ::inflate(&stream_, Z_NO_FLUSH);
        return {status, in.size() - stream_.avail_in, out.size() - stream_.avail_out};
    }

private:
    z_stream stream_{};
};

/// The size of the content, by the last bytes of the file; a file of several parts states less, a damaged one anything.
std::size_t stated_size(std::span<const char> packed) {
    if (packed.size() < 4) return 0;
    std::size_t size = 0;
    for (std::size_t i = 1; i <= 4; ++i)
        size = size << 8 | static_cast<unsigned char>(packed[packed.size() - i]);
    return size;
}

bool has_gzip_mark(const Bytes& bytes) {
    return bytes.text().starts_with("\x1F\x8B");
}

}  // namespace

Bytes gunzipped(const Bytes& bytes) {
    if (!has_gzip_mark(bytes)) refuse("{}: not a gzip file; expected it to begin with 1F 8B", bytes.name);
    const std::size_t most = std::min(bytes.memory, kAlwaysUnpacked + kUnpackedPerByte * bytes.data.size());
    auto content = std::make_shared<std::vector<char>>();
    content->reserve(std::min(most, stated_size(bytes.data)));
    const Unpacked outcome = Inflater(kGzip, most, *content).unpack(bytes.data);
    if (outcome == Unpacked::damaged) refuse("{}: damaged gzip data", bytes.name);
    if (outcome == Unpacked::cut) refuse("{}: the gzip data end too early: the file is cut", bytes.name);
    if (outcome == Unpacked::too_large && most == bytes.memory) require_room(bytes, stated_size(bytes.data) + most);
    if (outcome == Unpacked::too_large) {
        refuse("{}: unpacks to more than {} MB; expected at most that for {} bytes", bytes.name, most >> 20,
               bytes.data.size());
    }
    const bool has_ending = lower_case(bytes.name).ends_with(".gz");
    Bytes unpacked{*content, has_ending ? bytes.name.substr(0, bytes.name.size() - 3) : bytes.name, content};
    unpacked.memory = bytes.memory == SIZE_MAX ? SIZE_MAX : bytes.memory - std::min(bytes.memory, content->capacity());
    return unpacked;
}

Bytes open_unpacked(const std::filesystem::path& file, std::size_t memory) {
    Bytes bytes = open_bytes(file, memory);
    const bool is_packed = lower_case(bytes.name).ends_with(".gz") || (file == "-" && has_gzip_mark(bytes));
    return is_packed ? gunzipped(bytes) : bytes;
}

std::optional<std::size_t> inflate_zlib(const Part& packed, std::span<char> out, std::size_t most) {
    ZlibStream stream;
    std::array<char, 1024> beyond;  // what does not fit is counted only
    std::string buffer;
    std::size_t made = 0;
    int status = Z_OK;
    for (std::size_t first = 0; first < packed.size() && status != Z_STREAM_END; first += kAtOnce) {
        std::span<const char> block = packed.look(first, std::min(kAtOnce, packed.size() - first), buffer);
        while (status != Z_STREAM_END) {
            std::span<char> room = made < out.size() ? out.subspan(made) : std::span<char>(beyond);
            room = room.first(std::min(kAtOnce, room.size()));
            const auto step = stream.inflate(block, room);
            status = step.status;
            made += step.made;
            block = block.subspan(step.read);
            if (made > most || (status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR)) return std::nullopt;
            if (step.made < room.size()) break;  // it needs more to read
        }
        packed.give_back(first, std::min(kAtOnce, packed.size() - first));
    }
    return status == Z_STREAM_END ? std::optional(made) : std::nullopt;
}

bool inflate_begin(const Part& packed, std::span<char> out) {
    constexpr std::size_t kEnough = 4096;
    std::string buffer;
    ZlibStream stream;
    const auto step = stream.inflate(packed.look(0, std::min(kEnough, packed.size()), buffer), out);
    return step.made == out.size();
}

}  // namespace io
}  // namespace v1
}  // namespace mvlink
