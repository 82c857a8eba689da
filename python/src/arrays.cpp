#include "arrays.hpp"

namespace py = pybind11;

std::shared_ptr<const void> keep_alive(py::object object) {
    PyObject* const held = object.release().ptr();
    return {held, [](const void* kept) {
                if (Py_IsInitialized() == 0) return;
                const py::gil_scoped_acquire lock;
                Py_DECREF(static_cast<PyObject*>(const_cast<void*>(kept)));
            }};
}
