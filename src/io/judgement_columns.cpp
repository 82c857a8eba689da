#include "io/judgement_columns.hpp"

#include "io/text.hpp"

#include <mvlink/judgements.hpp>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace io {

namespace {

/// The names of the two sides of a pair, alone or with what is paired: a, id_a, first, left_id, record1.
constexpr std::array<std::pair<std::string_view, std::string_view>, 21> kSides{{{"a", "b"},
                                                                                {"1", "2"},
                                                                                {"first", "second"},
                                                                                {"left", "right"},
                                                                                {"from", "to"},
                                                                                {"source", "target"},
                                                                                {"l", "r"},
                                                                                {"i", "j"},
                                                                                {"one", "two"},
                                                                                {"erste", "zweite"},
                                                                                {"erster", "zweiter"},
                                                                                {"erstes", "zweites"},
                                                                                {"links", "rechts"},
                                                                                {"von", "nach"},
                                                                                {"eins", "zwei"},
                                                                                {"premier", "second"},
                                                                                {"premier", "deuxieme"},
                                                                                {"premiere", "seconde"},
                                                                                {"premiere", "deuxieme"},
                                                                                {"gauche", "droite"},
                                                                                {"gauche", "droit"}}};
constexpr std::array<std::string_view, 29> kThings{
    "",        "id",     "ids",     "item",      "row",      "record",  "name",   "key",   "object",     "instance",
    "example", "entity", "doc",     "node",      "document", "element", "sample", "point", "nr",         "nummer",
    "zeile",   "objekt", "eintrag", "datensatz", "nom",      "numero",  "ligne",  "objet", "identifiant"};

/// Lower case without accents, letters and digits only.
std::string column_word(std::string_view name) {
    std::string word;
    for (const char c : plain_letters(name)) {
        if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) word += c;
    }
    return word;
}

class HeaderWords {
public:
    HeaderWords(const CsvFields& header, const std::string& where) : header_(header), where_(where) {
        for (const std::string_view name : header)
            words_.push_back(column_word(name));
    }

    /// The only column of that name.
    [[nodiscard]] std::size_t find(std::string_view word) const {
        const auto found = std::find(words_.begin(), words_.end(), word);
        if (found == words_.end() || word.empty()) return kNoColumn;
        const auto column = static_cast<std::size_t>(found - words_.begin());
        if (std::find(found + 1, words_.end(), word) != words_.end()) {
            refuse("{}: column {} occurs twice; expected it once", where_, shown(header_[column]));
        }
        return column;
    }

    [[nodiscard]] std::size_t find_first_of(std::initializer_list<std::string_view> words) const {
        for (const std::string_view word : words) {
            if (const std::size_t column = find(word); column != kNoColumn) return column;
        }
        return kNoColumn;
    }

    /// Two columns that name the sides of a thing in the same way. The side that is there alone is left in `lone`.
    [[nodiscard]] std::pair<std::size_t, std::size_t> find_pair(std::string_view thing, std::string& partner) const {
        for (const auto& [a, b] : kSides) {
            if (thing.empty() && a == "1") continue;  // numbers are no names
            for (const bool thing_first : {true, false}) {
                const auto word = [&](std::string_view side) {
                    return thing_first ? std::string(thing).append(side) : std::string(side).append(thing);
                };
                const std::size_t first = find(word(a)), second = find(word(b));
                if (first != kNoColumn && second != kNoColumn) return {first, second};
                if (first != kNoColumn && partner.empty()) partner = word(b);
                if (second != kNoColumn && partner.empty()) partner = word(a);
            }
        }
        return {kNoColumn, kNoColumn};
    }

private:
    const CsvFields& header_;
    const std::string& where_;
    std::vector<std::string> words_;
};

/// a,b,answer[,weight] without a header: the third field is an answer.
std::optional<JudgementColumns> columns_without_header(const CsvFields& first) {
    if (first.size() < 3 || first.size() > 4 || !parse_answer(first[2])) return std::nullopt;
    if (first.size() == 4 && !parse_number(first[3])) return std::nullopt;
    JudgementColumns columns;
    columns.a = 0;
    columns.b = 1;
    columns.answer = 2;
    if (first.size() == 4) columns.weight = 3;
    columns.has_header = false;
    return columns;
}

