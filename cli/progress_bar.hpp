#pragma once

#include <mvlink/context.hpp>

#include <chrono>
#include <string_view>

namespace mvlink::cli {

/// One line on standard error that shows the progress of a run: iteration, objective, time. Only if that is a terminal;
/// erased at the end.
class ProgressBar {
public:
    explicit ProgressBar(bool wanted);
    ~ProgressBar();
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;

    [[nodiscard]] bool shown() const noexcept { return shown_; }
    /// A step without iterations, such as reading.
    void step(std::string_view text);
    void round(const Progress& progress);
    /// How many of many runs have ended, and how long the others may take.
    void runs(int done, int all);
    void erase();

private:
    using Clock = std::chrono::steady_clock;
    void draw(std::string_view text);

    bool shown_ = false;
    bool on_screen_ = false;
    Clock::time_point start_ = Clock::now();
    Clock::time_point last_drawn_{};
    int first_done_ = -1;  // runs that had ended before the first report
};

}  // namespace mvlink::cli
