#include "io/gzip.hpp"
#include "io/hdf5/cursor.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <set>

namespace mvlink {
inline namespace v1 {
namespace io::hdf5 {
namespace {

constexpr int kDeflate = 1, kShuffle = 2, kFletcher = 3;

std::string_view filter_name(int id) {
    switch (id) {
        case 4:
            return "szip";
        case 5:
            return "nbit";
        case 6:
            return "scaleoffset";
        case 32000:
            return "lzf";
        case 32001:
            return "blosc";
        case 32015:
            return "zstd";
        default:
            return "unknown";
    }
}

/// Elements of a dataset whose bytes were sorted by their significance.
std::vector<char> unshuffled(const std::vector<char>& shuffled, std::size_t size) {
    const std::size_t count = shuffled.size() / size;
    std::vector<char> plain = shuffled;
    for (std::size_t byte = 0; byte < size; ++byte) {
        for (std::size_t i = 0; i < count; ++i)
            plain[i * size + byte] = shuffled[byte * count + i];
    }
    return plain;
}

/// The chunks of a dataset, put together.
class Chunks {
public:
    Chunks(const File& file, const Object& dataset, const std::string& what, std::size_t bytes)
        : file_(file), dataset_(dataset), what_(what) {
        require_shape();
        const std::size_t unpacking = 2 * chunk_bytes_;
        file.room().take(unpacking);
        data_.assign(bytes, '\0');
        if (dataset.layout.address != kUndefined) walk(dataset.layout.address, 0);
        file.room().give_back(unpacking);
    }

    std::string take() { return std::move(data_); }

private:
    [[noreturn]] void fail(std::string_view why) const {
        refuse("{} {}: damaged chunks: {}", file_.bytes().name, what_, why);
    }

    void require_shape() {
        const auto& [dims, chunk] = std::pair(dataset_.dims, dataset_.layout.chunk);
        if (chunk.size() != dims.size() || dims.empty()) fail("they have another number of dimensions");
        chunk_bytes_ = dataset_.type.size;
        for (std::size_t d = 0; d < dims.size(); ++d) {
            if (chunk[d] < 1) fail("one is empty");
            if (chunk_bytes_ > kMostOfChunk / static_cast<std::size_t>(chunk[d])) fail("one is too large");
            chunk_bytes_ *= static_cast<std::size_t>(chunk[d]);
            most_chunks_ *= (dims[d] + chunk[d] - 1) / chunk[d];
        }
        std::set<int> filters;
        for (const Filter& filter : dataset_.filters) {
            if (!filters.insert(filter.id).second) fail("a filter is applied twice");
            if (filter.id >= kDeflate && filter.id <= kFletcher) continue;
            refuse("{} {}: compressed by filter {} ({}); expected gzip, or none", file_.bytes().name, what_, filter.id,
                   filter_name(filter.id));
        }
    }

    void walk(std::uint64_t address, int depth) {
        if (depth > kDeepestTree || !seen_.insert(address).second) fail("their index contains itself");
        Cursor node(file_, file_.from(address));
        node.expect("TREE");
        if (node.byte() != 1) fail("their index is something else");
        const int level = node.byte();
        const std::uint64_t entries = node.number(2);
        node.skip(16);
        for (std::uint64_t i = 0; i < entries; ++i) {
            const std::uint64_t stored = node.number(4), skipped = node.number(4);
            std::vector<Index> offset;
            for (std::size_t d = 0; d < dataset_.dims.size(); ++d)
                offset.push_back(static_cast<Index>(node.number(8)));
            node.skip(8);  // of the element
            const std::uint64_t child = node.number(8);
            if (level > 0) {
                walk(child, depth + 1);
            } else {
                if (++chunks_ > most_chunks_) fail("more than the data need");
                place(unpacked(file_.part(child, stored), static_cast<std::uint32_t>(skipped)), offset);
            }
        }
    }

    /// Filters are undone from the last to the first; the mask tells which were not applied.
    std::vector<char> unpacked(std::string_view stored, std::uint32_t skipped) const {
        file_.count_work(chunk_bytes_ + stored.size());
        std::vector<char> data(stored.begin(), stored.end());
        for (std::size_t i = dataset_.filters.size(); i-- > 0;) {
            if (i < 32 && (skipped >> i & 1U) != 0) continue;
            const Filter& filter = dataset_.filters[i];
            if (filter.id == kFletcher) {
                if (data.size() < 4) fail("one is cut");
                data.resize(data.size() - 4);
            } else if (filter.id == kDeflate) {
                std::vector<char> inflated;
                inflated.reserve(chunk_bytes_ + 4);
                if (!inflate_zlib(data, chunk_bytes_ + 4, inflated)) fail("gzip data");
                data = std::move(inflated);
            } else if (filter.id == kShuffle && dataset_.type.size > 1) {
                data = unshuffled(data, dataset_.type.size);
            }
        }
        if (data.size() < chunk_bytes_) fail("one is cut");
        return data;
    }

    /// Copies the part of a chunk that lies inside the dataset, a run of the last dimension at a time.
    void place(const std::vector<char>& chunk, const std::vector<Index>& offset) {
        const std::vector<Index>&dims = dataset_.dims, &size = dataset_.layout.chunk;
        const std::size_t rank = dims.size(), element = dataset_.type.size;
        for (std::size_t d = 0; d < rank; ++d) {
            if (offset[d] < 0 || offset[d] >= dims[d]) fail("one lies outside");
        }
        const Index run = std::min(size[rank - 1], dims[rank - 1] - offset[rank - 1]);
        std::vector<Index> at(rank, 0);
        while (true) {
            Index from = 0, to = 0;
            for (std::size_t d = 0; d < rank; ++d) {
                from = from * size[d] + at[d];
                to = to * dims[d] + offset[d] + at[d];
            }
            std::copy_n(chunk.data() + static_cast<std::size_t>(from) * element,
                        static_cast<std::size_t>(run) * element, data_.data() + static_cast<std::size_t>(to) * element);
            std::size_t d = rank - 1;
            while (d-- > 0) {
                if (++at[d] < std::min(size[d], dims[d] - offset[d])) break;
                at[d] = 0;
            }
            if (d == static_cast<std::size_t>(-1)) return;
        }
    }

    static constexpr std::size_t kMostOfChunk = std::size_t{1} << 30;
    const File& file_;
    const Object& dataset_;
    const std::string& what_;
    std::size_t chunk_bytes_ = 0;
    Index most_chunks_ = 1, chunks_ = 0;
    std::set<std::uint64_t> seen_;
    std::string data_;
};

double number_at(const char* raw, const ElementType& type) {
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < type.size; ++i) {
        const std::size_t at = type.big_endian ? i : type.size - 1 - i;
        bits = bits << 8 | static_cast<unsigned char>(raw[at]);
    }
    if (type.kind == ElementType::Kind::real) {
        return type.size == 4 ? static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)))
                              : std::bit_cast<double>(bits);
    }
    if (!type.is_signed) return static_cast<double>(bits);
    const auto unused = static_cast<int>(64 - 8 * type.size);
    return static_cast<double>(static_cast<std::int64_t>(bits << unused) >> unused);
}

