#include "io/delimiter.hpp"

#include "io/text.hpp"

#include <array>
#include <tuple>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace io {

namespace {

constexpr std::string_view kDelimiters = ",;\t|";
constexpr std::size_t kLinesLookedAt = 20;
constexpr std::size_t kBytesLookedAt = std::size_t{1} << 20;

using DelimiterCounts = std::array<std::size_t, kDelimiters.size()>;

/// How often each delimiter occurs outside quotes, line by line.
std::vector<DelimiterCounts> counts_by_line(std::string_view text) {
    std::vector<DelimiterCounts> lines(1);
    bool quoted = false;
    for (const char c : text.substr(0, kBytesLookedAt)) {
        if (c == '"') quoted = !quoted;
        if (quoted) continue;
        if (c == '\n' && lines.size() == kLinesLookedAt) break;
        if (c == '\n') lines.emplace_back();
        const std::size_t which = kDelimiters.find(c);
        if (which != std::string_view::npos) ++lines.back()[which];
    }
    return lines;
}

}  // namespace

char sniff_delimiter(std::string_view text) {
    const std::vector<DelimiterCounts> lines = counts_by_line(without_byte_order_mark(text));
    std::tuple<std::size_t, std::size_t> best{0, 0};
    char found = ',';
    for (std::size_t which = 0; which < kDelimiters.size(); ++which) {
        const std::size_t in_first = lines.front()[which];
        if (in_first == 0) continue;
        std::size_t alike = 0;
        for (const DelimiterCounts& line : lines)
            alike += line[which] == in_first ? 1 : 0;
        if (std::tuple(alike, in_first) > best) {
            best = {alike, in_first};
            found = kDelimiters[which];
        }
    }
    return found;
}

std::string_view delimiter_name(char delimiter) noexcept {
    if (delimiter == ';') return "semicolons";
    if (delimiter == '\t') return "tabs";
    return delimiter == '|' ? "vertical bars" : "commas";
}

}  // namespace io
}  // namespace v1
}  // namespace mvlink
