#include "io/hdf5/file.hpp"

#include "io/hdf5/cursor.hpp"
#include "io/hdf5/header.hpp"

#include <algorithm>
#include <iterator>
#include <set>

namespace mvlink {
inline namespace v1 {
namespace io::hdf5 {
namespace {

using namespace std::string_view_literals;

constexpr auto kSignature = "\x89HDF\r\n\x1a\n"sv;

/// Where the superblock begins: at 0, 512, 1024, 2048, ..; npos: nowhere.
std::size_t find_superblock(std::string_view text) {
    constexpr std::size_t kLast = std::size_t{1} << 20;
    for (std::size_t at = 0; at < text.size() && at <= kLast; at = at == 0 ? 512 : 2 * at) {
        if (text.substr(at).starts_with(kSignature)) return at;
    }
    return std::string_view::npos;
}

/// The members of a group, from its tree of symbol tables.
class SymbolTree {
public:
    SymbolTree(const File& file, const Object& group) : file_(file) {
        const int size = file.address_size();
        Cursor heap(file, file.from(group.heap));
        heap.expect("HEAP");
        heap.skip(4);
        const std::uint64_t bytes = heap.number(size);
        heap.skip(static_cast<std::size_t>(size));
        names_ = file.part(heap.number(size), bytes);
        walk(group.tree, 0);
    }

    std::vector<std::pair<std::string, std::uint64_t>> found;

private:
    void walk(std::uint64_t address, int depth) {
        if (depth > kDeepestTree || !seen_.insert(address).second)
            refuse("{}: a damaged HDF5 file: a group that contains itself", file_.bytes().name);
        const int size = file_.address_size();
        Cursor node(file_, file_.from(address));
        node.expect("TREE");
        if (node.byte() != 0) refuse("{}: a damaged HDF5 file: a group without members", file_.bytes().name);
        const int level = node.byte();
        const std::uint64_t entries = node.number(2);
        node.skip(2 * static_cast<std::size_t>(size));
        for (std::uint64_t i = 0; i < entries; ++i) {
            node.skip(static_cast<std::size_t>(size));  // the key
            const std::uint64_t child = node.number(size);
            if (level > 0) {
                walk(child, depth + 1);
            } else {
                add_symbols(child);
            }
        }
    }

    void add_symbols(std::uint64_t address) {
        if (!seen_.insert(address).second)
            refuse("{}: a damaged HDF5 file: a group that contains itself", file_.bytes().name);
        const int size = file_.address_size();
        Cursor node(file_, file_.from(address));
        node.expect("SNOD");
        node.skip(2);
        const std::uint64_t symbols = node.number(2);
        for (std::uint64_t i = 0; i < symbols; ++i) {
            const std::uint64_t offset = node.number(size);
            const std::uint64_t header = node.number(size);
            node.skip(24);
            if (offset >= names_.size()) refuse("{}: a damaged HDF5 file: a name is missing", file_.bytes().name);
            const std::string_view rest = names_.substr(offset), name = rest.substr(0, rest.find('\0'));
            file_.count_work(name.size());
            file_.room().take(sizeof(found[0]) + name.size());
            found.emplace_back(name, header);
        }
    }

    const File& file_;
    std::string_view names_;
    std::set<std::uint64_t> seen_;
};

}  // namespace

bool File::is_one(std::string_view text) {
    return find_superblock(text) != std::string_view::npos;
}

File::File(const Bytes& bytes) : bytes_(bytes), room_(bytes) {
    const std::size_t begin = find_superblock(bytes.text());
    if (begin == std::string_view::npos) refuse("{}: not an HDF5 file; expected it to begin with 89 HDF", bytes.name);
    constexpr std::size_t kAlways = std::size_t{64} << 20, kPerByte = 100;
    budget_ = work_ = kAlways + kPerByte * bytes.data.size();
    read_superblock(begin);
}

void File::require_budget(Index elements, const std::string& what) const {
    const auto needed = static_cast<std::size_t>(elements) * sizeof(double);
    if (needed > budget_)
        refuse("{} {}: {} MB of values; expected fewer from so small a file", bytes_.name, what, needed >> 20);
    budget_ -= needed;
}

void File::count_work(std::size_t bytes) const {
    if (bytes > work_) refuse("{}: a damaged HDF5 file: its parts refer to each other over and over", bytes_.name);
    work_ -= bytes;
}

void File::read_superblock(std::size_t begin) {
    Cursor block(*this, bytes_.text().substr(begin));
    block.expect(kSignature);
    const int version = block.byte();
    if (version > 3) refuse("{}: an HDF5 file of version {}; expected 0 to 3", bytes_.name, version);
    if (version < 2) block.skip(4);
    address_size_ = block.byte();
    length_size_ = block.byte();
    if (address_size_ != 8 || length_size_ != 8) {
        refuse("{}: an HDF5 file with addresses of {} and sizes of {} bytes; expected 8", bytes_.name, address_size_,
               length_size_);
    }
    if (version < 2) {
        block.skip(1 + 4 + 4 + (version == 1 ? 4U : 0U));
        base_ = block.number(8);
        block.skip(3 * 8 + 8);  // free space, end, driver; the name of the root
        root_ = block.number(8);
        return;
    }
    block.skip(1);
    base_ = block.number(8);
    block.skip(2 * 8);
    root_ = block.number(8);
}

std::string_view File::from(std::uint64_t address) const {
    const std::string_view text = bytes_.text();
    if (base_ > text.size() || address > text.size() - base_)
        refuse("{}: a damaged HDF5 file, or a cut one: something is at byte {} of {}", bytes_.name, address,
               text.size());
    return text.substr(base_ + address);
}

std::string_view File::part(std::uint64_t address, std::uint64_t size) const {
    const std::string_view rest = from(address);
    if (size > rest.size())
        refuse("{}: a damaged HDF5 file, or a cut one: {} bytes at {}, but {} are left", bytes_.name, size, address,
               rest.size());
    return rest.substr(0, size);
}

std::optional<std::pair<std::size_t, std::size_t>> UsedParts::take(std::size_t begin, std::size_t end) {
    auto next = ends_.lower_bound(begin);
    if (next != ends_.end() && next->first < end) return std::nullopt;
    if (next != ends_.begin()) {
        const auto before = std::prev(next);
        if (before->second > begin) return std::nullopt;
        if (before->second == begin) {
            begin = before->first;
            ends_.erase(before);
        }
    }
    if (next != ends_.end() && next->first == end) {
        end = next->second;
        ends_.erase(next);
    }
    ends_.emplace(begin, end);
    return std::pair{begin, end};
}

void File::use_up(std::string_view part) const {
    if (!bytes_.is_pages || part.empty()) return;
    constexpr std::size_t kPage = 4096;
    const auto begin = static_cast<std::size_t>(part.data() - bytes_.data.data()), end = begin + part.size();
    const auto used = used_.take(begin, end);
    if (!used) refuse("{}: a damaged HDF5 file: its parts lie over each other", bytes_.name);
    const std::size_t first = std::max(used->first, begin - std::min(begin, kPage));  // with pages that parts share
    give_back(bytes_.data.subspan(first, std::min(used->second, end + kPage) - first));
}

Object File::object(std::uint64_t address) const {
    return read_header(*this, address);
}

std::vector<std::pair<std::string, std::uint64_t>> File::members(const Object& group) const {
    std::vector<std::pair<std::string, std::uint64_t>> found = group.links;
    if (group.tree != 0) {
        SymbolTree tree(*this, group);
        found.insert(found.end(), tree.found.begin(), tree.found.end());
    }
    std::sort(found.begin(), found.end());
    return found;
}

}  // namespace io::hdf5
}  // namespace v1
}  // namespace mvlink