Index count_of(const File& file, const Object& dataset, const std::string& what) {
    Index count = 1;
    for (const Index size : dataset.dims) {
        if (size > 0 && count > std::numeric_limits<Index>::max() / 16 / size)
            refuse("{} {}: more elements than can be counted", file.bytes().name, what);
        count *= size;
    }
    return count;
}

}  // namespace

std::string File::raw_elements(const Object& dataset, const std::string& what) const {
    const std::size_t bytes = static_cast<std::size_t>(count_of(*this, dataset, what)) * dataset.type.size;
    const Layout& layout = dataset.layout;
    if (bytes == 0) return {};
    const auto require_bytes = [&](std::uint64_t found) {
        if (found < bytes) refuse("{} {}: {} bytes of values; expected {}", bytes_.name, what, found, bytes);
    };
    if (layout.kind == Layout::Kind::chunked) return Chunks(*this, dataset, what, bytes).take();
    if (layout.kind == Layout::Kind::compact) {
        require_bytes(layout.compact.size());
        return std::string(layout.compact.substr(0, bytes));
    }
    if (layout.address == kUndefined) return std::string(bytes, '\0');  // nothing was written: all zero
    require_bytes(layout.size);
    return std::string(part(layout.address, bytes));
}

std::vector<double> File::numbers(const Object& dataset, const std::string& what) const {
    const ElementType& type = dataset.type;
    const bool is_integer = type.kind == ElementType::Kind::integer &&
                            (type.size == 1 || type.size == 2 || type.size == 4 || type.size == 8);
    const bool is_real = type.kind == ElementType::Kind::real && (type.size == 4 || type.size == 8);
    if (!is_integer && !is_real) refuse("{} {}: elements that are not numbers of 1 to 8 bytes", bytes_.name, what);
    const Index count = count_of(*this, dataset, what);
    require_budget(count, what);
    const std::size_t stored_bytes = static_cast<std::size_t>(count) * type.size;
    room_.take(static_cast<std::size_t>(count) * sizeof(double) + stored_bytes);
    const std::string raw = raw_elements(dataset, what);
    std::vector<double> values(count);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = number_at(raw.data() + i * type.size, type);
    room_.give_back(stored_bytes);
    return values;
}

std::vector<std::uint64_t> File::references(const Object& dataset, const std::string& what) const {
    constexpr Index kMost = 100'000;
    if (dataset.type.kind != ElementType::Kind::reference || dataset.type.size != 8 ||
        count_of(*this, dataset, what) > kMost) {
        refuse("{} {}: expected references to at most {} objects", bytes_.name, what, kMost);
    }
    require_budget(count_of(*this, dataset, what), what);
    const std::string raw = raw_elements(dataset, what);
    Cursor cursor(*this, raw);
    std::vector<std::uint64_t> addresses;
    while (cursor.left() >= 8)
        addresses.push_back(cursor.number(8));
    return addresses;
}

}  // namespace io::hdf5
}  // namespace v1
}  // namespace mvlink
