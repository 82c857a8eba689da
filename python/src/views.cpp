#include "arrays.hpp"
#include "bindings.hpp"
#include "mapped.hpp"
#include "unlocked.hpp"

#include <mvlink/error.hpp>
#include <mvlink/view.hpp>

#include <pybind11/stl.h>

#include <string>

namespace py = pybind11;
using mvlink::DenseRows;
using mvlink::Index;
using mvlink::SparseRows;
using mvlink::View;

namespace {

/// Checking reads every value; other threads may run meanwhile.
View checked(std::string name, mvlink::Features features, std::shared_ptr<const void> owner) {
    const Unlocked unlocked;
    return View::borrow(std::move(name), features, std::move(owner));
}

[[noreturn]] void refuse(const std::string& name, const std::string& what) {
    throw mvlink::Error(mvlink::ErrorCode::input, "view \"" + name + "\": " + what);
}

/// Rows and columns may lie in any order and distance, but whole elements apart and forwards.
bool can_be_borrowed(const py::array& array) {
    if ((array.flags() & py::detail::npy_api::NPY_ARRAY_ALIGNED_) == 0) return false;
    for (py::ssize_t axis = 0; axis < 2; ++axis) {
        if (array.shape(axis) < 2) continue;
        if (array.strides(axis) <= 0 || array.strides(axis) % array.itemsize() != 0) return false;
    }
    return true;
}

template <class T>
View dense_view(std::string name, const py::array& given) {
    py::array array = can_be_borrowed(given) ? given : Packed<T>::ensure(given);
    const auto elements = [&](py::ssize_t axis, Index if_short) {
        return array.shape(axis) < 2 ? if_short : array.strides(axis) / array.itemsize();
    };
    const Index cols = array.shape(1);
    const DenseRows<T> rows{static_cast<const T*>(array.data()), array.shape(0), cols, elements(0, cols),
                            elements(1, 1)};
    return checked(std::move(name), rows, keep_alive(std::move(array)));
}

View borrow_dense(std::string name, const py::array& array) {
    if (array.ndim() != 2) refuse(name, std::to_string(array.ndim()) + " dimensions; expected 2");
    if (py::isinstance<py::array_t<double>>(array)) return dense_view<double>(std::move(name), array);
    if (py::isinstance<py::array_t<float>>(array)) return dense_view<float>(std::move(name), array);
    refuse(name, "type " + std::string(py::str(array.dtype())) + "; expected float32 or float64");
}

template <class T>
View sparse_view(std::string name, std::pair<Index, Index> shape, const Packed<Index>& offsets,
                 const Packed<std::int32_t>& columns, const Packed<T>& values) {
    const SparseRows<T> rows{shape.first, shape.second, span_of(offsets), span_of(columns), span_of(values)};
    return checked(std::move(name), rows, keep_alive(py::make_tuple(offsets, columns, values)));
}

View borrow_sparse(std::string name, std::pair<Index, Index> shape, const Packed<Index>& offsets,
                   const Packed<std::int32_t>& columns, const py::array& values) {
    if (py::isinstance<py::array_t<double>>(values)) {
        return sparse_view<double>(std::move(name), shape, offsets, columns, Packed<double>::ensure(values));
    }
    if (py::isinstance<py::array_t<float>>(values)) {
        return sparse_view<float>(std::move(name), shape, offsets, columns, Packed<float>::ensure(values));
    }
    refuse(name, "type " + std::string(py::str(values.dtype())) + "; expected float32 or float64");
}

template <class T>
py::object shown(const DenseRows<T>& X, py::handle base) {
    constexpr auto kSize = static_cast<py::ssize_t>(sizeof(T));
    return shown_array<T>({X.rows, X.cols}, {X.row_stride * kSize, X.col_stride * kSize}, X.values, base);
}

template <class T>
py::array_t<T> shown(std::span<const T> values, py::handle base) {
    return shown_array<T>({static_cast<py::ssize_t>(values.size())}, {static_cast<py::ssize_t>(sizeof(T))},
                          values.data(), base);
}

template <class T>
py::object shown(const SparseRows<T>& X, py::handle base) {
    return py::make_tuple(shown(X.values, base), shown(X.columns, base), shown(X.offsets, base));
}

/// Name, shape and the arrays of features().
py::tuple state_of(const py::object& self) {
    const auto& view = self.cast<const View&>();
    return view.visit([&](const auto& X) {
        return py::make_tuple(view.name(), std::pair(view.rows(), view.cols()), shown(X, self));
    });
}

View from_state(const py::tuple& state) {
    auto name = state[0].cast<std::string>();
    if (!py::isinstance<py::tuple>(state[2])) return borrow_dense(std::move(name), state[2].cast<py::array>());
    const auto arrays = state[2].cast<py::tuple>();
    return borrow_sparse(std::move(name), state[1].cast<std::pair<Index, Index>>(), arrays[2].cast<Packed<Index>>(),
                         arrays[1].cast<Packed<std::int32_t>>(), arrays[0].cast<py::array>());
}

std::uintptr_t address(const View& view) {
    return reinterpret_cast<std::uintptr_t>(first_value(view));
}

std::vector<std::string> listed(std::span<const std::string> names) {
    return {names.begin(), names.end()};
}

}  // namespace

void bind_views(py::module_& module) {
    py::class_<View>(module, "View", "One table, borrowed from NumPy or SciPy arrays.")
        .def_static("dense", &borrow_dense, py::arg("name"), py::arg("array"))
        .def_static("sparse", &borrow_sparse, py::arg("name"), py::arg("shape"), py::arg("offsets"), py::arg("columns"),
                    py::arg("values"))
        .def("with_ids", &View::with_ids, py::arg("ids"))
        .def("with_column_names", &View::with_column_names, py::arg("names"))
        .def_property_readonly("name", &View::name)
        .def_property_readonly("rows", &View::rows)
        .def_property_readonly("cols", &View::cols)
        .def_property_readonly("kind", &View::kind)
        .def_property_readonly("is_sparse", &View::is_sparse)
        .def_property_readonly("has_ids", &View::has_ids)
        .def_property_readonly("ids", [](const View& view) { return listed(view.ids()); })
        .def_property_readonly("column_names", [](const View& view) { return listed(view.column_names()); })
        .def(
            "find_row", [](const View& view, const std::string& id) { return view.find_row(id); }, py::arg("id"))
        .def_property_readonly("address", &address, "Address of the values, to verify that nothing was copied.")
        .def(py::pickle(&state_of, &from_state))
        // Protocols 0 and 1 would make the object in a way that leaves it without content, which nothing may touch.
        .def("__reduce_ex__",
             [](const py::object& self, int /*protocol*/) {
                 return py::make_tuple(py::module_::import("copyreg").attr("__newobj__"),
                                       py::make_tuple(py::type::of(self)), state_of(self));
             })
        .def("features", [](const py::object& self) {
            return self.cast<const View&>().visit([&](const auto& X) -> py::object { return shown(X, self); });
        });
}
