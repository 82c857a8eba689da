#include "io/in_file.hpp"
#include "io/npy.hpp"
#include "io/readers.hpp"
#include "io/text.hpp"

#include <cstdint>
#include <memory>

namespace mvlink {
inline namespace v1 {
namespace io {

namespace {

template <class T>
DenseRows<T> table_over(const T* values, const NpyArray& array) {
    const Index rows = array.shape[0], cols = array.shape[1];
    return array.fortran_order ? DenseRows<T>{values, rows, cols, 1, rows} : DenseRows<T>{values, rows, cols, cols, 1};
}

/// The file's own memory if it can be used directly, otherwise a copy; Fortran order stays as strides.
template <class T>
View view_of(const std::string& view, const NpyArray& array, const std::shared_ptr<const void>& owner) {
    const bool is_stored_so = array.kind == 'f' && array.item_size == sizeof(T) && !array.swapped;
    const bool is_aligned = reinterpret_cast<std::uintptr_t>(array.data.data()) % alignof(T) == 0;
    if (owner && is_stored_so && is_aligned) {
        return View::borrow(view, table_over(reinterpret_cast<const T*>(array.data.data()), array), owner);
    }
    auto values = std::make_shared<const std::vector<T>>(npy_values<T>(array));
    const T* first = values->data();
    return View::borrow(view, table_over(first, array), std::move(values));
}

}  // namespace

View parse_npy_view(const std::string& view, const Bytes& bytes) {
    const NpyArray array = parse_npy(bytes);
    if (!array.is_number()) refuse("{}: an array of text; expected numbers", bytes.name);
    if (array.shape.size() != 2) {
        refuse("{}: {} dimensions, shape {}; expected 2 dimensions (rows, columns)", bytes.name, array.shape.size(),
               shape_text(array));
    }
    const bool is_as_stored = array.kind == 'f' && !array.swapped && bytes.owner;
    const std::size_t item = array.kind == 'f' && array.item_size == 4 ? sizeof(float) : sizeof(double);
    if (!is_as_stored) require_room(bytes, static_cast<std::size_t>(array.count()) * item);
    if (array.count() == 0) refuse("{}: shape {}; expected at least one row and column", bytes.name, shape_text(array));
    if (bytes.is_mapped && array.fortran_order) {
        refuse(
            "{}: columns one after the other (Fortran order) in a file larger than the memory that may be used; "
            "expected rows one after the other, as numpy.ascontiguousarray makes them",
            bytes.name);
    }
    return in_file(bytes.name, [&] {
        const bool is_float = array.kind == 'f' && array.item_size == 4;
        return is_float ? view_of<float>(view, array, bytes.owner) : view_of<double>(view, array, bytes.owner);
    });
}

}  // namespace io
}  // namespace v1
}  // namespace mvlink
