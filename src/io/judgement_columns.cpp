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
constexpr std::array<std::pair<std::string_view, std::string_view>, 9> kSides{{{"a", "b"},
                                                                               {"1", "2"},
                                                                               {"first", "second"},
                                                                               {"left", "right"},
                                                                               {"from", "to"},
                                                                               {"source", "target"},
                                                                               {"l", "r"},
                                                                               {"i", "j"},
                                                                               {"one", "two"}}};
constexpr std::array<std::string_view, 18> kThings{"",     "id",   "ids",      "item",     "row",     "record",
                                                   "name", "key",  "object",   "instance", "example", "entity",
                                                   "doc",  "node", "document", "element",  "sample",  "point"};

/// Lower case, letters and digits only.
std::string column_word(std::string_view name) {
    std::string word;
    for (const char c : lower_case(name)) {
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

}  // namespace

JudgementColumns find_judgement_columns(const CsvFields& first, const std::string& where) {
    const HeaderWords words(first, where);
    JudgementColumns columns;
    std::string partner;
    for (const std::string_view thing : kThings) {
        std::tie(columns.a, columns.b) = words.find_pair(thing, partner);
        if (columns.a != kNoColumn) break;
    }
    if (columns.a == kNoColumn) {
        if (auto without = columns_without_header(first)) return *without;
        refuse("{}: no column \"{}\"; expected the columns {}", where, partner.empty() ? "a" : partner,
               kJudgementColumns);
    }
    columns.answer = words.find_first_of(
        {"type",     "answer",      "judgement", "judgment",   "link",           "linktype", "relation",
         "decision", "verdict",     "response",  "label",      "same",           "issame",   "match",
         "ismatch",  "samecluster", "together",  "constraint", "constrainttype", "kind",     "result"});
    if (columns.answer == kNoColumn) {
        refuse("{}: no column \"type\"; expected the columns {}", where, kJudgementColumns);
    }
    std::string ignored;
    std::tie(columns.view_a, columns.view_b) = words.find_pair("view", ignored);
    if (columns.view_a == kNoColumn) columns.view_a = words.find("viewa");
    if (columns.view_b == kNoColumn) columns.view_b = words.find("viewb");
    columns.weight = words.find_first_of({"weight", "weights", "strength", "certainty", "w"});
    columns.person = words.find_first_of(
        {"person", "who", "annotator", "user", "rater", "judge", "expert", "worker", "reviewer", "by"});
    return columns;
}

}  // namespace io
}  // namespace v1
}  // namespace mvlink
