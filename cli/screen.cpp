#include "screen.hpp"

#include "text.hpp"

#include <mvlink/error.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <sys/ioctl.h>
#include <unistd.h>

namespace mvlink::cli {
namespace {

constexpr int kDefaultWidth = 80;
constexpr int kLeastWidth = 40;

void require_written(bool written) {
    if (written || errno == EPIPE) return;
    throw Error(ErrorCode::file, std::string("standard output: ") + std::strerror(errno));
}

}  // namespace

void print_colored(std::string_view text) {
    require_written(std::fwrite(text.data(), 1, text.size(), stdout) == text.size());
}

void print_out(std::string_view text) {
    print_colored(without_controls(text));
}

void print_data(std::string_view text) {
    if (::isatty(STDOUT_FILENO) != 0) return print_out(text);
    print_colored(text);
}

void print_aside(std::string_view text) {
    const std::string shown = without_controls(text);
    std::fwrite(shown.data(), 1, shown.size(), stderr);
}

void flush_out() {
    require_written(std::fflush(stdout) == 0);
}

int screen_width() {
    winsize size{};
    if (::isatty(STDOUT_FILENO) != 0 && ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
        return std::max<int>(size.ws_col, kLeastWidth);
    }
    if (const char* columns = std::getenv("COLUMNS"); columns != nullptr && std::atoi(columns) > 0) {
        return std::max(std::atoi(columns), kLeastWidth);
    }
    return kDefaultWidth;
}

std::size_t text_width(std::size_t longest) {
    return std::min(static_cast<std::size_t>(screen_width()), longest);
}

bool speaks_utf8() {
    // The first one that is set decides, as in setlocale.
    for (const char* name : std::array{"LC_ALL", "LC_CTYPE", "LANG"}) {
        const char* value = std::getenv(name);
        if (value == nullptr || *value == '\0') continue;
        std::string locale(value);
        std::transform(locale.begin(), locale.end(), locale.begin(), [](unsigned char c) { return std::tolower(c); });
        return locale.find("utf-8") != std::string::npos || locale.find("utf8") != std::string::npos;
    }
    return false;
}

bool shows_colors() {
    const char* no_color = std::getenv("NO_COLOR");
    return ::isatty(STDOUT_FILENO) != 0 && (no_color == nullptr || *no_color == '\0');
}

}  // namespace mvlink::cli
