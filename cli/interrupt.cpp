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
std::atomic<bool> stderr_is_terminal{false};
static_assert(std::atomic<Context*>::is_always_lock_free && std::atomic<bool>::is_always_lock_free);

void write_stderr(std::string_view text) {
    [[maybe_unused]] const auto written = ::write(STDERR_FILENO, text.data(), text.size());
}

void on_signal(int /*signal*/) {
    Context* context = running_context.load();
    if (context != nullptr && !pending.exchange(true)) {
        context->cancel();
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

CancelOnInterrupt::CancelOnInterrupt(Context& context) {
    pending.store(false);
    running_context.store(&context);
}

CancelOnInterrupt::~CancelOnInterrupt() {
    running_context.store(nullptr);
}

bool interrupt_pending() noexcept {
    return pending.load();
}

}  // namespace mvlink::cli
