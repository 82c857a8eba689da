#include "listener.hpp"

namespace py = pybind11;

namespace {

/// Without a callback the lock is only needed to look for signals. Taking it can wait for other threads of the
/// interpreter, so fast iterations do not take it each time.
constexpr std::chrono::milliseconds kBetweenLooks{20};

}  // namespace

std::function<void(const mvlink::Progress&)> Listener::on_progress() {
    return [this](const mvlink::Progress& progress) { round(progress); };
}

void Listener::round(const mvlink::Progress& progress) {
    const auto now = Clock::now();
    if (callback_.is_none() && now - last_look_ < kBetweenLooks) return;
    last_look_ = now;
    const py::gil_scoped_acquire lock;
    if (!raised_.is_none()) return;
    if (PyErr_CheckSignals() != 0) {
        keep_raised();
    } else if (!callback_.is_none()) {
        call(progress);
    }
}

void Listener::call(const mvlink::Progress& progress) {
    const std::string phase(progress.phase);  // ends with a zero byte, as Python reads it
    PyObject* const answer =
        PyObject_CallFunction(callback_.ptr(), "iidiis", progress.round, progress.max_rounds, progress.objective,
                              progress.start, progress.starts, phase.c_str());
    if (answer == nullptr) {
        keep_raised();
        return;
    }
    if (answer == Py_True) context_->cancel();
    Py_DECREF(answer);
}

void Listener::keep_raised() {
    PyObject *type = nullptr, *value = nullptr, *trace = nullptr;
    PyErr_Fetch(&type, &value, &trace);
    PyErr_NormalizeException(&type, &value, &trace);
    if (trace != nullptr) PyException_SetTraceback(value, trace);
    raised_ = py::reinterpret_steal<py::object>(value);
    Py_XDECREF(type);
    Py_XDECREF(trace);
    context_->cancel();
}
