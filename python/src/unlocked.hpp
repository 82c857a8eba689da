#pragma once

#include <pybind11/pybind11.h>

#include <unistd.h>

/// The interpreter's lock, given up while the library works. A thread that asks for it back after the interpreter has
/// ended is ended by Python in the middle of C++ code, which aborts the process. So Python waits, at its end, until
/// nobody is inside; calls that have a listener are cancelled.
class Unlocked {
    /// Whoever is inside, counted before the lock is given up and after it is back.
    class Presence {
    public:
        Presence();
        ~Presence();
        Presence(const Presence&) = delete;
        Presence& operator=(const Presence&) = delete;

    private:
        pid_t process_;  // a forked child has none of the other threads
    };
    Presence presence_;
    pybind11::gil_scoped_release release_;
};

/// Whether Python is about to end.
bool python_is_ending() noexcept;

void bind_unlocked(pybind11::module_& module);
