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
void unshuffle(std::string_view shuffled, std::size_t size, char* plain) {
    const std::size_t count = shuffled.size() / size;
    constexpr std::size_t kTogether = 4096;  // elements that stay in the cache
    for (std::size_t first = 0; first < count; first += kTogether) {
        const std::size_t end = std::min(count, first + kTogether);
        for (std::size_t byte = 0; byte < size; ++byte) {
            for (std::size_t i = first; i < end; ++i)
                plain[i * size + byte] = shuffled[byte * count + i];
        }
    }
    std::copy(shuffled.begin() + static_cast<std::ptrdiff_t>(count * size), shuffled.end(), plain + count * size);
}

/// The chunks of a dataset, put together.
class Chunks {
public:
    Chunks(const File& file, const Object& dataset, const std::string& what, char* out)
        : file_(file), dataset_(dataset), what_(what), out_(out) {
        require_shape();
        const std::size_t unpacking = 2 * (chunk_bytes_ + kChecksum);
        file.room().take(unpacking);
        if (dataset.layout.address != kUndefined) walk(dataset.layout.address, 0);
        file.room().give_back(unpacking);
    }

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
                const std::string_view part = file_.part(child, stored);
                place(unpacked(part, static_cast<std::uint32_t>(skipped)), offset);
                file_.use_up(part);
            }
        }
    }

    /// Filters are undone from the last to the first; the mask tells which were not applied.
    std::string_view unpacked(std::string_view stored, std::uint32_t skipped) {
        file_.count_work(chunk_bytes_ + stored.size());
        std::string_view data = stored;
        for (std::size_t i = dataset_.filters.size(); i-- > 0;) {
            if (i < 32 && (skipped >> i & 1U) != 0) continue;
            const Filter& filter = dataset_.filters[i];
            if (filter.id == kFletcher) {
                if (data.size() < kChecksum) fail("one is cut");
                data.remove_suffix(kChecksum);
            } else if (filter.id == kDeflate) {
                const std::size_t most = chunk_bytes_ + kChecksum;
                inflated_.resize(most);
                const auto made = inflate_zlib(Part(data), inflated_, most);
                if (!made) fail("gzip data");
                data = {inflated_.data(), *made};
            } else if (filter.id == kShuffle && dataset_.type.size > 1) {
                data = data.substr(0, chunk_bytes_ + kChecksum);
                plain_.resize(data.size());
                unshuffle(data, dataset_.type.size, plain_.data());
                data = {plain_.data(), plain_.size()};
            }
        }
        if (data.size() < chunk_bytes_) fail("one is cut");
        return data;
    }

    /// Copies the part of a chunk that lies inside the dataset, a run of the last dimension at a time.
    void place(std::string_view chunk, const std::vector<Index>& offset) {
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
                        static_cast<std::size_t>(run) * element, out_ + static_cast<std::size_t>(to) * element);
            std::size_t d = rank - 1;
            while (d-- > 0) {
                if (++at[d] < std::min(size[d], dims[d] - offset[d])) break;
                at[d] = 0;
            }
            if (d == static_cast<std::size_t>(-1)) return;
        }
    }

    static constexpr std::size_t kMostOfChunk = std::size_t{1} << 30, kChecksum = 4;
    const File& file_;
    const Object& dataset_;
    const std::string& what_;
    std::size_t chunk_bytes_ = 0;
    Index most_chunks_ = 1, chunks_ = 0;
    std::set<std::uint64_t> seen_;
    char* out_;
    std::vector<char> inflated_, plain_;
};

NumberType number_type(const ElementType& type) {
    const bool is_integer = type.kind == ElementType::Kind::integer;
    const auto kind = is_integer                             ? NumberType::Kind::integer
                      : type.kind == ElementType::Kind::real ? NumberType::Kind::real
                                                             : NumberType::Kind::none;
    return {kind, type.size, type.is_signed, type.big_endian};
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

StoredNumbers File::in_memory_of_its_own(std::size_t bytes) const {
    room_.take(bytes);
    std::shared_ptr<char> memory = own_pages(bytes);
    return {Part({memory.get(), bytes}, memory, true), {}};
}

/// Where it is, unless another dataset is there too: an object may have several names, and each view uses its own up.
StoredNumbers File::contiguous(std::string_view part) const {
    const auto begin = static_cast<std::size_t>(part.data() - bytes_.data.data());
    if (!bytes_.is_pages || used_.take(begin, begin + part.size()))
        return {Part(part, bytes_.owner, bytes_.is_pages), {}};
    count_work(part.size());
    StoredNumbers copy = in_memory_of_its_own(part.size());
    std::copy(part.begin(), part.end(), const_cast<char*>(copy.part.data()));
    return copy;
}

StoredNumbers File::chunked(const Object& dataset, const std::string& what, std::size_t bytes) const {
    StoredNumbers made = in_memory_of_its_own(bytes);
    auto* out = const_cast<char*>(made.part.data());
    const auto known = from_chunks_.find(dataset.layout.address);
    if (bytes_.is_pages && known != from_chunks_.end() && known->second.part.size() == bytes) {
        count_work(bytes);
        known->second.part.copy(0, {out, bytes});
        return made;
    }
    Chunks(*this, dataset, what, out);
    from_chunks_.emplace(dataset.layout.address, made);
    return made;
}

StoredNumbers File::raw_elements(const Object& dataset, const std::string& what) const {
    const std::size_t bytes = static_cast<std::size_t>(count_of(*this, dataset, what)) * dataset.type.size;
    const Layout& layout = dataset.layout;
    if (bytes == 0) return {};
    const auto require_bytes = [&](std::uint64_t found) {
        if (found < bytes) refuse("{} {}: {} bytes of values; expected {}", bytes_.name, what, found, bytes);
    };
    if (layout.kind == Layout::Kind::chunked) return chunked(dataset, what, bytes);
    if (layout.kind == Layout::Kind::compact) {
        require_bytes(layout.compact.size());
        return {Part(layout.compact.substr(0, bytes), bytes_.owner), {}};
    }
    if (layout.address == kUndefined) return in_memory_of_its_own(bytes);  // nothing was written: all zero
    require_bytes(layout.size);
    return contiguous(part(layout.address, bytes));
}

StoredNumbers File::numbers(const Object& dataset, const std::string& what) const {
    const NumberType type = number_type(dataset.type);
    if (!type.is_read()) refuse("{} {}: elements that are not numbers of 1 to 8 bytes", bytes_.name, what);
    require_budget(count_of(*this, dataset, what), what);
    StoredNumbers found = raw_elements(dataset, what);
    found.type = type;
    return found;
}

std::vector<std::uint64_t> File::references(const Object& dataset, const std::string& what) const {
    constexpr Index kMost = 100'000;
    if (dataset.type.kind != ElementType::Kind::reference || dataset.type.size != 8 ||
        count_of(*this, dataset, what) > kMost) {
        refuse("{} {}: expected references to at most {} objects", bytes_.name, what, kMost);
    }
    require_budget(count_of(*this, dataset, what), what);
    const StoredNumbers raw = raw_elements(dataset, what);
    Cursor cursor(*this, {raw.part.data(), raw.part.size()});
    std::vector<std::uint64_t> addresses;
    while (cursor.left() >= 8)
        addresses.push_back(cursor.number(8));
    return addresses;
}

}  // namespace io::hdf5
}  // namespace v1
}  // namespace mvlink
