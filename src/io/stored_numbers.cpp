#include "io/stored_numbers.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace io {
namespace {

constexpr Index kPageNumbers = 512;  // doubles in a page of memory, or more of smaller numbers
constexpr Index kTileCols = 4 * kPageNumbers;
constexpr Index kLeastTileRows = 4 * kPageNumbers;
constexpr Index kNumbersFromDisk = 1 << 16;
constexpr Index kTiles = 64;  // so that what is in memory twice is little

template <class T, bool swapped>
struct ReadAs {
    const char* first;
    double operator()(std::size_t i) const {
        std::array<char, sizeof(T)> bytes;
        std::memcpy(bytes.data(), first + i * sizeof(T), sizeof(T));
        if constexpr (swapped) std::reverse(bytes.begin(), bytes.end());
        return static_cast<double>(std::bit_cast<T>(bytes));
    }
};

/// Calls f with a function from the place of a number to its value.
template <bool swapped, class F>
decltype(auto) with_order(const char* first, const NumberType& type, F&& f) {
    if (type.kind == NumberType::Kind::real) {
        return type.size == 8 ? f(ReadAs<double, swapped>{first}) : f(ReadAs<float, swapped>{first});
    }
    switch (type.is_signed ? type.size : type.size + 100) {
        case 1:
            return f(ReadAs<std::int8_t, swapped>{first});
        case 2:
            return f(ReadAs<std::int16_t, swapped>{first});
        case 4:
            return f(ReadAs<std::int32_t, swapped>{first});
        case 8:
            return f(ReadAs<std::int64_t, swapped>{first});
        case 101:
            return f(ReadAs<std::uint8_t, swapped>{first});
        case 102:
            return f(ReadAs<std::uint16_t, swapped>{first});
        case 104:
            return f(ReadAs<std::uint32_t, swapped>{first});
        default:
            return f(ReadAs<std::uint64_t, swapped>{first});
    }
}

template <class F>
decltype(auto) with_reader(const char* first, const NumberType& type, F&& f) {
    constexpr bool kBig = std::endian::native == std::endian::big;
    return type.big_endian == kBig ? with_order<false>(first, type, f) : with_order<true>(first, type, f);
}

struct Shape {
    Index rows, cols;
};

/// Of a tile in memory: whole pages of every column, and a small part of the table. One from the disk fits the cache.
Shape tile_shape(const StoredNumbers& stored, const Shape& table) {
    if (!stored.part.is_on_disk()) return {std::max(kLeastTileRows, table.rows / kTiles), kTileCols};
    const Index cols = std::min(table.cols, kPageNumbers);
    return {std::max(kPageNumbers, kNumbersFromDisk / cols), cols};
}

struct Tile {
    Index row, end_row, col, end_col;
    [[nodiscard]] Index rows() const { return end_row - row; }
    [[nodiscard]] Index cols() const { return end_col - col; }
};

/// Few columns at a time, whose lines of memory stay in the cache for the rows that they hold. The columns of the tile
/// lie `stride` apart; `out` is its place in the table.
template <class Read>
void copy_tile(const Read& read, Index stride, const Tile& tile, double* out, Index table_cols) {
    constexpr Index kRows = 64, kCols = 8;
    for (Index row = 0; row < tile.rows(); row += kRows) {
        const Index end_row = std::min(row + kRows, tile.rows());
        for (Index col = 0; col < tile.cols(); col += kCols) {
            const Index end_col = std::min(col + kCols, tile.cols());
            for (Index i = row; i < end_row; ++i) {
                for (Index j = col; j < end_col; ++j)
                    out[i * table_cols + j] = read(static_cast<std::size_t>(j * stride + i));
            }
        }
    }
}

/// The columns of a tile, one after the other.
void read_tile(const StoredNumbers& stored, Index rows, const Tile& tile, std::vector<char>& out) {
    const std::size_t size = stored.type.size, column = static_cast<std::size_t>(tile.rows()) * size;
    out.resize(column * static_cast<std::size_t>(tile.cols()));
    if (tile.rows() == rows) return stored.part.copy(static_cast<std::size_t>(tile.col * rows) * size, out);
    for (Index col = tile.col; col < tile.end_col; ++col) {
        const std::span<char> place = std::span(out).subspan(static_cast<std::size_t>(col - tile.col) * column, column);
        stored.part.copy(static_cast<std::size_t>(col * rows + tile.row) * size, place);
    }
}

void give_back_tile(const StoredNumbers& stored, Index rows, const Tile& tile) {
    const auto between = [&](Index first, Index end) {
        const std::size_t size = stored.type.size;
        stored.part.give_back(static_cast<std::size_t>(first) * size, static_cast<std::size_t>(end - first) * size);
    };
    if (!stored.part.is_pages()) return;
    if (tile.end_row == rows) return between(tile.col * rows, tile.end_col * rows);  // and pages that columns share
    const Index before = std::max<Index>(0, tile.row - kPageNumbers * 8);  // and the page that the tile above began
    for (Index col = tile.col; col < tile.end_col; ++col)
        between(col * rows + before, col * rows + tile.end_row);
}

std::shared_ptr<double> doubles(std::size_t count) {
    const std::shared_ptr<char> pages = own_pages(count * sizeof(double));
    return {pages, reinterpret_cast<double*>(pages.get())};
}

}  // namespace

