#pragma once

#include "io/part.hpp"

#include <mvlink/matrix.hpp>

#include <bit>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace io {

/// How a number is stored.
struct NumberType {
    enum class Kind { none, integer, real };
    Kind kind = Kind::none;
    std::size_t size = 0;
    bool is_signed = false;
    bool big_endian = false;

    /// One of 1 to 8 bytes that is read.
    [[nodiscard]] bool is_read() const {
        const bool is_long = size == 4 || size == 8;
        return (kind == Kind::real && is_long) || (kind == Kind::integer && (is_long || size == 1 || size == 2));
    }
    [[nodiscard]] bool is_double() const {
        return kind == Kind::real && size == sizeof(double) && big_endian == (std::endian::native == std::endian::big);
    }
};

/// Numbers as a file holds them, one after the other: they become what a view needs when it is known what that is.
/// Integers beyond 2^53 are rounded.
struct StoredNumbers {
    Part part;
    NumberType type;

    [[nodiscard]] std::size_t count() const { return type.size == 0 ? 0 : part.size() / type.size; }
    [[nodiscard]] double operator[](std::size_t i) const;
    /// Doubles that can be used where they are.
    [[nodiscard]] const double* in_place() const;
    /// The bytes that are freed while `row_after_row` reads them.
    [[nodiscard]] std::size_t freed() const { return part.is_pages() ? part.size() : 0; }
};

/// The numbers one after the other, converted a block at a time.
class NumberSequence {
public:
    /// Blocks are given back when they have been read, if `gives_back`.
    explicit NumberSequence(const StoredNumbers& stored, bool gives_back = false)
        : stored_(&stored), gives_back_(gives_back) {}

    double operator()() {
        if (at_ == block_.size()) fill();
        return block_[at_++];
    }

private:
    void fill();

    const StoredNumbers* stored_;
    bool gives_back_;
    std::string buffer_;
    std::vector<double> block_;
    std::size_t at_ = 0, next_ = 0;
};

/// What is allocated in addition while row_after_row works.
std::size_t bytes_beside(const StoredNumbers& stored, Index rows, Index cols);

/// A table that is stored column after column, with its rows one after the other. Tile by tile: each is read from the
/// disk, or given back when it has been copied, so that the table is in memory about once.
std::shared_ptr<const double> row_after_row(const StoredNumbers& stored, Index rows, Index cols);

/// In the order of the file; given back as they are read.
std::shared_ptr<const double> in_order(const StoredNumbers& stored);

}  // namespace io
}  // namespace v1
}  // namespace mvlink
