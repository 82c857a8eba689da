#pragma once

#include "io/room.hpp"
#include "io/stored_numbers.hpp"

#include <mvlink/matrix.hpp>

#include <cstdint>
#include <map>
#include <optional>
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

/// Parts of a file that datasets have taken.
class UsedParts {
public:
    /// The part with what was taken on both sides of it; nothing if some of it was taken before.
    std::optional<std::pair<std::size_t, std::size_t>> take(std::size_t begin, std::size_t end);

private:
    std::map<std::size_t, std::size_t> ends_;  // by begin
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
    /// The elements of a dataset in C order: where they are in the file, or put together from its chunks. Chunks are
    /// given back as they are read. `what` names it in messages.
    [[nodiscard]] StoredNumbers numbers(const Object& dataset, const std::string& what) const;
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
    /// Gives a part back that nobody else refers to; Error{input} if another one was over it.
    void use_up(std::string_view part) const;

private:
    void read_superblock(std::size_t begin);
    /// Counts the values that are made of the file, over all its datasets: a small file may not unfold to gigabytes.
    void require_budget(Index elements, const std::string& what) const;
    /// The elements as they are stored.
    [[nodiscard]] StoredNumbers raw_elements(const Object& dataset, const std::string& what) const;
    [[nodiscard]] StoredNumbers contiguous(std::string_view part) const;
    [[nodiscard]] StoredNumbers chunked(const Object& dataset, const std::string& what, std::size_t bytes) const;
    [[nodiscard]] StoredNumbers in_memory_of_its_own(std::size_t bytes) const;

    const Bytes& bytes_;
    std::uint64_t base_ = 0, root_ = 0;
    mutable std::size_t budget_ = 0;  // bytes of values that may still be made of it
    mutable std::size_t work_ = 0;    // bytes that may still be looked at
    mutable Room room_;
    mutable UsedParts used_;                                      // of the file, by datasets
    mutable std::map<std::uint64_t, StoredNumbers> from_chunks_;  // by index: an object may have several names
    int address_size_ = 8, length_size_ = 8;
};

}  // namespace io::hdf5
}  // namespace v1
}  // namespace mvlink
