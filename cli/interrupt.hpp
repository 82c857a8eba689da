#pragma once

#include <mvlink/context.hpp>

/// Ctrl-C (SIGINT) and SIGTERM. By default they end the program at once, with status 130 and nothing written.
namespace mvlink::cli {

void install_signal_handlers();

/// While it lives, the first signal asks the run to stop after its round, so that what was reached can be written;
/// the second ends the program at once.
class CancelOnInterrupt {
public:
    explicit CancelOnInterrupt(Context& context);
    ~CancelOnInterrupt();
    CancelOnInterrupt(const CancelOnInterrupt&) = delete;
    CancelOnInterrupt& operator=(const CancelOnInterrupt&) = delete;
};

/// Whether a signal has come that was not obeyed at once.
bool interrupt_pending() noexcept;

}  // namespace mvlink::cli
