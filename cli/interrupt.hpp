#pragma once

#include <mvlink/context.hpp>

/// Ctrl-C (SIGINT) and SIGTERM. By default they end the program at once, with status 130 and nothing written.
namespace mvlink::cli {

void install_signal_handlers();

/// While it lives, the first signal asks the run to stop after its round, so that what was reached can be written;
/// the second ends the program at once. Where a progress bar is shown, the first one says so in its line.
class CancelOnInterrupt {
public:
    enum class From { now, first_round };
    /// From the first round on: until there is something to keep, the first signal ends the program at once too.
    explicit CancelOnInterrupt(Context& context, bool bar_is_shown = false, From from = From::now);
    ~CancelOnInterrupt();
    CancelOnInterrupt(const CancelOnInterrupt&) = delete;
    CancelOnInterrupt& operator=(const CancelOnInterrupt&) = delete;
};

/// Says that a round has ended, or the whole run: there is something to keep.
void note_progress() noexcept;

/// Whether a signal has come that was not obeyed at once.
bool interrupt_pending() noexcept;

}  // namespace mvlink::cli
