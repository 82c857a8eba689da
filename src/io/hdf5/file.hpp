#pragma once

#include "io/room.hpp"

#include <mvlink/matrix.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace io::hdf5 {

constexpr std::uint64_t kUndefined = ~std::uint64_t{0};  ///< the address of what was never written
constexpr int kDeepestTree = 20;

/// What the elements of a dataset are.
struct ElementType {
    enum class Kind { none, integer, real, text, reference, other };
    Kind kind = Kind::none;
    std::size_t size = 0;
    bool big_endian = false;
    bool is_signed = false;
};

struct Layout {
    enum class Kind { none, compact, contiguous, chunked };
    Kind kind = Kind::none;
    std::string_view compact;       ///< the data themselves
    std::uint64_t address = 0;      ///< of the data, or of the index of the chunks
    std::uint64_t size = 0;         ///< contiguous: bytes
    std::vector<Index> chunk = {};  ///< chunked: elements per dimension
};

struct Filter {
    int id = 0;
    std::vector<std::uint32_t> values;
};

/// An object: a group or a dataset.
struct Object {
    bool is_group = false;
    std::uint64_t tree = 0, heap = 0;                          ///< of a group with a symbol table; 0: none
    std::vector<std::pair<std::string, std::uint64_t>> links;  ///< of a group: name, address
    std::vector<Index> dims;
    bool has_space = false;
    ElementType type;
    Layout layout;
    std::vector<Filter> filters;
    std::map<std::string, std::string> texts;      ///< attributes that are text
    std::map<std::string, std::uint64_t> numbers;  ///< attributes that are one whole number

    [[nodiscard]] bool is_dataset() const { return has_space && layout.kind != Layout::Kind::none; }
};

/// A file whose objects are read as they are asked for. Addresses are those of the file.
class File {
public:
    /// Whether a file begins like HDF5, after a block of the user's own.
    static bool is_one(std::string_view text);

    explicit File(const Bytes& bytes);

    [[nodiscard]] std::uint64_t root() const { return root_; }
    [[nodiscard]] Object object(std::uint64_t address) const;
    /// Name and address of what a group holds, by name.
    [[nodiscard]] std::vector<std::pair<std::string, std::uint64_t>> members(const Object& group) const;
    /// The elements of a dataset in C order; integers beyond 2^53 are rounded. `what` names it in messages.
    [[nodiscard]] std::vector<double> numbers(const Object& dataset, const std::string& what) const;
    /// The addresses that a dataset of references holds.
    [[nodiscard]] std::vector<std::uint64_t> references(const Object& dataset, const std::string& what) const;

    [[nodiscard]] const Bytes& bytes() const { return bytes_; }
    /// What is held of the file.
    [[nodiscard]] Room& room() const { return room_; }
    /// Counts bytes that are read, copied or unpacked: parts that refer to each other over and over may not keep the
    /// reader busy for hours.
    void count_work(std::size_t bytes) const;
    /// The bytes from an address on; Error{input} if it is outside the file.
    [[nodiscard]] std::string_view from(std::uint64_t address) const;
    [[nodiscard]] std::string_view part(std::uint64_t address, std::uint64_t size) const;
    [[nodiscard]] int address_size() const { return address_size_; }

private:
    void read_superblock(std::size_t begin);
    /// Counts the values that are made of the file, over all its datasets: a small file may not unfold to gigabytes.
    void require_budget(Index elements, const std::string& what) const;
    /// The caller has taken the room for them.
    [[nodiscard]] std::string raw_elements(const Object& dataset, const std::string& what) const;

    const Bytes& bytes_;
    std::uint64_t base_ = 0, root_ = 0;
    mutable std::size_t budget_ = 0;  // bytes of values that may still be made of it
    mutable std::size_t work_ = 0;    // bytes that may still be looked at
    mutable Room room_;
    int address_size_ = 8, length_size_ = 8;
};

}  // namespace io::hdf5
}  // namespace v1
}  // namespace mvlink
