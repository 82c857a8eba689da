#include "io/text.hpp"

#include <mvlink/judgements.hpp>

#include <algorithm>
#include <array>

namespace mvlink {
inline namespace v1 {

namespace {

/// Lower case without accents, letters and digits only, with a sign in front of a number: "Must_link" -> "mustlink",
/// "-1.0" -> "-1.0".
std::string answer_word(std::string_view text) {
    std::string word;
    for (const char c : io::plain_letters(text)) {
        const bool is_kept = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '?' ||
                             static_cast<unsigned char>(c) >= 0x80 || (c == '-' && word.empty());
        if (is_kept) word += c;
    }
    return word;
}

// English, then German and French.
constexpr std::array<std::string_view, 40> kSame{
    "same",     "s",        "yes",      "y",         "true",        "t",         "1",        "1.0",
    "mustlink", "must",     "ml",       "together",  "match",       "equal",     "equals",   "duplicate",
    "link",     "linked",   "joined",   "positive",  "samecluster", "samething", "gleich",   "ja",
    "j",        "zusammen", "dasselbe", "dieselbe",  "derselbe",    "identisch", "wahr",     "meme",
    "oui",      "o",        "ensemble", "identique", "identiques",  "pareil",    "pareille", "vrai"};
constexpr std::array<std::string_view, 44> kDifferent{"different",   "d",          "no",          "n",
                                                      "false",       "f",          "0",           "0.0",
                                                      "-1",          "-1.0",       "cannotlink",  "cannot",
                                                      "cl",          "cant",       "cantlink",    "apart",
                                                      "separate",    "nonmatch",   "notmatch",    "nomatch",
                                                      "notsame",     "distinct",   "unequal",     "diff",
                                                      "differs",     "negative",   "notlinked",   "differentcluster",
                                                      "verschieden", "nein",       "ungleich",    "unterschiedlich",
                                                      "anders",      "getrennt",   "nichtgleich", "falsch",
                                                      "non",         "differente", "differents",  "differentes",
                                                      "separe",      "separes",    "pasmeme",     "faux"};
constexpr std::array<std::string_view, 31> kNotSure{
    "notsure",     "u",         "unsure",  "unknown",  "maybe",  "skip",      "skipped",    "?",
    "??",          "na",        "nan",     "none",     "null",   "dontknow",  "idontknow",  "perhaps",
    "undecided",   "unclear",   "cantsay", "unsicher", "unklar", "unbekannt", "vielleicht", "weissnicht",
    "keineahnung", "incertain", "inconnu", "peutetre", "passur", "nesaispas", "jenesaispas"};

template <class List>
bool has_word(const List& list, const std::string& word) {
    return std::find(list.begin(), list.end(), word) != list.end();
}

}  // namespace

std::string_view to_string(Judged answer) noexcept {
    if (answer == Judged::same) return "same";
    return answer == Judged::different ? "different" : "not-sure";
}

std::optional<Judged> parse_answer(std::string_view text) {
    const std::string word = answer_word(text);
    if (has_word(kSame, word)) return Judged::same;
    if (has_word(kDifferent, word)) return Judged::different;
    if (has_word(kNotSure, word)) return Judged::not_sure;
    return std::nullopt;
}

}  // namespace v1
}  // namespace mvlink
