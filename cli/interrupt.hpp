#pragma once

#include <mvlink/context.hpp>

#include <string>
#include <vector>

/// Ctrl-C (SIGINT), SIGTERM and SIGHUP. By default they end the program at once, with status 130 and nothing written.
namespace mvlink::cli {

void install_signal_handlers();

/// While it lives, the first signal asks the run to stop after its iteration, so that the result so far can be written;
/// the second ends the program at once. If a progress bar is shown, it reports the first one.
class CancelOnInterrupt {
public:
    enum class From { now, first_round };
    /// From the first iteration on: until there is something to keep, the first signal ends the program at once too.
    explicit CancelOnInterrupt(Context& context, bool bar_is_shown = false, From from = From::now);
    ~CancelOnInterrupt();
    CancelOnInterrupt(const CancelOnInterrupt&) = delete;
    CancelOnInterrupt& operator=(const CancelOnInterrupt&) = delete;
};

/// While it lives, a signal that ends the program at once removes these folders if they are empty (null:
/// none). They outlive it.
class RemoveOnInterrupt {
public:
    explicit RemoveOnInterrupt(const std::vector<std::string>* folders);
    ~RemoveOnInterrupt();
    RemoveOnInterrupt(const RemoveOnInterrupt&) = delete;
    RemoveOnInterrupt& operator=(const RemoveOnInterrupt&) = delete;
};

/// What they then do, files that are being written first; safe in a signal handler.
void remove_unfinished() noexcept;

/// Says that an iteration has ended, or the whole run: there is something to keep.
void note_progress() noexcept;

/// Whether a signal is pending.
bool interrupt_pending() noexcept;

}  // namespace mvlink::cli
