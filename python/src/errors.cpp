#include "bindings.hpp"
#include "spelling.hpp"

#include <mvlink/error.hpp>

namespace py = pybind11;

namespace {

const char* class_name(mvlink::ErrorCode code) {
    switch (code) {
        case mvlink::ErrorCode::usage:
        case mvlink::ErrorCode::input:
            return "InputError";
        case mvlink::ErrorCode::numerical:
            return "NumericalError";
        case mvlink::ErrorCode::file:
            return "FileError";
        case mvlink::ErrorCode::internal:
            return "InternalError";
    }
    return "InternalError";
}

}  // namespace

/// The classes are written in Python (mvlink/_errors.py), where mixing two bases is one line.
void bind_errors(py::module_&) {
    py::register_exception_translator([](std::exception_ptr thrown) {
        try {
            if (thrown) std::rethrow_exception(thrown);
        } catch (const mvlink::Error& error) {
            const py::object type = py::module_::import("mvlink._errors").attr(class_name(error.code()));
            const std::string text = mvlink::with_advice(error.message(), error.advice(), spelt_in_python);
            PyErr_SetObject(type.ptr(), py::str(text).ptr());
        }
    });
}
