#include "failure.hpp"

#include "screen.hpp"
#include "spelling.hpp"

#include <mvlink/error.hpp>

#include <csignal>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <new>
#include <string>

#include <fmt/format.h>
#include <unistd.h>

namespace mvlink::cli {
namespace {

constexpr int kFile = static_cast<int>(ErrorCode::file);
constexpr int kInternal = static_cast<int>(ErrorCode::internal);

/// A message may contain text from a file: control characters would break the line or the terminal.
std::string one_line(std::string_view message) {
    std::string line;
    for (const char c : message) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '\n' || c == '\t' || c == '\r') {
            line += ' ';
        } else if (byte < 0x20 || byte == 0x7f) {
            line += fmt::format("\\x{:02x}", byte);
        } else {
            line += c;
        }
    }
    return line;
}

[[noreturn]] void end_uncaught() noexcept {
    constexpr std::string_view text = "mvlink: internal error: an exception escaped\n";
    [[maybe_unused]] const auto written = ::write(STDERR_FILENO, text.data(), text.size());
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
}

int status_of(const std::function<int()>& program) noexcept {
    try {
        const int status = program();
        flush_out();
        return status;
    } catch (const Error& error) {
        print_error(text_of(error));
        return static_cast<int>(error.code());
    } catch (const std::bad_alloc&) {
        print_error("out of memory");
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
    std::signal(SIGPIPE, SIG_IGN);
    std::set_terminate(end_uncaught);
}

}  // namespace mvlink::cli
