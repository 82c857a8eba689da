#include "io/report/text.hpp"

#include <fmt/format.h>

#include <cmath>

namespace mvlink {
inline namespace v1 {
namespace io::report {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

bool continues(char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
}

/// Length of a sequence that begins with this byte; 0 if none can.
std::size_t expected_length(unsigned char lead) {
    if (lead < 0x80) return 1;
    if (lead >= 0xC2 && lead <= 0xDF) return 2;
    if (lead >= 0xE0 && lead <= 0xEF) return 3;
    return lead >= 0xF0 && lead <= 0xF4 ? 4 : 0;
}

/// Rules out overlong forms, surrogates and what lies beyond U+10FFFF.
bool second_byte_fits(unsigned char lead, unsigned char second) {
    switch (lead) {
        case 0xE0:
            return second >= 0xA0;
        case 0xED:
            return second <= 0x9F;
        case 0xF0:
            return second >= 0x90;
        case 0xF4:
            return second <= 0x8F;
        default:
            return true;
    }
}

/// Bytes of the valid character at the start of the text; 0 if there is none.
std::size_t character_length(std::string_view text) {
    const auto lead = static_cast<unsigned char>(text.front());
    const std::size_t length = expected_length(lead);
    if (length == 0 || length > text.size()) return 0;
    for (std::size_t i = 1; i < length; ++i) {
        if (!continues(text[i])) return 0;
    }
    return length == 1 || second_byte_fits(lead, static_cast<unsigned char>(text[1])) ? length : 0;
}

bool is_control(std::string_view character) {
    const auto first = static_cast<unsigned char>(character.front());
    if (character.size() == 1) return first < 0x20 || first == 0x7F;
    return first == 0xC2 && static_cast<unsigned char>(character[1]) < 0xA0;
}

void group_thousands(std::string& digits) {
    const std::size_t first = digits.starts_with('-') ? 1 : 0;
    for (std::size_t place = digits.size(); place > first + 3;) {
        place -= 3;
        digits.insert(place, 1, ',');
    }
}

std::string superscript(int exponent) {
    static constexpr std::string_view kDigits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    std::string text = exponent < 0 ? "⁻" : "";
    for (const char digit : std::to_string(std::abs(exponent))) {
        text += kDigits[digit - '0'];
    }
    return text;
}

std::string scientific(double value) {
    const std::string text = fmt::format("{:.3e}", value);
    const std::size_t e = text.find('e');
    return text.substr(0, e) + "×10" + superscript(std::stoi(text.substr(e + 1)));
}

}  // namespace

std::string clean_text(std::string_view text) {
    std::string clean;
    clean.reserve(text.size());
    while (!text.empty()) {
        const std::size_t length = character_length(text);
        const std::string_view character = text.substr(0, std::max<std::size_t>(1, length));
        if (character == "\t" || character == "\n" || character == "\r") {
            clean += ' ';
        } else {
            clean += length == 0 || is_control(character) ? kReplacement : character;
        }
        text.remove_prefix(character.size());
    }
    return clean;
}

std::string shorten(std::string_view text, std::size_t most) {
    std::size_t characters = 0;
    std::size_t cut = 0;
    for (std::size_t place = 0; place < text.size(); ++place) {
        if (continues(text[place])) continue;
        if (++characters == most) cut = place;
    }
    return characters <= most ? std::string(text) : std::string(text.substr(0, cut)) + "…";
}

std::string html(std::string_view text) {
    std::string escaped;
    for (const char c : clean_text(text)) {
        switch (c) {
            case '&':
                escaped += "&amp;";
                break;
            case '<':
                escaped += "&lt;";
                break;
            case '>':
                escaped += "&gt;";
                break;
            case '"':
                escaped += "&quot;";
                break;
            case '\'':
                escaped += "&#39;";
                break;
            default:
                escaped += c;
        }
    }
    return escaped;
}

std::string json(std::string_view text) {
    std::string quoted = "\"";
    for (const char c : clean_text(text)) {
        switch (c) {
            case '"':
                quoted += "\\\"";
                break;
            case '\\':
                quoted += "\\\\";
                break;
            case '<':
                quoted += "\\u003c";
                break;
            case '>':
                quoted += "\\u003e";
                break;
            case '&':
                quoted += "\\u0026";
                break;
            default:
                quoted += c;
        }
    }
    return quoted + '"';
}

std::string count(Index value) {
    std::string digits = std::to_string(value);
    group_thousands(digits);
    return digits;
}

std::string number(double value) {
    if (std::isnan(value)) return "–";
    if (std::isinf(value)) return value > 0 ? "∞" : "−∞";
    const double size = std::abs(value);
    if (size == 0) return "0";
    if (size >= 1e7 || size < 1e-4) return scientific(value);
    if (size >= 999.95) {
        std::string digits = fmt::format("{:.0f}", value);
        group_thousands(digits);
        return digits;
    }
    return fmt::format("{:.4g}", value);
}

std::string percent(double share) {
    if (!std::isfinite(share)) return "–";
    const double value = 100 * share;
    if (value == 0 || value == 100) return fmt::format("{:.0f} %", value);
    // Neither 0 nor 100 may be reached by rounding: "all satisfied" would be wrong.
    return fmt::format("{:.1f} %", value > 0 && value < 100 ? std::min(99.9, std::max(0.1, value)) : value);
}

std::string duration(double seconds) {
    if (!(seconds >= 0) || std::isinf(seconds)) return "–";
    if (seconds < 1e-3) return fmt::format("{:.3g} µs", 1e6 * seconds);
    if (seconds < 1) return fmt::format("{:.3g} ms", 1e3 * seconds);
    if (seconds < 120) return fmt::format("{:.3g} s", seconds);
    return fmt::format("{:.0f} min {:.0f} s", std::floor(seconds / 60), std::floor(std::fmod(seconds, 60)));
}

std::string plural(Index value, std::string_view one, std::string_view many) {
    return fmt::format("{} {}", count(value), value == 1 ? one : many);
}

}  // namespace io::report
}  // namespace v1
}  // namespace mvlink
