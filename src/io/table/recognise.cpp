#include "io/table/recognise.hpp"

#include "io/table/column_look.hpp"
#include "io/table/earlier_run.hpp"
#include "io/table/named_rows.hpp"
#include "io/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <unordered_map>
#include <unordered_set>

namespace mvlink {
inline namespace v1 {
namespace io::table {
namespace {

/// A column is numbers (dates, images) if this share of its values are; the others are then gaps, and the plan says so.
constexpr double kMostOf = 0.9;
/// Texts have at least this many words on average. Shorter ones that differ are names: of products, places, persons.
constexpr double kWordsOfText = 5;
/// A column of names or codes that names more things than this, in several rows each, is no category.
constexpr Index kMostNamedThings = 50;
/// A column of texts that repeat is still no category if they have at least this many.
constexpr double kWordsOfRepeatedText = 6;

std::string plain_word(std::string_view name) {
    std::string word;
    for (const char c : plain_letters(name)) {
        if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) word += c;
    }
    return word;
}

template <std::size_t N>
bool is_one_of(const std::array<std::string_view, N>& list, std::string_view word) {
    return std::find(list.begin(), list.end(), word) != list.end();
}

/// "Customer No.", "account_nr", "InvoiceNo", "Kundennummer": a number that somebody was given.
bool ends_in_number_of(const std::string& name) {
    const std::string word = plain_word(name);
    if (word.ends_with("nummer") || (word.size() > 3 && word.ends_with("nr"))) return true;
    std::string_view last(name);
    while (!last.empty() && last.back() == '.')
        last.remove_suffix(1);
    const std::size_t blank = last.find_last_of(" _-.");
    if (blank != std::string_view::npos) last.remove_prefix(blank + 1);
    const std::string low = lower_case(last);
    return low == "no" || low == "nr" || last.ends_with("No") || low == "#";
}

bool is_id_name(const std::string& name) {
    constexpr std::array<std::string_view, 14> kNames{"id",         "ids",    "key",         "uuid",      "guid",
                                                      "identifier", "index",  "rowname",     "nr",        "nummer",
                                                      "kennung",    "numero", "identifiant", "schluessel"};
    const std::string low = lower_case(name);
    return is_one_of(kNames, plain_word(name)) || ends_in_number_of(name) || low.ends_with("_id") ||
           low.ends_with(" id") || low.ends_with("-id") || (name.size() > 2 && name.ends_with("Id")) ||
           (name.size() > 2 && name.ends_with("ID"));
}

/// Digits that call, reach or find something, and are never counted or measured.
bool is_name_of_codes(const std::string& name) {
    constexpr std::array<std::string_view, 29> kNames{"phone",
                                                      "phonenumber",
                                                      "telephone",
                                                      "telefon",
                                                      "tel",
                                                      "mobile",
                                                      "handy",
                                                      "fax",
                                                      "zip",
                                                      "zipcode",
                                                      "plz",
                                                      "postleitzahl",
                                                      "postcode",
                                                      "postalcode",
                                                      "codepostal",
                                                      "ean",
                                                      "gtin",
                                                      "upc",
                                                      "sku",
                                                      "barcode",
                                                      "isbn",
                                                      "issn",
                                                      "imei",
                                                      "iban",
                                                      "ssn",
                                                      "account",
                                                      "konto",
                                                      "accountnumber",
                                                      "telephonenumber"};
    return is_one_of(kNames, plain_word(name));
}

bool is_truth_name(const std::string& name) {
    constexpr std::array<std::string_view, 10> kNames{"class",       "label", "labels",    "target", "truth",
                                                      "groundtruth", "gt",    "trueclass", "klasse", "classe"};
    return is_one_of(kNames, plain_word(name));
}

class Recogniser {
public:
    Recogniser(const TableCells& cells, const TableOptions& options) : cells_(cells), options_(options) {
        plan_.decimal_comma = writes_decimal_comma(cells);
        plan_.columns.resize(cells.names.size());
        note_sayings();
    }

    TablePlan plan() {
        for (Index col = 0; col < cells_.cols(); ++col) {
            plan_.columns[col].name = cells_.names[col];
            looks_.push_back(look_at(cells_, col, plan_.decimal_comma.value_or(false)));
        }
        find_ids();
        for (Index col = 0; col < cells_.cols(); ++col) {
            if (!is_decided(col)) decide(col);
        }
        take_names_if_nothing_else();
        for (Index col = 0; col < cells_.cols(); ++col)
            finish(col);
        return std::move(plan_);
    }

private:
    void note_sayings() {
        const auto note = [&](const std::vector<std::string>& names, ColumnKind kind, std::string_view said) {
            for (const std::string& name : names) {
                const Index col = column_of(cells_, name, said);
                const auto [place, is_new] = said_.emplace(col, kind);
                if (!is_new && place->second != kind) {
                    throw Error{ErrorCode::usage, fmt::format("column {} is said to be {} and {}; expected one of them",
                                                              shown(name), to_string(place->second), to_string(kind))};
                }
            }
        };
        const auto list = [](const std::string& name) {
            return name.empty() ? std::vector<std::string>{} : std::vector<std::string>{name};
        };
        note(list(options_.id), ColumnKind::id, "the ids");
        note(options_.text, ColumnKind::text, "text");
        note(options_.category, ColumnKind::category, "a category");
        note(options_.drop, ColumnKind::unused, "a column to leave out");
        note(list(options_.truth), ColumnKind::truth, "the true classes");
        if (!options_.partial_labels.empty()) column_of(cells_, options_.partial_labels, "the known classes");
        if (!options_.at_most_one.empty()) column_of(cells_, options_.at_most_one, "the groups");
        for (const std::string& name : options_.columns)
            wanted_.push_back(column_of(cells_, name, "a column to use"));
    }

    [[nodiscard]] bool is_decided(Index col) const { return decided_.count(col) > 0; }
    [[nodiscard]] bool is_free(Index col) const {
        return said_.count(col) == 0 &&
               (wanted_.empty() || std::find(wanted_.begin(), wanted_.end(), col) == wanted_.end());
    }

    void settle(Index col, ColumnKind kind, std::string how = {}) {
        plan_.columns[col].kind = kind;
        plan_.columns[col].how = std::move(how);
        decided_[col] = true;
    }

    void find_ids() {
        if (!options_.id.empty()) {
            const Index col = column_of(cells_, options_.id, "the ids");
            require_ids(col);
            settle(col, ColumnKind::id);
            return;
        }
        if (const Index named = by_judgements(); named >= 0) return settle(named, ColumnKind::id, named_how(named));
        if (const Index usual = usual_ids(); usual >= 0) return settle(usual, ColumnKind::id, "all values differ");
        if (const Index numbered = by_numbers(); numbered >= 0) settle(numbered, ColumnKind::id, named_how(numbered));
    }

    [[nodiscard]] std::string named_how(Index col) const {
        const std::size_t repeated = repeated_names(cells_, col).size();
        if (repeated == 0) return "named in the judgements";
        return fmt::format("named in the judgements; {} told apart by their lines",
                           repeated == 1 ? "rows of 1 name are" : fmt::format("rows of {} names are", repeated));
    }

    /// The column by whose values the judgements name rows.
    Index by_judgements() const {
        if (options_.names.empty() || options_.names_may_be_rows) return -1;
        const auto differs = [&](Index col) { return looks_[col].all_differ(cells_.rows()); };
        const Index found = column_of_names(
            cells_, options_.names, [&](Index col) { return said_.count(col) == 0; }, differs);
        if (found >= 0) require_clear_names(found);
        return found;
    }

    /// The column whose integers the judgements mean. Where they may as well count the rows, only the user can tell.
    Index by_numbers() const {
        if (!options_.names_may_be_rows) return -1;
        const auto names_rows = [&](Index col) {
            const ColumnLook& look = looks_[col];
            const bool hardly_repeats = 5 * look.distinct >= 4 * look.present;
            return is_free(col) && names_things(col) && look.integers && hardly_repeats;
        };
        const Index named = column_of_names(cells_, options_.names, names_rows, [](Index) { return false; });
        if (named >= 0) {
            require_clear_names(named);
            return named;
        }
        const auto could = [&](Index col) {
            return is_free(col) && looks_[col].integers && looks_[col].all_differ(cells_.rows()) &&
                   holds_all_names(col);
        };
        for (Index col = 0; col < cells_.cols(); ++col) {
            if (!could(col) || counts_from_zero(col)) continue;
            const bool may_be_rows = std::all_of(options_.names.begin(), options_.names.end(), [&](const auto& name) {
                return parse_integer(name).value_or(-1) < cells_.rows();
            });
            if (!may_be_rows) return col;
            if (!is_dense(col)) continue;  // measurements
            throw Error{ErrorCode::input,
                        fmt::format("{}: the numbers in the judgements could be values of column {} or count the rows "
                                    "from 0; expected row:17 there if they count",
                                    cells_.bytes.name, shown(cells_.names[col])),
                        {{"id", cells_.names[col]}}};
        }
        return -1;
    }

    [[nodiscard]] bool holds_all_names(Index col) const {
        std::unordered_set<std::string_view> values;
        for (Index row = 0; row < cells_.rows(); ++row)
            values.insert(cells_.cell(row, col));
        return std::all_of(options_.names.begin(), options_.names.end(),
                           [&](const std::string& name) { return values.count(name) > 0; });
    }

    [[nodiscard]] bool counts_from_zero(Index col) const {
        for (Index row = 0; row < cells_.rows(); ++row) {
            if (parse_integer(cells_.cell(row, col)) != row) return false;
        }
        return true;
    }

    /// Whether the integers number the rows in some order: none is beyond twice their count.
    [[nodiscard]] bool is_dense(Index col) const {
        for (Index row = 0; row < cells_.rows(); ++row) {
            const auto value = parse_integer(cells_.cell(row, col));
            if (!value || *value < 0 || *value >= 2 * cells_.rows()) return false;
        }
        return true;
    }

    /// A column that is named like ids, or the first one if it names or counts the rows.
    Index usual_ids() const {
        Index found = -1;
        const auto suits = [&](Index col) { return is_free(col) && looks_[col].all_differ(cells_.rows()); };
        for (Index col = 0; col < cells_.cols(); ++col) {
            const bool is_named = is_id_name(cells_.names[col]) && suits(col);
            if (is_named && (found < 0 || lower_case(cells_.names[col]) == "id")) found = col;
        }
        const bool unnamed = cells_.names[0] == "column 1";
        const bool first_counts = looks_[0].counts_rows && (cells_.has_header || !unnamed);
        const bool is_number = 10 * looks_[0].numbers >= 9 * looks_[0].present;  // some codes look like numbers: 1E4
        const bool first_names =
            !is_number && looks_[0].words < 2 &&
            std::all_of(std::begin(looks_[0].dates), std::end(looks_[0].dates), [](Index count) { return count == 0; });
        if (found < 0 && cells_.cols() > 1 && suits(0) && (first_counts || first_names)) found = 0;
        return found;
    }

    void require_ids(Index col) const {
        for (Index row = 0; row < cells_.rows(); ++row) {
            if (cells_.cell(row, col).empty()) {
                refuse("{}: an empty id; expected one per row", cells_.where(row, col));
            }
        }
        require_distinct(
            col, [](std::string_view) { return true; }, [](Index, Index) { return "expected distinct ids"; });
    }

    /// Names that repeat do no harm, as long as no judgement means one of them.
    void require_clear_names(Index col) const {
        const std::unordered_set<std::string_view> named(options_.names.begin(), options_.names.end());
        const auto write = [&](Index first, Index second) {
            return fmt::format("the judgements name rows by it; write {} or {} there",
                               shown(name_of(cells_, first, col)), shown(name_of(cells_, second, col)));
        };
        require_distinct(
            col, [&](std::string_view id) { return named.count(id) > 0; }, write);
    }

    /// Of the ids that count, none may occur twice; `expected` says what to do about it.
    template <class Counts, class Expected>
    void require_distinct(Index col, Counts&& counts, Expected&& expected) const {
        std::unordered_map<std::string_view, Index> row_of;
        for (Index row = 0; row < cells_.rows(); ++row) {
            const std::string_view id = cells_.cell(row, col);
            if (has_line_break(id)) refuse("{}: id {} has a line break", cells_.where(row, col), shown(id));
            if (!counts(id)) continue;
            const auto [first, is_new] = row_of.try_emplace(id, row);
            if (!is_new) {
                refuse("{}: id {} is also on line {}; {}", cells_.where(row, col), shown(id),
                       cells_.lines[first->second], expected(first->second, row));
            }
        }
    }

    void decide(Index col) {
        const ColumnLook& look = looks_[col];
        const std::string& name = cells_.names[col];
        if (const auto said = said_.find(col); said != said_.end()) {
            return settle(col, said->second, said->second == ColumnKind::unused ? "left out, as asked" : "as asked");
        }
        if (name == options_.partial_labels)
            return settle(col, ColumnKind::unused, "the known classes: become constraints");
        if (name == options_.at_most_one && wanted_.empty())
            return settle(col, ColumnKind::unused, "a rule: at most one of each value per cluster");
        if (!wanted_.empty() && std::find(wanted_.begin(), wanted_.end(), col) == wanted_.end()) {
            return settle(col, ColumnKind::unused, "not among the columns to use");
        }
        if (wanted_.empty()) {
            if (is_from_earlier_run(cells_, col)) return settle(col, ColumnKind::unused, "written by an earlier run");
            const bool is_classes = look.distinct > 1 && 2 * look.distinct <= look.present;
            if (options_.truth.empty() && is_truth_name(name) && is_classes) {
                return settle(col, ColumnKind::truth, "by its name; for evaluation only");
            }
        }
        decide_by_look(col);
    }

    void decide_by_look(Index col) {
        const ColumnLook& look = looks_[col];
        const auto most = [&](Index count) {
            return static_cast<double>(count) >= kMostOf * static_cast<double>(look.present);
        };
        if (look.present == 0) return settle(col, ColumnKind::unused, "empty");
        if (look.distinct == 1 && look.present == cells_.rows())
            return settle(col, ColumnKind::unused, "one value in all rows");
        const bool repeats = 2 * look.distinct <= look.present;
        const bool names_other_things = names_things(col) && look.integers;
        if (names_other_things && most(look.numbers)) {
            return repeats ? settle_category(col)
                           : settle(col, ColumnKind::unused, "numbers that name things, nearly all different");
        }
        if (look.counts_rows && cells_.has_header && wanted_.empty())
            return settle(col, ColumnKind::unused, "it counts the rows");
        if (most(look.numbers)) return settle(col, ColumnKind::number);
        if (decide_date(col)) return;
        if (most(look.in_unit)) {
            plan_.columns[col].unit = look.unit;
            return settle(col, ColumnKind::number);
        }
        if (most(look.images)) {
            return some_file_exists(col) || !wanted_.empty()
                       ? settle(col, ColumnKind::image)
                       : settle(col, ColumnKind::unused, "names of image files that are not there");
        }
        const bool is_long = look.words >= kWordsOfText;
        if (is_long && (!repeats || look.words >= kWordsOfRepeatedText)) return settle(col, ColumnKind::text);
        if (repeats || look.distinct <= 2) return settle_category(col);
        if (look.several_units) return settle(col, ColumnKind::unused, "numbers in several units; expected one");
        if (leave_out_half_read(col)) return;
        if (look.words >= 2) names_of_several_words_.push_back(col);
        settle(col, ColumnKind::unused,
               fmt::format("nearly all values differ: names rather than features{}",
                           look.words >= 2 ? " (taken as text, their words would count)" : ""));
    }

    /// Numbers or dates in too few rows: the user should hear which cell is none.
    bool leave_out_half_read(Index col) {
        const ColumnLook& look = looks_[col];
        const Index numbers = std::max(look.numbers, look.in_unit);
        const auto best = std::max_element(std::begin(look.dates), std::end(look.dates));
        const Index read = std::max(numbers, *best);
        if (2 * read <= look.present) return false;
        const Index other = numbers < *best           ? look.first_no_date[best - std::begin(look.dates)]
                            : numbers == look.numbers ? look.first_word
                                                      : look.first_not_in_unit;
        settle(col, ColumnKind::unused,
               fmt::format("{} in {} of {} cells only; {} on line {} is none", numbers < *best ? "dates" : "numbers",
                           read, look.present, shown(cells_.cell(other, col)), cells_.lines[other]));
        return true;
    }

    /// By its name, or by codes in its cells: the zeros of 01234 are no part of a number.
    [[nodiscard]] bool names_things(Index col) const {
        return is_id_name(cells_.names[col]) || is_name_of_codes(cells_.names[col]) || looks_[col].padded;
    }

    /// A person or order that has several rows is no feature of them; a few regions may be.
    void settle_category(Index col) {
        const bool names_many_things = names_things(col) && looks_[col].distinct > kMostNamedThings;
        if (!names_many_things || !wanted_.empty()) return settle(col, ColumnKind::category);
        settle(col, ColumnKind::unused, fmt::format("names {} other things", looks_[col].distinct));
    }

    /// The words of names say something where there is nothing else to go by, or where the user asks for these columns.
    void take_names_if_nothing_else() {
        const bool has_feature = std::any_of(plan_.columns.begin(), plan_.columns.end(), [](const ColumnPlan& column) {
            return column.kind != ColumnKind::unused && column.kind != ColumnKind::id &&
                   column.kind != ColumnKind::truth;
        });
        for (const Index col : names_of_several_words_) {
            const bool is_wanted = std::find(wanted_.begin(), wanted_.end(), col) != wanted_.end();
            if (!has_feature || is_wanted) settle(col, ColumnKind::text);
        }
    }

    /// Tables are often passed on without their pictures: names alone are no reason to refuse one.
    [[nodiscard]] bool some_file_exists(Index col) const {
        constexpr Index kMostLooks = 100;
        Index looks = 0;
        for (Index row = 0; row < cells_.rows() && looks < kMostLooks; ++row) {
            const std::string_view cell = cells_.cell(row, col);
            if (is_gap(cell)) continue;
            ++looks;
            std::error_code ignored;
            if (std::filesystem::exists(std::filesystem::path(options_.folder) / cell, ignored)) return true;
        }
        return false;
    }

    bool decide_date(Index col) {
        const ColumnLook& look = looks_[col];
        std::size_t best = 0;
        for (const std::size_t order : {1U, 2U}) {
            if (look.dates[order] > look.dates[best]) best = order;
        }
        if (static_cast<double>(look.dates[best]) < kMostOf * static_cast<double>(look.present)) return false;
        settle(col, ColumnKind::date);
        ColumnPlan& column = plan_.columns[col];
        column.date_order = static_cast<DateOrder>(best);
        column.guessed_order = best > 0 && look.dates[1] == look.dates[2];
        column.strays = look.present - look.dates[best];
        column.first_stray = look.first_no_date[best];
        return true;
    }

    void finish(Index col) {
        ColumnPlan& column = plan_.columns[col];
        const ColumnLook& look = looks_[col];
        if (column.kind == ColumnKind::number) {
            const bool is_plain = column.unit.empty();
            column.strays = look.present - (is_plain ? look.numbers : look.in_unit);
            column.first_stray = is_plain ? look.first_word : look.first_not_in_unit;
            column.comma = look.comma;
            column.groups_only = look.groups_only;
            column.gap_code = gap_code_of_numbers(cells_, col, column.comma, column.unit);
        }
        if (column.kind == ColumnKind::date) column.gap_code = gap_code_of_dates(cells_, col, column.date_order);
        column.gaps = cells_.rows() - look.present + column.strays + (column.gap_code ? column.gap_code->count : 0);
        if (column.kind == ColumnKind::truth && look.present == 0) {
            refuse("{}: column {} is empty; expected the true classes", cells_.bytes.name, shown(column.name));
        }
    }

    const TableCells& cells_;
    const TableOptions& options_;
    TablePlan plan_;
    std::vector<ColumnLook> looks_;
    std::map<Index, ColumnKind> said_;
    std::map<Index, bool> decided_;
    std::vector<Index> wanted_;
    std::vector<Index> names_of_several_words_;
};

}  // namespace

Index column_of(const TableCells& cells, const std::string& name, std::string_view said) {
    const auto found = std::find(cells.names.begin(), cells.names.end(), name);
    if (found != cells.names.end()) return found - cells.names.begin();
    const std::string nearest = nearest_name(name, cells.names);
    constexpr std::size_t kMostListed = 20;
    const std::span<const std::string> listed(cells.names.data(), std::min(cells.names.size(), kMostListed));
    throw Error{ErrorCode::usage,
                fmt::format("{}: no column {}, which should be {}; {}", cells.bytes.name, shown(name), said,
                            nearest.empty() ? fmt::format("the columns are {}{}", fmt::join(listed, ", "),
                                                          listed.size() < cells.names.size() ? ", .." : "")
                                            : fmt::format("did you mean {}?", shown(nearest)))};
}

TablePlan recognise(const TableCells& cells, const TableOptions& options) {
    return Recogniser(cells, options).plan();
}

}  // namespace io::table

std::string_view to_string(ColumnKind kind) noexcept {
    switch (kind) {
        case ColumnKind::id:
            return "ids";
        case ColumnKind::number:
            return "number";
        case ColumnKind::date:
            return "date";
        case ColumnKind::category:
            return "category";
        case ColumnKind::text:
            return "text";
        case ColumnKind::image:
            return "image";
        case ColumnKind::truth:
            return "true classes";
        case ColumnKind::unused:
            return "not used";
    }
    return "";
}

}  // namespace v1
}  // namespace mvlink
