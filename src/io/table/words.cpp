#include "io/table/words.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace io::table {
namespace {

using CodePoint = std::uint32_t;
using CodeRange = std::pair<CodePoint, CodePoint>;

constexpr int kShortestWord = 2, kLongestWord = 40;  // in characters

/// Takes one character off a text that is UTF-8.
CodePoint take_code_point(std::string_view& text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(i < text.size() ? text[i] : 0); };
    const unsigned char first = byte(0);
    const std::size_t length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    CodePoint code = length == 1 ? first : first & (0xFFU >> (length + 1));
    for (std::size_t i = 1; i < length; ++i)
        code = (code << 6) | (byte(i) & 0x3FU);
    text.remove_prefix(std::min(length, text.size()));
    return code;
}

void append_utf8(std::string& out, CodePoint code) {
    const auto tail = [&](int shift) { out += static_cast<char>(0x80 | ((code >> shift) & 0x3F)); };
    if (code < 0x80) {
        out += static_cast<char>(code);
    } else if (code < 0x800) {
        out += static_cast<char>(0xC0 | (code >> 6));
        tail(0);
    } else if (code < 0x10000) {
        out += static_cast<char>(0xE0 | (code >> 12));
        tail(6), tail(0);
    } else {
        out += static_cast<char>(0xF0 | (code >> 18));
        tail(12), tail(6), tail(0);
    }
}

template <std::size_t N>
bool is_in(const std::array<CodeRange, N>& ranges, CodePoint code) {
    return std::any_of(ranges.begin(), ranges.end(),
                       [code](const CodeRange& range) { return code >= range.first && code <= range.second; });
}

/// Beyond ASCII everything is part of a word but spaces, punctuation, symbols and pictures.
bool is_word_character(CodePoint code) {
    constexpr std::array<CodeRange, 18> kOther{{{0x80, 0xA9},
                                                {0xAB, 0xB4},
                                                {0xB6, 0xB9},
                                                {0xBB, 0xBF},
                                                {0xD7, 0xD7},
                                                {0xF7, 0xF7},
                                                {0x2000, 0x206F},
                                                {0x20A0, 0x20CF},
                                                {0x2100, 0x2101},
                                                {0x2190, 0x2BFF},
                                                {0x3000, 0x3004},
                                                {0x3008, 0x3020},
                                                {0x3030, 0x303F},
                                                {0xFE10, 0xFE6F},
                                                {0xFF00, 0xFF0F},
                                                {0xFF1A, 0xFF20},
                                                {0xE000, 0xF8FF},
                                                {0x1F000, 0x1FAFF}}};
    if (code < 0x80) {
        return (code >= 'a' && code <= 'z') || (code >= 'A' && code <= 'Z') || (code >= '0' && code <= '9') ||
               code == '_';
    }
    return !is_in(kOther, code);
}

bool is_without_spaces(CodePoint code) {
    constexpr std::array<CodeRange, 4> kRanges{
        {{0x3040, 0x30FF}, {0x3400, 0x9FFF}, {0xF900, 0xFAFF}, {0x20000, 0x2FA1F}}};
    return is_in(kRanges, code);
}

/// Latin, Greek, Cyrillic and Armenian letters; others have no cases, or are rare in texts.
CodePoint lower(CodePoint c) {
    const auto between = [c](CodePoint low, CodePoint high) { return c >= low && c <= high; };
    if (between('A', 'Z')) return c + 32;
    if (c < 0xC0) return c;
    if (between(0xC0, 0xDE) || between(0x391, 0x3AB) || between(0x410, 0x42F)) return c + 32;
    if (between(0x400, 0x40F)) return c + 80;
    if (between(0x531, 0x556)) return c + 48;
    if (c == 0x178) return 0xFF;
    if (c == 0x130) return 'i';
    if (between(0x139, 0x148) || between(0x179, 0x17E)) return c % 2 == 1 ? c + 1 : c;
    const bool even_is_upper = between(0x100, 0x137) || between(0x14A, 0x177) || between(0x460, 0x481) ||
                               between(0x48A, 0x4BF) || between(0x4D0, 0x52F) || between(0x1E00, 0x1E95) ||
                               between(0x1EA0, 0x1EFF);
    if (even_is_upper && c != 0x131) return c % 2 == 0 ? c + 1 : c;
    if (c == 0x386) return 0x3AC;
    if (between(0x388, 0x38A)) return c + 37;
    if (c == 0x38C) return 0x3CC;
    if (c == 0x38E || c == 0x38F) return c + 63;
    return c;
}

constexpr std::array<std::string_view, 127> kStopWords{
    "about", "above", "after",   "again",  "all",    "also",   "am",    "an",     "and",   "any",   "are",     "as",
    "at",    "be",    "because", "been",   "before", "being",  "below", "but",    "by",    "can",   "could",   "did",
    "do",    "does",  "doing",   "don",    "down",   "during", "each",  "few",    "for",   "from",  "further", "get",
    "had",   "has",   "have",    "having", "he",     "her",    "here",  "hers",   "him",   "his",   "how",     "if",
    "in",    "into",  "is",      "it",     "its",    "just",   "like",  "ll",     "me",    "more",  "most",    "my",
    "no",    "nor",   "not",     "now",    "of",     "off",    "on",    "once",   "one",   "only",  "or",      "other",
    "our",   "out",   "over",    "own",    "re",     "same",   "she",   "should", "so",    "some",  "such",    "than",
    "that",  "the",   "their",   "them",   "then",   "there",  "these", "they",   "this",  "those", "through", "to",
    "too",   "under", "until",   "up",     "us",     "ve",     "very",  "was",    "we",    "were",  "what",    "when",
    "where", "which", "while",   "who",    "whom",   "why",    "will",  "with",   "would", "you",   "your",    "yours",
    "two",   "may",   "upon",    "shall",  "let",    "new",    "say"};

}  // namespace

void for_each_word(std::string_view text, const std::function<void(const std::string& word)>& take) {
    std::string word, pair;
    int length = 0;
    CodePoint before = 0;  // the last character where it belongs to a script without spaces
    const auto end_word = [&] {
        if (length >= kShortestWord && length <= kLongestWord) take(word);
        word.clear();
        length = 0;
    };
    while (!text.empty()) {
        const CodePoint code = lower(take_code_point(text));
        const bool alone = is_without_spaces(code);
        if (alone || !is_word_character(code)) end_word();
        if (alone && before != 0) {
            pair.clear();
            append_utf8(pair, before);
            append_utf8(pair, code);
            take(pair);
        }
        before = alone ? code : 0;
        if (alone || !is_word_character(code)) continue;
        ++length;
        if (length <= kLongestWord) append_utf8(word, code);
    }
    end_word();
}

std::size_t characters_without_spaces(std::string_view text) {
    std::size_t count = 0;
    while (!text.empty())
        count += is_without_spaces(take_code_point(text)) ? 1 : 0;
    return count;
}

bool is_stop_word(std::string_view word) {
    return std::find(kStopWords.begin(), kStopWords.end(), word) != kStopWords.end();
}

}  // namespace io::table
}  // namespace v1
}  // namespace mvlink
