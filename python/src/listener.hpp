#pragma once

#include <mvlink/context.hpp>

#include <pybind11/pybind11.h>

#include <chrono>
#include <functional>

/// Sees every iteration of a run: calls the user's callback and checks for Ctrl-C. An exception from either stops the
/// run after the current iteration and is kept, so that the iterations done so far are not lost. If that iteration
/// takes longer than a moment, the run is abandoned without a result.
class Listener {
public:
    explicit Listener(pybind11::object callback) : callback_(std::move(callback)) {}

    std::function<void(const mvlink::Progress&)> on_progress();
    /// Whether to end at once, asked inside iterations.
    std::function<bool()> abandons();
    /// The run to stop.
    void watch(mvlink::Context& context) { context_ = &context; }
    /// The exception, or None.
    [[nodiscard]] pybind11::object raised() const { return raised_; }
    /// Throws it, where the run was abandoned.
    [[noreturn]] void rethrow() const;

private:
    using Clock = std::chrono::steady_clock;

    void round(const mvlink::Progress& progress);
    void call(const mvlink::Progress& progress);
    void keep_raised();
    bool look();

    pybind11::object callback_;
    pybind11::object raised_ = pybind11::none();
    mvlink::Context* context_ = nullptr;
    Clock::time_point raised_at_{};
    double raised_at_computing_ = 0;
    Clock::time_point last_look_ = Clock::now();
};
