#include "unlocked.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>

#include <pthread.h>

namespace py = pybind11;

namespace {

/// A call that no listener watches may be long; whoever ends Python does not want to wait for ever.
constexpr std::chrono::seconds kLongestWait{30};

/// Never destroyed: daemon threads may outlive static objects.
struct Inside {
    std::mutex mutex;
    std::condition_variable left;
    int count = 0;
    std::atomic<bool> is_ending{false};
};

Inside& inside() {
    static auto* const everybody = new Inside;
    return *everybody;
}

void wait_until_nobody_is_inside() {
    Inside& all = inside();
    all.is_ending = true;
    const py::gil_scoped_release unlock;
    std::unique_lock<std::mutex> lock(all.mutex);
    all.left.wait_for(lock, kLongestWait, [&] { return all.count == 0; });
}

}  // namespace

Unlocked::Presence::Presence() : process_(::getpid()) {
    Inside& all = inside();
    if (all.is_ending) {
        PyErr_SetString(PyExc_SystemExit, "Python is ending");
        throw py::error_already_set();
    }
    const std::lock_guard<std::mutex> lock(all.mutex);
    ++all.count;
}

Unlocked::Presence::~Presence() {
    if (process_ != ::getpid()) return;
    Inside& all = inside();
    const std::lock_guard<std::mutex> lock(all.mutex);
    --all.count;
    all.left.notify_all();
}

bool python_is_ending() noexcept {
    return inside().is_ending;
}

void bind_unlocked(py::module_& module) {
    inside();
    ::pthread_atfork([] { inside().mutex.lock(); }, [] { inside().mutex.unlock(); },
                     [] {
                         inside().count = 0;
                         inside().mutex.unlock();
                     });
    module.def("wait_for_runs", &wait_until_nobody_is_inside);
    py::module_::import("atexit").attr("register")(module.attr("wait_for_runs"));
}
