#include "interrupt.hpp"

#include "command.hpp"

#include <atomic>
#include <csignal>
#include <string_view>

#include <unistd.h>

namespace mvlink::cli {
namespace {

// A signal handler can reach nothing but globals, and only lock-free ones.
std::atomic<Context*> running_context{nullptr};
std::atomic<bool> pending{false};
std::atomic<bool> something_to_keep{false};
std::atomic<bool> says_so{false};
std::atomic<bool> stderr_is_terminal{false};
static_assert(std::atomic<Context*>::is_always_lock_free && std::atomic<bool>::is_always_lock_free);

void write_stderr(std::string_view text) {
    [[maybe_unused]] const auto written = ::write(STDERR_FILENO, text.data(), text.size());
}

void on_signal(int /*signal*/) {
    Context* context = running_context.load();
    if (context != nullptr && something_to_keep.load() && !pending.exchange(true)) {
        context->cancel();
        if (says_so.load())
            write_stderr("\r\033[Kstopping as soon as there is a result (Ctrl-C again to stop at once)");
        return;
    }
    if (stderr_is_terminal.load()) write_stderr("\r\033[K");
    write_stderr("mvlink: interrupted\n");
    ::_exit(kInterrupted);
}

}  // namespace

void install_signal_handlers() {
    stderr_is_terminal.store(::isatty(STDERR_FILENO) != 0);
    struct sigaction action {};
    action.sa_handler = on_signal;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
}

CancelOnInterrupt::CancelOnInterrupt(Context& context, bool bar_is_shown, From from) {
    pending.store(false);
    says_so.store(bar_is_shown);
    something_to_keep.store(from == From::now);
    running_context.store(&context);
}

CancelOnInterrupt::~CancelOnInterrupt() {
    running_context.store(nullptr);
}

void note_progress() noexcept {
    something_to_keep.store(true);
}

bool interrupt_pending() noexcept {
    return pending.load();
}

}  // namespace mvlink::cli
