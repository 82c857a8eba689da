#pragma once

#include <mvlink/matrix.hpp>

#include <cstddef>
#include <cstdint>
#include <span>

namespace mvlink {
inline namespace v1 {

/// Which addresses are pages of files, so that code which reads a few rows here and there need not know where they lie.
/// One table per process, since a signal handler asks it too; looking something up takes no lock.
namespace file_pages {

struct Range {
    std::uintptr_t first = 0;
    std::uintptr_t last = 0;  ///< one beyond; 0: there is none
};

/// False if the table is full. `bytes` > 0.
bool add(const void* start, std::size_t bytes) noexcept;
void remove(const void* start) noexcept;
/// The range that holds the address, or none.
[[nodiscard]] Range around(const void* address) noexcept;
/// Says that the file behind this range has become shorter than it; for a signal handler.
void mark_short(const void* address) noexcept;
/// Whether that was said of the range that holds the address.
[[nodiscard]] bool is_short(const void* address) noexcept;
/// Has these bytes read from the disk, without waiting for them and without their neighbours. A page that is missed
/// later brings megabytes along, as it should where rows are read one after the other. No effect in memory.
void fetch(const void* start, std::size_t bytes) noexcept;

}  // namespace file_pages

/// Whether the rows are read from a file. Those of a sparse table never are.
template <class Rows>
[[nodiscard]] bool lie_in_file(const Rows& X) {
    if constexpr (Rows::kSparse) {
        return false;
    } else {
        return X.row_major() && file_pages::around(X.values).last != 0;
    }
}

/// These rows of X are about to be read, and no others.
template <class T>
void fetch_rows(const DenseRows<T>& X, std::span<const Index> rows) {
    if (!lie_in_file(X)) return;
    for (const Index row : rows)
        file_pages::fetch(X.values + row * X.row_stride, static_cast<std::size_t>(X.cols) * sizeof(T));
}

/// The same for every `step`-th row.
template <class Rows>
void fetch_every(const Rows& X, Index step) {
    if constexpr (!Rows::kSparse) {
        for (Index row = 0; lie_in_file(X) && row < X.rows; row += step)
            fetch_rows(X, std::span<const Index>(&row, 1));
    }
}

}  // namespace v1
}  // namespace mvlink