/// The columns of a file, for messages.
std::string listed(const CsvFields& header) {
    constexpr std::size_t kMost = 8;
    std::string text;
    for (std::size_t i = 0; i < std::min(header.size(), kMost); ++i)
        text += (i == 0 ? "" : ", ") + shown(header[i]);
    return header.size() > kMost ? text + ", .." : text;
}

/// "Bird 1" is the side "1" of "bird".
struct NamedSide {
    std::string thing, side;
    bool side_is_last = true;
};

/// The words of a name, digits apart: "car_left" -> car, left; "record2" -> record, 2; "Bird A" -> bird, a.
std::vector<std::string> words_of(std::string_view name) {
    std::vector<std::string> words;
    char before = ' ';
    const auto kind = [](char c) {
        if (c >= '0' && c <= '9') return 'd';
        const bool is_letter = (c >= 'a' && c <= 'z') || static_cast<unsigned char>(c) >= 0x80;
        return is_letter ? 'l' : ' ';
    };
    for (const char c : plain_letters(name)) {
        const char now = kind(c);
        if (now != ' ' && now != before) words.emplace_back();
        if (now != ' ') words.back() += c;
        before = now;
    }
    return words;
}

std::vector<NamedSide> sides_of(std::string_view name) {
    std::vector<std::string> words = words_of(name);
    if (words.size() < 2) return {};
    const auto joined = [](auto first, auto last) {
        std::string text;
        for (; first != last; ++first)
            text += *first + ' ';
        return text;
    };
    return {{joined(words.begin(), words.end() - 1), words.back(), true},
            {joined(words.begin() + 1, words.end()), words.front(), false}};
}

bool are_two_sides(std::string_view a, std::string_view b) {
    const auto is_one = [&](const NamedSide& left, const NamedSide& right) {
        return left.thing == right.thing && left.side_is_last == right.side_is_last &&
               std::find(kSides.begin(), kSides.end(),
                         std::pair<std::string_view, std::string_view>(left.side, right.side)) != kSides.end();
    };
    const std::vector<NamedSide> left = sides_of(a), right = sides_of(b);
    return std::any_of(left.begin(), left.end(), [&](const NamedSide& one) {
        return std::any_of(right.begin(), right.end(), [&](const NamedSide& other) { return is_one(one, other); });
    });
}

/// Two names that differ in the side alone, whatever the things are called.
std::pair<std::size_t, std::size_t> find_any_pair(const CsvFields& first, const std::string& where) {
    std::vector<std::pair<std::size_t, std::size_t>> found;
    for (std::size_t a = 0; a < first.size(); ++a) {
        for (std::size_t b = 0; b < first.size(); ++b) {
            if (a != b && are_two_sides(first[a], first[b])) found.emplace_back(a, b);
        }
    }
    if (found.size() > 1) {
        refuse("{}: {} and {} could be the pair, or {} and {}; rename the columns that hold the names to a and b",
               where, shown(first[found[0].first]), shown(first[found[0].second]), shown(first[found[1].first]),
               shown(first[found[1].second]));
    }
    return found.empty() ? std::pair(kNoColumn, kNoColumn) : found.front();
}

/// "Bird 1,Bird 2,same" names the columns of lines such as "Robin,Crow,yes", but is like the line "Bird 3,Bird 7,same".
bool names_other_things(const CsvFields& first, std::span<const std::vector<std::string>> rows) {
    if (rows.empty() || !are_two_sides(first[0], first[1])) return false;
    const auto is_alike = [](std::string_view a, std::string_view b) {
        const std::vector<NamedSide> left = sides_of(a), right = sides_of(b);
        return std::any_of(left.begin(), left.end(), [&](const NamedSide& one) {
            return std::any_of(right.begin(), right.end(),
                               [&](const NamedSide& other) { return one.thing == other.thing; });
        });
    };
    return std::none_of(rows.begin(), rows.end(),
                        [&](const auto& row) { return is_alike(first[0], row[0]) || is_alike(first[1], row[1]); });
}

