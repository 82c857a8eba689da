#pragma once

#include "io/bytes.hpp"

#include <mvlink/matrix.hpp>
#include <mvlink/view.hpp>

#include <span>
#include <string>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace io {

/// An array of a .npy file, its values as stored.
struct NpyArray {
    char kind = 0;      ///< f, i, u, b (bool), S (bytes), U (text), as NumPy names them
    int item_size = 0;  ///< bytes
    bool swapped = false;
    bool fortran_order = false;
    std::vector<Index> shape;
    std::span<const char> data;  ///< exactly count() items

    [[nodiscard]] Index count() const noexcept {
        return item_size == 0 ? 0 : static_cast<Index>(data.size()) / item_size;
    }
    [[nodiscard]] bool is_number() const noexcept { return kind != 'S' && kind != 'U'; }
    [[nodiscard]] bool is_integer() const noexcept { return kind == 'i' || kind == 'u'; }
};

/// Versions 1 to 3. Refuses objects, structures and a size that differs from the shape.
NpyArray parse_npy(const Bytes& bytes);

/// In the order of the file. T: double, float, Index (for integers).
template <class T>
std::vector<T> npy_values(const NpyArray& array);

/// A .npy file with a table of numbers in C order.
template <class T>
std::string npy_header(Index rows, Index cols);
std::string encode_npy(const DenseRows<double>& table);
std::string encode_npy(const DenseRows<float>& table);

/// A .npy file with a list of numbers. T: double, float, Index, std::int32_t.
template <class T>
std::string encode_npy_list(std::span<const T> values);

/// "(3, 4)"
std::string shape_text(const NpyArray& array);

}  // namespace io
}  // namespace v1
}  // namespace mvlink
