#include "io/table/recognise.hpp"

#include "io/table/column_look.hpp"
#include "io/table/column_names.hpp"
#include "io/table/earlier_run.hpp"
#include "io/table/id_column.hpp"
#include "io/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>

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
        const auto is_said = [&](Index col) { return said_.count(col) > 0; };
        const IdColumn found =
            find_id_column(cells_, options_, looks_, is_said, [&](Index col) { return is_free(col); });
        if (found.col >= 0) settle(found.col, ColumnKind::id, found.how);
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
        const bool names_other_things = names_things(cells_, looks_, col) && look.integers;
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
        const auto order = std::max_element(std::begin(look.dates), std::end(look.dates)) - std::begin(look.dates);
        const bool are_dates = numbers < look.dates[order];
        const Index read = are_dates ? look.dates[order] : numbers;
        if (2 * read <= look.present) return false;
        const auto is_read = [&](std::string_view cell) {
            if (are_dates) return date_of(cell, static_cast<DateOrder>(order)).has_value();
            return (numbers == look.numbers ? number_of(cell, look.comma) : number_in_unit(cell, look.comma, look.unit))
                .has_value();
        };
        Index other = 0;
        while (other < cells_.rows() && (is_gap(cells_.cell(other, col)) || is_read(cells_.cell(other, col))))
            ++other;
        if (other == cells_.rows()) return false;
        settle(col, ColumnKind::unused,
               fmt::format("{} in {} of {} cells only; {} on line {} is none", are_dates ? "dates" : "numbers", read,
                           look.present, shown(cells_.cell(other, col)), cells_.lines[other]));
        return true;
    }

    /// A person or order that has several rows is no feature of them; a few regions may be.
    void settle_category(Index col) {
        const bool names_many_things = names_things(cells_, looks_, col) && looks_[col].distinct > kMostNamedThings;
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
