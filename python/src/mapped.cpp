#include "mapped.hpp"

#include "arrays.hpp"
#include "bindings.hpp"

#include <mvlink/large_files.hpp>

#include <memory>
#include <string>
#include <type_traits>

namespace py = pybind11;

namespace {

/// The same array over pages of our own of the same file, which may miss there; None if the system cannot map them.
py::object guarded(const py::array& array, const std::string& file) {
    const auto* data = static_cast<const char*>(array.data());
    py::ssize_t first = 0;
    py::ssize_t last = array.itemsize();
    for (py::ssize_t axis = 0; axis < array.ndim(); ++axis) {
        const py::ssize_t reach = (array.shape(axis) - 1) * array.strides(axis);
        (reach < 0 ? first : last) += reach;
    }
    auto pages = std::make_unique<std::shared_ptr<const void>>(
        mvlink::guard_mapped_bytes(data + first, static_cast<std::size_t>(last - first), file));
    if (*pages == nullptr) return py::none();
    const char* values = static_cast<const char*>(pages->get()) - first;
    const py::capsule base(pages.get(), [](void* held) { delete static_cast<std::shared_ptr<const void>*>(held); });
    pages.release();
    py::array ours(array.dtype(), std::vector(array.shape(), array.shape() + array.ndim()),
                   std::vector(array.strides(), array.strides() + array.ndim()), values, base);
    py::detail::array_proxy(ours.ptr())->flags &= ~py::detail::npy_api::NPY_ARRAY_WRITEABLE_;
    return ours;
}

}  // namespace

const void* first_value(const mvlink::View& view) {
    return view.visit([](const auto& X) -> const void* {
        if constexpr (std::decay_t<decltype(X)>::kSparse) {
            return X.values.data();
        } else {
            return X.values;
        }
    });
}

void require_unchanged_files(const mvlink::Dataset& data) {
    for (const mvlink::View& view : data.views())
        mvlink::require_unchanged_file(first_value(view));
}

std::function<bool()> if_rows_are_missing_or(const mvlink::Dataset& data, std::function<bool()> abandons) {
    return [&data, abandons = std::move(abandons)] {
        for (const mvlink::View& view : data.views()) {
            if (mvlink::file_was_shortened(first_value(view))) return true;
        }
        return abandons();
    };
}

void bind_mapped(py::module_& module) {
    module.def("guarded", &guarded, py::arg("array"), py::arg("file"));
    module.def(
        "require_unchanged_file", [](const py::array& array) { mvlink::require_unchanged_file(array.data()); },
        py::arg("array"), "Raises FileError if the array lies in a file that was changed.");
    module.def("require_unchanged_files", &require_unchanged_files, py::arg("data"));
}
