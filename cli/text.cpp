#include "text.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace mvlink::cli {
namespace {

constexpr std::size_t kColumnGap = 2;
constexpr std::size_t kLeastWrapped = 24;

/// Length of the UTF-8 sequence that a text opens with, and its code point; 0 if it opens with none.
std::pair<std::size_t, char32_t> first_character(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char first = byte(0);
    if (first < 0x80) return {1, first};
    const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4 || text.size() < length) return {0, 0};
    char32_t code = first & (0xFFU >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xC0) != 0x80) return {0, 0};
        code = (code << 6) | (byte(i) & 0x3F);
    }
    const bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
    const bool is_surrogate = code >= 0xD800 && code <= 0xDFFF;
    return overlong || is_surrogate || code > 0x10FFFF ? std::pair<std::size_t, char32_t>{0, 0}
                                                       : std::pair<std::size_t, char32_t>{length, code};
}

bool commands_a_terminal(char32_t code) {
    const bool is_control = (code < 0x20 && code != '\n' && code != '\t') || (code >= 0x7F && code <= 0x9F);
    const bool is_direction = code == 0x061C || code == 0x200E || code == 0x200F ||
                              (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
    const bool is_line_end = code == 0x2028 || code == 0x2029;
    return is_control || is_direction || is_line_end;
}

void trim_right(std::string& line) {
    line.erase(line.find_last_not_of(' ') + 1);
}

}  // namespace

std::size_t display_width(std::string_view text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::string without_controls(std::string_view text) {
    std::string shown;
    shown.reserve(text.size());
    while (!text.empty()) {
        const auto [length, code] = first_character(text);
        if (length == 0) {
            shown += fmt::format("\\x{:02x}", static_cast<unsigned char>(text.front()));
        } else if (commands_a_terminal(code)) {
            // Above ASCII as JSON writes it, so that JSON stays JSON.
            shown += code < 0x20 ? fmt::format("\\x{:02x}", static_cast<unsigned>(code))
                                 : fmt::format("\\u{:04x}", static_cast<unsigned>(code));
        } else {
            shown += text.substr(0, length);
        }
        text.remove_prefix(length == 0 ? 1 : length);
    }
    return shown;
}

std::string pad_right(std::string_view text, std::size_t width) {
    const std::size_t used = display_width(text);
    return std::string(text) + std::string(used < width ? width - used : 0, ' ');
}

std::string pad_left(std::string_view text, std::size_t width) {
    const std::size_t used = display_width(text);
    return std::string(used < width ? width - used : 0, ' ') + std::string(text);
}

namespace {

/// What no line break may divide: words, and a number with its percent sign.
std::vector<std::string> unbreakable_parts(std::string_view text) {
    std::vector<std::string> parts;
    for (std::string& word : split(text, ' ')) {
        if (word.empty()) continue;
        if (word.front() == '%' && !parts.empty()) {
            parts.back() += ' ' + word;
        } else {
            parts.push_back(std::move(word));
        }
    }
    return parts;
}

}  // namespace

std::string wrap(std::string_view text, std::size_t width, std::size_t indent) {
    std::string wrapped;
    std::size_t used = indent;
    for (const std::string& word : unbreakable_parts(text)) {
        const std::size_t length = display_width(word);
        if (used > indent && used + 1 + length > width) {
            wrapped += "\n" + std::string(indent, ' ');
            used = indent;
        } else if (used > indent) {
            wrapped += ' ';
            ++used;
        }
        wrapped += word;
        used += length;
    }
    return wrapped;
}

std::vector<std::string> split(std::string_view text, char separator) {
    std::vector<std::string> parts;
    std::size_t start = 0;
    for (std::size_t end = text.find(separator); end != std::string_view::npos; end = text.find(separator, start)) {
        parts.emplace_back(text.substr(start, end - start));
        start = end + 1;
    }
    parts.emplace_back(text.substr(start));
    return parts;
}

std::string join(const std::vector<std::string>& parts, std::string_view separator) {
    std::string joined;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (i > 0) joined += separator;
        joined += parts[i];
    }
    return joined;
}

std::string shell_quoted(const std::string& word) {
    constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=.,/:@%";
    if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
    std::string quoted = "'";
    for (const char c : word) {
        quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    }
    return quoted + "'";
}

std::string csv_quoted(const std::string& cell) {
    if (cell.find_first_of(",\"\n\r") == std::string::npos) return cell;
    std::string quoted = "\"";
    for (const char c : cell) {
        quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    }
    return quoted + "\"";
}

std::string grouped(long long number) {
    std::string digits = std::to_string(number);
    const std::size_t first = number < 0 ? 1 : 0;
    for (std::size_t at = digits.size(); at > first + 3;) {
        at -= 3;
        digits.insert(at, ",");
    }
    return digits;
}

std::string counted(long long count, std::string_view noun) {
    return grouped(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
}

std::string Table::text(std::size_t indent, std::size_t width) const {
    std::vector<std::size_t> widths;
    for (std::size_t c = 0; c < columns_.size(); ++c) {
        widths.push_back(display_width(columns_[c].title));
        for (const auto& row : rows_) {
            widths.back() = std::max(widths.back(), display_width(row[c]));
        }
    }
    const auto line = [&](const auto& cell) {
        std::string out(indent, ' ');
        for (std::size_t c = 0; c < columns_.size(); ++c) {
            const bool last = c + 1 == columns_.size();
            const std::size_t start = display_width(out);
            const std::string text =
                last && width > 0 ? wrap(cell(c), std::max(width, start + kLeastWrapped), start) : cell(c);
            out += columns_[c].align == Align::left ? pad_right(text, last ? 0 : widths[c]) : pad_left(text, widths[c]);
            out += last ? "" : std::string(kColumnGap, ' ');
        }
        trim_right(out);
        return out + "\n";
    };
    std::string out;
    const bool titled = std::any_of(columns_.begin(), columns_.end(), [](const Column& c) { return !c.title.empty(); });
    if (titled) out += line([&](std::size_t c) { return columns_[c].title; });
    for (const auto& row : rows_) {
        out += line([&](std::size_t c) { return row[c]; });
    }
    return out;
}

}  // namespace mvlink::cli
