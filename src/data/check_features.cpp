#include "data/check_features.hpp"

#include <mvlink/error.hpp>

#include <fmt/core.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace mvlink {
inline namespace v1 {
namespace {

[[noreturn]] void refuse_view(const std::string& view, const std::string& what) {
    throw Error(ErrorCode::input, fmt::format("view \"{}\": {}", view, what));
}

/// True if no value of the run is infinite or NaN. Compares exponent bits as integers, which compilers vectorize.
template <class T>
bool all_finite(const T* values, Index count) {
    using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
    constexpr Bits kExponent = std::bit_cast<Bits>(std::numeric_limits<T>::infinity());
    Bits found = 0;
    for (Index i = 0; i < count; ++i) {
        found |= static_cast<Bits>((std::bit_cast<Bits>(values[i]) & kExponent) == kExponent);
    }
    return found == 0;
}

void check_shape(const std::string& view, Index rows, Index cols) {
    if (rows < 1) refuse_view(view, "it has no rows; expected at least one");
    if (cols < 1) refuse_view(view, "it has no columns; expected at least one");
    if (cols > std::numeric_limits<std::int32_t>::max()) {
        refuse_view(view, fmt::format("{} columns are more than the {} that are supported", cols,
                                      std::numeric_limits<std::int32_t>::max()));
    }
}

template <class T>
[[noreturn]] void refuse_value(const std::string& view, Index row, Index col, T value) {
    refuse_view(view, fmt::format("row {}, column {} is {}; expected a finite number", row, col,
                                  std::isnan(value) ? "NaN" : "infinite"));
}

template <class T>
void check(const std::string& view, const DenseRows<T>& X) {
    check_shape(view, X.rows, X.cols);
    if (X.values == nullptr) refuse_view(view, "it has no values");
    if (X.rows > 1 && X.row_stride == 0) {
        refuse_view(view,
                    "row_stride is 0, so every row would be the first; expected how many values a row lies behind the "
                    "row before, such as the number of columns");
    }
    const bool rows_are_runs = X.row_major();
    const bool cols_are_runs = !rows_are_runs && X.row_stride == 1;
    const Index runs = rows_are_runs ? X.rows : X.cols;
    const Index length = rows_are_runs ? X.cols : X.rows;
    const Index stride = rows_are_runs ? X.row_stride : X.col_stride;
    bool finite = rows_are_runs || cols_are_runs;
    for (Index run = 0; finite && run < runs; ++run) {
        finite = all_finite(X.values + run * stride, length);
    }
    if (finite) return;
    for (Index row = 0; row < X.rows; ++row) {
        for (Index col = 0; col < X.cols; ++col) {
            if (!std::isfinite(X.at(row, col))) refuse_value(view, row, col, X.at(row, col));
        }
    }
}

template <class T>
void check_offsets(const std::string& view, const SparseRows<T>& X) {
    if (X.offsets.empty() || static_cast<Index>(X.offsets.size()) - 1 != X.rows) {
        refuse_view(view,
                    fmt::format("{} row offsets for {} rows; expected one more than rows", X.offsets.size(), X.rows));
    }
    if (X.columns.size() != X.values.size() || X.offsets.front() != 0 || X.offsets.back() != X.nonzeros()) {
        refuse_view(view, fmt::format("{} columns, {} values and a last offset of {} do not fit each other",
                                      X.columns.size(), X.values.size(), X.offsets.back()));
    }
    for (std::size_t row = 0; row + 1 < X.offsets.size(); ++row) {
        if (X.offsets[row] > X.offsets[row + 1]) refuse_view(view, fmt::format("row {} ends before it begins", row));
    }
}

template <class T>
void check(const std::string& view, const SparseRows<T>& X) {
    check_shape(view, X.rows, X.cols);
    check_offsets(view, X);
    for (Index row = 0; row < X.rows; ++row) {
        Index last = -1;
        for (Index entry = X.offsets[row]; entry < X.offsets[row + 1]; ++entry) {
            const Index col = X.columns[entry];
            const T value = X.values[entry];
            if (col < 0 || col >= X.cols) {
                refuse_view(view, fmt::format("row {} has an entry in column {}; it has {} columns", row, col, X.cols));
            }
            if (col <= last) {
                refuse_view(view, fmt::format("row {}: column {} comes after column {}; expected increasing columns",
                                              row, col, last));
            }
            if (!std::isfinite(value)) refuse_value(view, row, col, value);
            last = col;
        }
    }
}

}  // namespace

void check_features(const std::string& view, const Features& features) {
    std::visit([&](const auto& X) { check(view, X); }, features);
}

}  // namespace v1
}  // namespace mvlink
