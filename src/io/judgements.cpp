#include <mvlink/judgements.hpp>

#include "io/delimiter.hpp"
#include "io/encoding.hpp"
#include "io/gzip.hpp"
#include "io/judgement_columns.hpp"
#include "io/readers.hpp"
#include "io/text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

namespace mvlink {
inline namespace v1 {
namespace io {

namespace {

/// An answer that says nothing without its question: below "different" a yes means cannot-link, elsewhere must-link.
bool is_bare(std::string_view answer) {
    constexpr std::array<std::string_view, 13> kBare{"yes", "no", "y",  "n",    "true", "false", "t",
                                                     "f",   "x",  "ja", "nein", "oui",  "non"};
    return parse_number(answer).has_value() ||
           std::find(kBare.begin(), kBare.end(), lower_case(trimmed(answer))) != kBare.end();
}

class JudgementsCsv {
public:
    explicit JudgementsCsv(const Bytes& file)
        : bytes_(decoded_text(file).bytes), records_(bytes_, sniff_delimiter(bytes_.text())) {
        if (!records_.next(fields_)) refuse("{}: empty; expected the columns {}", bytes_.name, kJudgementColumns);
        columns_ = find_judgement_columns(fields_, first_rows(), records_.where());
        fields_per_line_ = fields_.size();
        answer_name_ = columns_.has_header ? std::string(fields_[columns_.answer]) : "answer";
        is_pending_ = !columns_.has_header;
    }

    std::vector<Judgement> read() {
        std::vector<Judgement> judgements;
        std::vector<std::size_t> zeros;  // -1 in the file makes these "not sure"
        bool has_minus_one = false;
        while (is_pending_ || records_.next(fields_)) {
            is_pending_ = false;
            const auto is_empty = [](std::string_view field) { return field.empty(); };
            if (std::all_of(fields_.begin(), fields_.end(), is_empty)) continue;
            // Spreadsheets end some lines with separators too many.
            while (fields_.size() > fields_per_line_ && fields_.back().empty())
                fields_.pop_back();
            if (fields_.size() != fields_per_line_) {
                refuse("{}: {} fields; expected {} as in the first line", records_.where(), fields_.size(),
                       fields_per_line_);
            }
            const std::string_view text = field(columns_.answer);
            if (text.empty() && answer_name_ != "type") continue;  // a question that nobody has answered yet
            const auto number = parse_number(text);
            has_minus_one = has_minus_one || (number && *number == -1);
            if (number && *number == 0) zeros.push_back(judgements.size());
            judgements.push_back(judgement());
        }
        for (const std::size_t place : zeros) {
            if (has_minus_one) judgements[place].answer = Judged::not_sure;
        }
        return judgements;
    }

private:
    /// Some lines below the first that have as many fields.
    [[nodiscard]] std::vector<std::vector<std::string>> first_rows() const {
        constexpr std::size_t kMostLookedAt = 1000;
        CsvRecords records(bytes_, sniff_delimiter(bytes_.text()));
        std::vector<std::vector<std::string>> rows;
        CsvFields fields;
        bool is_first = true;
        while (rows.size() < kMostLookedAt && records.next(fields)) {
            if (!is_first && fields.size() == fields_.size()) rows.emplace_back(fields.begin(), fields.end());
            is_first = false;
        }
        return rows;
    }

    [[nodiscard]] std::string_view field(std::size_t column) const {
        return column == kNoColumn ? std::string_view{} : fields_[column];
    }

    [[nodiscard]] Judgement judgement() const {
        Judgement found{instance(columns_.view_a, columns_.a, "a"),
                        instance(columns_.view_b, columns_.b, "b"),
                        answer(),
                        weight(),
                        std::string(field(columns_.person)),
                        records_.where()};
        if (found.a.view.empty() != found.b.view.empty()) {
            refuse("{}: a view on one side only; expected view_a and view_b, or neither", found.where);
        }
        return found;
    }

    [[nodiscard]] InstanceRef instance(std::size_t view, std::size_t column, std::string_view side) const {
        const std::string_view key = fields_[column];
        if (key.empty()) refuse("{}: column \"{}\" is empty; expected a row or an id", records_.where(), side);
        auto found = parse_instance(std::string(field(view)), key);
        if (!found) refuse("{}: {}; expected row:<number>, from 0", records_.where(), shown(key));
        return *std::move(found);
    }

    [[nodiscard]] Judged answer() const {
        const std::string_view text = fields_[columns_.answer];
        if (columns_.asks_the_opposite && is_bare(text)) {
            refuse("{}: {} below {} could mean either; expected same or different there, or a column \"same\"",
                   records_.where(), shown(text), shown(answer_name_));
        }
        if (const auto found = parse_answer(text)) return *found;
        refuse("{}: {} {}; expected must-link or cannot-link (same or different, yes or no, 1 or 0; not-sure)",
               records_.where(), answer_name_, shown(text));
    }

    [[nodiscard]] double weight() const {
        const std::string_view text = field(columns_.weight);
        if (text.empty()) return 1;
        const auto value = parse_number(text);
        if (!value || !std::isfinite(*value) || *value < 0) {
            refuse("{}: weight {}; expected a finite number >= 0", records_.where(), shown(text));
        }
        return *value;
    }

    Bytes bytes_;
    CsvRecords records_;
    CsvFields fields_;
    JudgementColumns columns_;
    std::size_t fields_per_line_ = 0;
    std::string answer_name_;
    bool is_pending_ = false;  // the first line is a judgement, not a header
};

std::string key_text(const InstanceRef& ref) {
    const Index* row = std::get_if<Index>(&ref.key);
    return ref.view + '\n' + (row ? fmt::format("row:{}", *row) : std::get<std::string>(ref.key));
}

/// What is said of one pair, by whom.
struct PairVotes {
    std::set<std::string> persons;
    double same = 0;
    double different = 0;
    double largest_weight = 0;

    [[nodiscard]] bool disputed() const { return persons.size() > 1 && same > 0 && different > 0; }
};

using PairKey = std::pair<std::string, std::string>;

PairKey pair_key(const Judgement& judgement) {
    return std::minmax({key_text(judgement.a), key_text(judgement.b)});
}

}  // namespace

std::vector<Judgement> parse_judgements(const Bytes& bytes) {
    return JudgementsCsv(bytes).read();
}

std::vector<ConstraintSpec> parse_constraints(const Bytes& bytes) {
    return constraints_of(parse_judgements(bytes)).constraints;
}

}  // namespace io

JudgedConstraints constraints_of(std::span<const Judgement> judgements) {
    std::map<io::PairKey, io::PairVotes> votes;
    const bool has_persons =
        std::any_of(judgements.begin(), judgements.end(), [](const Judgement& one) { return !one.person.empty(); });
    for (const Judgement& one : judgements) {
        if (!has_persons || one.answer == Judged::not_sure) continue;
        io::PairVotes& pair = votes[io::pair_key(one)];
        pair.persons.insert(one.person);
        (one.answer == Judged::same ? pair.same : pair.different) += one.weight;
        pair.largest_weight = std::max(pair.largest_weight, one.weight);
    }
    JudgedConstraints found;
    std::set<io::PairKey> settled;
    for (const Judgement& one : judgements) {
        if (one.answer == Judged::not_sure) {
            ++found.not_sure;
            continue;
        }
        const Link said = one.answer == Judged::same ? Link::must : Link::cannot;
        ConstraintSpec spec{one.a, one.b, said, one.weight, one.where};
        const auto pair = has_persons ? votes.find(io::pair_key(one)) : votes.end();
        if (pair != votes.end() && pair->second.disputed()) {
            if (!settled.insert(pair->first).second) continue;
            ++found.disputed;
            const auto& [persons, same, different, largest] = pair->second;
            found.tied += same == different ? 1 : 0;
            if (same == different) continue;
            spec.link = same > different ? Link::must : Link::cannot;
            spec.weight = largest * std::abs(same - different) / (same + different);
        }
        found.constraints.push_back(std::move(spec));
    }
    return found;
}

std::vector<Judgement> read_judgements(const std::filesystem::path& file) {
    return io::parse_judgements(io::open_unpacked(file));
}

std::vector<Judgement> parse_judgements(std::string_view text, const std::string& name) {
    return io::parse_judgements(io::bytes_of(text, name));
}

}  // namespace v1
}  // namespace mvlink
