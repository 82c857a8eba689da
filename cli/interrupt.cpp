#include "interrupt.hpp"

#include "command.hpp"

#include <mvlink/io.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <csignal>
#include <string>
#include <string_view>
#include <vector>

#include <unistd.h>

namespace mvlink::cli {
namespace {

// A signal handler can reach nothing but globals, and only lock-free ones.
std::atomic<Context*> running_context{nullptr};
std::atomic<bool> pending{false};
std::atomic<bool> something_to_keep{false};
std::atomic<bool> says_so{false};
std::atomic<bool> stderr_is_terminal{false};
constexpr std::size_t kMostMadeFolders = 64;
std::array<std::atomic<const char*>, kMostMadeFolders> made_folders{};
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
    remove_unfinished();
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
    struct sigaction before {};
    // nohup has it ignored, and it stays so.
    if (sigaction(SIGHUP, nullptr, &before) == 0 && before.sa_handler != SIG_IGN) sigaction(SIGHUP, &action, nullptr);
}

void remove_unfinished() noexcept {
    remove_unfinished_files();
    for (const auto& folder : made_folders) {  // rmdir removes empty ones only
        if (const char* path = folder.load()) ::rmdir(path);
    }
}

RemoveOnInterrupt::RemoveOnInterrupt(const std::vector<std::string>* folders) {
    if (folders == nullptr) return;
    for (std::size_t i = 0; i < std::min(folders->size(), made_folders.size()); ++i)
        made_folders[i].store((*folders)[i].c_str());
}

RemoveOnInterrupt::~RemoveOnInterrupt() {
    for (auto& folder : made_folders)
        folder.store(nullptr);
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
