#include "progress_bar.hpp"

#include "interrupt.hpp"

#include <algorithm>
#include <cstdio>
#include <string>

#include <fmt/format.h>
#include <unistd.h>

namespace mvlink::cli {
namespace {

constexpr auto kRedrawAfter = std::chrono::milliseconds(100);
constexpr int kBarWidth = 20;

std::string bar(const Progress& progress) {
    const double share = progress.max_rounds > 0 ? static_cast<double>(progress.round) / progress.max_rounds : 0;
    const auto filled = static_cast<std::size_t>(std::clamp(share, 0.0, 1.0) * kBarWidth);
    return "[" + std::string(filled, '#') + std::string(kBarWidth - filled, '.') + "]";
}

/// "sample, start 2 of 10, ": the phase and the start, where there are any.
std::string place_of(const Progress& progress) {
    const std::string phase = progress.phase.empty() ? "" : fmt::format("{}, ", progress.phase);
    return progress.starts > 1 ? fmt::format("{}start {} of {}, ", phase, progress.start + 1, progress.starts) : phase;
}

}  // namespace

ProgressBar::ProgressBar(bool wanted) : shown_(wanted && ::isatty(STDERR_FILENO) != 0) {}

ProgressBar::~ProgressBar() {
    erase();
}

void ProgressBar::step(std::string_view text) {
    if (shown_) draw(text);
}

void ProgressBar::round(const Progress& progress) {
    if (!shown_ || Clock::now() - last_drawn_ < kRedrawAfter) return;
    const double elapsed = std::chrono::duration<double>(Clock::now() - start_).count();
    draw(fmt::format("{} {}iteration {} of at most {}, objective {:.6g}, {:.1f} s{}", bar(progress), place_of(progress),
                     progress.round, progress.max_rounds, progress.objective, elapsed,
                     interrupt_pending() ? ", stopping (Ctrl-C again to stop at once)" : ""));
}

void ProgressBar::runs(int done, int all) {
    if (first_done_ < 0) first_done_ = done;
    if (!shown_ || Clock::now() - last_drawn_ < kRedrawAfter) return;
    const double elapsed = std::chrono::duration<double>(Clock::now() - start_).count();
    const double left = done > first_done_ ? elapsed * (all - done) / (done - first_done_) : 0;
    draw(fmt::format("{} run {} of {}, {:.0f} s, about {:.0f} s left{}", bar({done, all, 0}), done, all, elapsed, left,
                     interrupt_pending() ? ", stopping (Ctrl-C again to stop at once)" : ""));
}

void ProgressBar::erase() {
    if (!on_screen_) return;
    std::fputs("\r\033[K", stderr);
    std::fflush(stderr);
    on_screen_ = false;
}

void ProgressBar::draw(std::string_view text) {
    const std::string line = fmt::format("\r\033[K{}", text);
    std::fwrite(line.data(), 1, line.size(), stderr);
    std::fflush(stderr);
    on_screen_ = true;
    last_drawn_ = Clock::now();
}

}  // namespace mvlink::cli
