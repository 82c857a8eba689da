#include "io/encoding.hpp"

#include "io/text.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace io {

namespace {

constexpr std::size_t kMostBytesPerByte = 3;  // of UTF-8 for one byte of Windows-1252 or two of UTF-16

/// 0x80 to 0x9F of Windows-1252; 0 where it has no character. All others are those of Latin-1.
constexpr std::array<char16_t, 32> kWindows1252{0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
                                                0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0,      0x017D, 0,
                                                0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
                                                0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};

void append_utf8(std::string& out, std::uint32_t c) {
    const auto add = [&](std::uint32_t byte) { out += static_cast<char>(byte); };
    if (c < 0x80) return add(c);
    if (c < 0x800) {
        add(0xC0 | (c >> 6));
    } else if (c < 0x10000) {
        add(0xE0 | (c >> 12));
        add(0x80 | ((c >> 6) & 0x3F));
    } else {
        add(0xF0 | (c >> 18));
        add(0x80 | ((c >> 12) & 0x3F));
        add(0x80 | ((c >> 6) & 0x3F));
    }
    add(0x80 | (c & 0x3F));
}

/// Nothing in it is a character of UTF-8 beyond ASCII, every byte is one of Windows-1252, and none says that it is no
/// text.
bool may_be_windows_1252(std::string_view text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        const bool is_control = byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r';
        if (is_control || (byte >= 0x80 && byte < 0xA0 && kWindows1252[byte - 0x80] == 0)) return false;
        if (byte >= 0x80 && utf8_length(text.substr(i)) > 1) return false;
    }
    return true;
}

std::string from_windows_1252(std::string_view text) {
    std::string out;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        append_utf8(out, byte >= 0x80 && byte < 0xA0 ? kWindows1252[byte - 0x80] : byte);
    }
    return out;
}

bool is_utf16(std::string_view text) {
    return text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF");
}

std::string from_utf16(const Bytes& bytes) {
    const std::string_view text = bytes.text();
    const bool little = text.starts_with("\xFF\xFE");
    const auto unit = [&](std::size_t at) -> std::uint32_t {
        const auto first = static_cast<unsigned char>(text[at]), second = static_cast<unsigned char>(text[at + 1]);
        return little ? first | (second << 8U) : second | (first << 8U);
    };
    const auto is_between = [](std::uint32_t c, std::uint32_t low, std::uint32_t high) { return c >= low && c < high; };
    std::string out;
    for (std::size_t at = 2; at < text.size(); at += 2) {
        if (at + 1 == text.size()) refuse("{}: ends inside a character of UTF-16; expected text in UTF-8", bytes.name);
        std::uint32_t c = unit(at);
        if (is_between(c, 0xD800, 0xE000)) {
            const bool has_partner = c < 0xDC00 && at + 3 < text.size() && is_between(unit(at + 2), 0xDC00, 0xE000);
            if (!has_partner)
                refuse("{}: half a character of UTF-16 at byte {}; expected text in UTF-8", bytes.name, at);
            c = 0x10000 + ((c - 0xD800) << 10U) + (unit(at + 2) - 0xDC00);
            at += 2;
        }
        append_utf8(out, c);
    }
    return out;
}

}  // namespace

std::string DecodedText::note() const {
    return fmt::format("{}: not UTF-8, read as {}; if letters look wrong, save it as UTF-8", bytes.name, encoding);
}

DecodedText decoded_text(const Bytes& bytes) {
    if (is_utf8(bytes.text())) return {bytes};
    if (bytes.text().starts_with("PK\x03\x04")) {
        refuse("{}: an Excel workbook or another packed file; expected text: save it as CSV", bytes.name);
    }
    const bool wide = is_utf16(bytes.text());
    if (!wide && !may_be_windows_1252(bytes.text())) require_utf8(bytes);
    require_room(bytes, kMostBytesPerByte * bytes.data.size());
    const auto text = std::make_shared<const std::string>(wide ? from_utf16(bytes) : from_windows_1252(bytes.text()));
    Bytes decoded = bytes;
    decoded.data = {text->data(), text->size()};
    decoded.owner = text;
    return {std::move(decoded), wide ? "UTF-16" : "Windows-1252"};
}

}  // namespace io
}  // namespace v1
}  // namespace mvlink
