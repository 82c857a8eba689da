#include "listener.hpp"

#include "unlocked.hpp"

#include <ctime>
#include <string_view>

namespace py = pybind11;

namespace {

/// Without a callback the lock is only needed to look for signals. Taking it can wait for other threads of the
/// interpreter, so fast iterations do not take it each time.
constexpr std::chrono::milliseconds kBetweenLooks{20};
/// How long an iteration may still take after Ctrl-C, as computing time, since a busy machine gives each process less
/// of it per second; and in any case.
constexpr double kGraceOfComputing = 0.4;
constexpr std::chrono::seconds kLongestGrace{3};

/// Computing time of this thread in seconds.
double computing_time() {
    timespec time{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// True, also NumPy's: what a comparison of arrays gives. Other values are not an answer.
bool says_true(PyObject* answer) {
    const std::string_view type = Py_TYPE(answer)->tp_name;
    const bool is_truth_value = PyBool_Check(answer) || type == "numpy.bool" || type == "numpy.bool_";
    return is_truth_value && PyObject_IsTrue(answer) == 1;
}

/// By Ctrl-C, or because Python ends while a thread is still here; with the exception set.
bool has_to_end() {
    if (python_is_ending()) PyErr_SetString(PyExc_SystemExit, "Python is ending");
    return python_is_ending() || PyErr_CheckSignals() != 0;
}

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
    if (has_to_end()) {
        keep_raised();
    } else if (!callback_.is_none()) {
        call(progress);
    }
}

void Listener::call(const mvlink::Progress& progress) {
    const std::string phase(progress.phase);  // ends with a zero byte, as Python reads it
    PyObject* const answer = PyObject_CallFunction(callback_.ptr(), "iidiis", progress.round, progress.max_rounds,
                                                   progress.objective, progress.start, progress.starts, phase.c_str());
    if (answer == nullptr) {
        keep_raised();
        return;
    }
    if (says_true(answer)) context_->cancel();
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
    raised_at_ = Clock::now();
    raised_at_computing_ = computing_time();
    context_->cancel();
}

std::function<bool()> Listener::abandons() {
    return [this] { return look(); };
}

bool Listener::look() {
    const py::gil_scoped_acquire lock;
    last_look_ = Clock::now();
    if (raised_.is_none() && has_to_end()) keep_raised();
    if (raised_.is_none()) return false;
    return computing_time() - raised_at_computing_ > kGraceOfComputing || Clock::now() - raised_at_ > kLongestGrace;
}

void Listener::rethrow() const {
    PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(raised_.ptr())), raised_.ptr());
    throw py::error_already_set();
}
