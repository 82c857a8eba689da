#include "io/text.hpp"

#include <fast_float/fast_float.h>

#include <algorithm>
#include <charconv>

namespace mvlink {
inline namespace v1 {
namespace io {

namespace {

bool is_space(char c) noexcept {
    return c == ' ' || c == '\t';
}

/// The text from the first bytes on that are not UTF-8; empty if all are.
std::string_view from_first_invalid(std::string_view rest) noexcept {
    const auto is_ascii = [](char c) { return static_cast<unsigned char>(c) < 0x80; };
    while (!rest.empty()) {
        rest.remove_prefix(std::find_if_not(rest.begin(), rest.end(), is_ascii) - rest.begin());
        const std::size_t length = rest.empty() ? 0 : utf8_length(rest);
        if (length == 0) break;
        rest.remove_prefix(length);
    }
    return rest;
}

}  // namespace

std::size_t utf8_length(std::string_view text) noexcept {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char first = byte(0);
    if (first < 0x80) return 1;
    const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4 || text.size() < length) return 0;
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xC0) != 0x80) return 0;
    }
    // Overlong forms, surrogates, and what lies beyond U+10FFFF.
    if (first == 0xE0 && byte(1) < 0xA0) return 0;
    if (first == 0xED && byte(1) > 0x9F) return 0;
    if (first == 0xF0 && byte(1) < 0x90) return 0;
    if (first == 0xF4 && byte(1) > 0x8F) return 0;
    return length;
}

bool is_utf8(std::string_view text) noexcept {
    return from_first_invalid(text).empty();
}

std::string valid_utf8(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        const std::size_t length = utf8_length(text);
        if (length == 0) {
            out += '?';
        } else {
            out += text.substr(0, length);
        }
        text.remove_prefix(length == 0 ? 1 : length);
    }
    return out;
}

void require_utf8(const Bytes& bytes) {
    const std::string_view rest = from_first_invalid(bytes.text());
    if (rest.empty()) return;
    const std::string_view before = bytes.text().substr(0, bytes.text().size() - rest.size());
    refuse("{} line {}: bytes that are not UTF-8; expected text in UTF-8", bytes.name,
           std::count(before.begin(), before.end(), '\n') + 1);
}

std::string shown(std::string_view text) {
    constexpr std::size_t kLongest = 40;
    std::string out = "\"";
    while (!text.empty() && out.size() <= kLongest) {
        const std::size_t length = utf8_length(text);
        const bool control = length == 1 && (static_cast<unsigned char>(text[0]) < 0x20 || text[0] == 0x7F);
        if (length == 0 || control) {
            out += '?';
        } else {
            out += text.substr(0, length);
        }
        text.remove_prefix(length == 0 ? 1 : length);
    }
    return out + (text.empty() ? "\"" : "..\"");
}

std::string_view trimmed(std::string_view text) noexcept {
    while (!text.empty() && is_space(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && is_space(text.back()))
        text.remove_suffix(1);
    return text;
}

std::string lower_case(std::string_view text) {
    std::string out(text);
    for (char& c : out) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return out;
}

std::string plain_letters(std::string_view text) {
    // U+00C0 to U+00FF, which are C3 80 to C3 BF in UTF-8; '.' stays as it is.
    constexpr std::string_view kBase = "aaaaaa.ceeeeiiii.nooooo..uuuuy.saaaaaa.ceeeeiiii.nooooo..uuuuy.y";
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto next = i + 1 < text.size() ? static_cast<unsigned char>(text[i + 1]) : 0;
        const bool is_latin = static_cast<unsigned char>(text[i]) == 0xC3 && next >= 0x80 && next <= 0xBF;
        const char base = is_latin ? kBase[next - 0x80] : '.';
        if (base == '.') {
            out += text[i];
            continue;
        }
        out += base;
        if (next == 0x9F) out += 's';  // the sharp s
        ++i;
    }
    return lower_case(out);
}

bool has_line_break(std::string_view text) noexcept {
    return text.find_first_of(std::string_view("\r\n\0", 3)) != std::string_view::npos;
}

std::optional<double> parse_number(std::string_view text) noexcept {
    if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
    if (text.empty()) return std::nullopt;
    double value = 0;
    const char* end = text.data() + text.size();
    const auto result = fast_float::from_chars(text.data(), end, value);
    if (result.ec == std::errc::invalid_argument || result.ptr != end) return std::nullopt;
    return value;
}

std::optional<Index> parse_integer(std::string_view text) noexcept {
    if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
    Index value = 0;
    const char* end = text.data() + text.size();
    const auto result = std::from_chars(text.data(), end, value);
    if (result.ec != std::errc{} || result.ptr != end) return std::nullopt;
    return value;
}

std::string_view without_byte_order_mark(std::string_view text) noexcept {
    return text.starts_with("\xEF\xBB\xBF") ? text.substr(3) : text;
}

Lines::Lines(std::string_view text) noexcept : rest_(without_byte_order_mark(text)) {}

bool Lines::next(std::string_view& line) noexcept {
    if (rest_.empty()) return false;
    const std::size_t end = rest_.find('\n');
    line = rest_.substr(0, end);
    rest_ = end == std::string_view::npos ? std::string_view{} : rest_.substr(end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    ++number_;
    return true;
}

bool Lines::only_blank_lines_left() const noexcept {
    return rest_.find_first_not_of("\r\n") == std::string_view::npos;
}

std::string csv_field(std::string_view text) {
    const bool plain =
        text.find_first_of(",\"\r\n\t") == std::string_view::npos && trimmed(text) == text && !text.empty();
    if (plain) return std::string(text);
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"') out += '"';
        out += c;
    }
    return out + '"';
}

}  // namespace io
}  // namespace v1
}  // namespace mvlink
