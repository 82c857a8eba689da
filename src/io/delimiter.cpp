#include "io/delimiter.hpp"

#include "io/text.hpp"

#include <algorithm>
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

std::size_t separator_line(std::string_view text) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.size() > 2 && line.front() == '"' && line.back() == '"') line = line.substr(1, line.size() - 2);
    const bool is_one = line.size() == 5 && lower_case(line.substr(0, 4)) == "sep=" &&
                        kDelimiters.find(line.back()) != std::string_view::npos;
    return is_one ? std::min(end + 1, text.size()) : 0;
}

char sniff_delimiter(std::string_view text) {
    text = without_byte_order_mark(text);
    if (const std::size_t length = separator_line(text); length > 0) return text[text.substr(0, length).find('=') + 1];
    text.remove_prefix(std::min(text.find_first_not_of("\r\n"), text.size()));
    const std::vector<DelimiterCounts> lines = counts_by_line(text);
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
