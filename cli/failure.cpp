#include "failure.hpp"

#include "interrupt.hpp"
#include "memory_ceiling.hpp"
#include "screen.hpp"
#include "spelling.hpp"
#include "text.hpp"

#include <mvlink/error.hpp>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <new>
#include <string>

#include <fcntl.h>
#include <unistd.h>

namespace mvlink::cli {
namespace {

constexpr int kFile = static_cast<int>(ErrorCode::file);
constexpr int kInternal = static_cast<int>(ErrorCode::internal);

/// A message may contain text from a file: control characters would break the line or the terminal.
std::string one_line(std::string_view message) {
    std::string line(message);
    std::replace_if(
        line.begin(), line.end(), [](char c) { return c == '\n' || c == '\t' || c == '\r'; }, ' ');
    return without_controls(line);
}

/// Where a standard stream is closed, the next file that is opened would take its place and receive what is printed. A
/// descriptor that can be neither read nor written as its stream is fails the way a closed one does.
void occupy_standard_streams() {
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream) {
        if (::fcntl(stream, F_GETFD) != -1 || errno != EBADF) continue;
        if (::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY) < 0) return;
    }
}

[[noreturn]] void end_uncaught() noexcept {
    constexpr std::string_view text = "mvlink: internal error: an exception escaped\n";
    [[maybe_unused]] const auto written = ::write(STDERR_FILENO, text.data(), text.size());
    remove_unfinished();
    ::_exit(kInternal);
}

}  // namespace

void print_error(std::string_view message) noexcept {
    try {
        const std::string line = "mvlink: " + one_line(message) + "\n";
        std::fwrite(line.data(), 1, line.size(), stderr);
    } catch (...) {
        std::fputs("mvlink: out of memory\n", stderr);
    }
    std::fflush(stderr);
}

namespace {

/// Memory may be too short even for the words.
void print_error(const Error& error) noexcept {
    try {
        cli::print_error(cli::text_of(error));
    } catch (...) {
        cli::print_error(error.what());
    }
}

}  // namespace

int status_of(const std::function<int()>& program) noexcept {
    try {
        const int status = program();
        flush_out();
        return status;
    } catch (const Error& error) {
        print_error(error);
        return static_cast<int>(error.code());
    } catch (const std::bad_alloc&) {
        print_error(out_of_memory());
        return kInternal;
    } catch (const std::filesystem::filesystem_error& error) {
        print_error(error.path1().string() + ": " + error.code().message());
        return kFile;
    } catch (const std::exception& error) {
        print_error(std::string("internal error: ") + error.what());
        return kInternal;
    } catch (...) {
        print_error("internal error");
        return kInternal;
    }
}

void prepare_for_failures() {
    occupy_standard_streams();
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);  // ulimit -f: the write fails with its reason
    std::set_terminate(end_uncaught);
}

}  // namespace mvlink::cli