/// The only other column that holds answers and nothing else. Error{input} says what a lone one holds instead.
std::size_t find_answers(const CsvFields& first, std::span<const std::vector<std::string>> rows,
                         const JudgementColumns& known, const std::string& where) {
    std::vector<std::size_t> found, others_left;
    for (std::size_t column = 0; column < first.size(); ++column) {
        const auto others = {known.a, known.b, known.view_a, known.view_b, known.weight, known.person};
        if (std::find(others.begin(), others.end(), column) != others.end()) continue;
        others_left.push_back(column);
        const auto is_empty = [&](const auto& row) { return row[column].empty(); };
        const auto suits = [&](const auto& row) { return is_empty(row) || parse_answer(row[column]).has_value(); };
        if (std::all_of(rows.begin(), rows.end(), suits) && !std::all_of(rows.begin(), rows.end(), is_empty)) {
            found.push_back(column);
        }
    }
    if (found.size() > 1) {
        refuse("{}: {} and {} both hold answers; rename the column to use to \"answer\"", where, shown(first[found[0]]),
               shown(first[found[1]]));
    }
    if (found.empty() && others_left.size() == 1 && !rows.empty()) {
        refuse(
            "{}: no column \"type\" among {}; {} holds {}, which is not an answer; expected must-link or cannot-link "
            "(same or different, yes or no, 1 or 0; not-sure)",
            where, listed(first), shown(first[others_left.front()]), shown(rows.front()[others_left.front()]));
    }
    return found.empty() ? kNoColumn : found.front();
}

bool is_named_after_the_opposite(std::string_view name) {
    constexpr std::array<std::string_view, 22> kOpposites{
        "different", "isdifferent", "differ",   "differs",    "difference",  "cannot",   "cannotlink", "cannotlinks",
        "cl",        "apart",       "distinct", "isdistinct", "separate",    "distance", "dissimilar", "dissimilarity",
        "notsame",   "notequal",    "unequal",  "conflict",   "verschieden", "ungleich"};
    return std::find(kOpposites.begin(), kOpposites.end(), column_word(name)) != kOpposites.end();
}

}  // namespace

JudgementColumns find_judgement_columns(const CsvFields& first, std::span<const std::vector<std::string>> rows,
                                        const std::string& where) {
    const HeaderWords words(first, where);
    JudgementColumns columns;
    std::string partner;
    for (const std::string_view thing : kThings) {
        std::tie(columns.a, columns.b) = words.find_pair(thing, partner);
        if (columns.a != kNoColumn) break;
    }
    if (columns.a == kNoColumn) {
        const auto without = columns_without_header(first);
        if (without && !names_other_things(first, rows)) return *without;
        std::tie(columns.a, columns.b) = find_any_pair(first, where);
    }
    if (columns.a == kNoColumn) {
        refuse("{}: no column \"{}\" among {}; expected the columns {}", where, partner.empty() ? "a" : partner,
               listed(first), kJudgementColumns);
    }
    std::string ignored;
    std::tie(columns.view_a, columns.view_b) = words.find_pair("view", ignored);
    if (columns.view_a == kNoColumn) columns.view_a = words.find("viewa");
    if (columns.view_b == kNoColumn) columns.view_b = words.find("viewb");
    columns.weight = words.find_first_of({"weight", "weights", "strength", "certainty", "w", "gewicht", "poids"});
    columns.person =
        words.find_first_of({"person", "who", "annotator", "user", "rater", "judge", "expert", "worker", "reviewer",
                             "by", "wer", "nutzer", "bearbeiter", "qui", "personne", "annotateur"});
    columns.answer =
        words.find_first_of({"type",           "answer",    "judgement", "judgment",    "link",      "linktype",
                             "relation",       "decision",  "verdict",   "response",    "label",     "same",
                             "issame",         "match",     "ismatch",   "samecluster", "together",  "constraint",
                             "constrainttype", "kind",      "result",    "antwort",     "urteil",    "gleich",
                             "entscheidung",   "beziehung", "typ",       "ergebnis",    "zusammen",  "reponse",
                             "jugement",       "avis",      "lien",      "meme",        "identique", "resultat"});
    if (columns.answer == kNoColumn) columns.answer = find_answers(first, rows, columns, where);
    if (columns.answer == kNoColumn) {
        refuse("{}: no column \"type\" among {}; expected the columns {}", where, listed(first), kJudgementColumns);
    }
    columns.asks_the_opposite = is_named_after_the_opposite(first[columns.answer]);
    return columns;
}

}  // namespace io
}  // namespace v1
}  // namespace mvlink