double StoredNumbers::operator[](std::size_t i) const {
    std::array<char, 8> bytes{};
    part.copy(i * type.size, std::span(bytes).first(type.size));
    return with_reader(bytes.data(), type, [](const auto& read) { return read(0); });
}

const double* StoredNumbers::in_place() const {
    const bool is_aligned = reinterpret_cast<std::uintptr_t>(part.data()) % alignof(double) == 0;
    return part.owner() && is_aligned && type.is_double() ? reinterpret_cast<const double*>(part.data()) : nullptr;
}

void NumberSequence::fill() {
    constexpr std::size_t kBlock = 4096, kGivenBack = 64 * kBlock;
    const std::size_t begin = next_, end = std::min(stored_->count(), begin + kBlock), size = stored_->type.size;
    block_.resize(end - begin);
    const auto raw = stored_->part.look(begin * size, (end - begin) * size, buffer_);
    with_reader(raw.data(), stored_->type, [&](const auto& read) {
        for (std::size_t i = 0; i < block_.size(); ++i)
            block_[i] = read(i);
    });
    if (gives_back_ && begin > 0 && begin % kGivenBack == 0)
        stored_->part.give_back((begin - kGivenBack) * size, kGivenBack * size);
    next_ = end;
    at_ = 0;
}

std::size_t bytes_beside(const StoredNumbers& stored, Index rows, Index cols) {
    if (!stored.part.is_pages() && !stored.part.is_on_disk()) return 0;
    const Shape tile = tile_shape(stored, {rows, cols});
    return static_cast<std::size_t>(std::min(rows, tile.rows) * std::min(cols, tile.cols)) * stored.type.size;
}

std::shared_ptr<const double> row_after_row(const StoredNumbers& stored, Index rows, Index cols) {
    std::shared_ptr<double> values = doubles(stored.count());
    const Shape shape = tile_shape(stored, {rows, cols});
    std::vector<char> buffer;
    for (Index row = 0; row < rows; row += shape.rows) {
        for (Index col = 0; col < cols; col += shape.cols) {
            const Tile tile{row, std::min(row + shape.rows, rows), col, std::min(col + shape.cols, cols)};
            const char* first = nullptr;
            if (stored.part.is_on_disk()) {
                read_tile(stored, rows, tile, buffer);
                first = buffer.data();
            } else {
                first = stored.part.data() + static_cast<std::size_t>(col * rows + row) * stored.type.size;
            }
            const Index stride = stored.part.is_on_disk() ? tile.rows() : rows;
            with_reader(first, stored.type, [&](const auto& read) {
                copy_tile(read, stride, tile, values.get() + row * cols + col, cols);
            });
            give_back_tile(stored, rows, tile);
        }
    }
    return values;
}

std::shared_ptr<const double> in_order(const StoredNumbers& stored) {
    constexpr std::size_t kAtOnce = std::size_t{1} << 17;
    const std::size_t count = stored.count(), size = stored.type.size;
    std::shared_ptr<double> values = doubles(count);
    std::string buffer;
    for (std::size_t first = 0; first < count; first += kAtOnce) {
        const std::size_t now = std::min(kAtOnce, count - first);
        const std::span<double> out(values.get() + first, now);
        if (stored.type.is_double()) {
            stored.part.copy(first * size, {reinterpret_cast<char*>(out.data()), out.size_bytes()});
        } else {
            with_reader(stored.part.look(first * size, now * size, buffer).data(), stored.type, [&](const auto& read) {
                for (std::size_t i = 0; i < now; ++i)
                    out[i] = read(i);
            });
        }
        stored.part.give_back(first * size, now * size);
    }
    return values;
}

}  // namespace io
}  // namespace v1
}  // namespace mvlink
