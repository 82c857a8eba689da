#include "io/image/sketch.hpp"
#include "io/table/column_look.hpp"
#include "io/table/recipe.hpp"
#include "io/table/words.hpp"
#include "io/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace mvlink {
inline namespace v1 {
namespace io::table {
namespace {

constexpr std::size_t kMostLevels = 50;
constexpr std::size_t kMostWords = 10'000;
/// From this many rows on, a word must occur in two of them: one that occurs once joins nothing.
constexpr Index kRowsForRareWords = 20;
/// A word in more than this share of the rows tells them apart as little as "the".
constexpr double kMostRowsOfWord = 0.5;

std::string gaps_text(const TableCells& cells, Index col, const ColumnPlan& plan, std::string_view what) {
    const Index coded = plan.gap_code ? plan.gap_code->count : 0;
    const Index plain = plan.gaps - plan.strays - coded;
    std::string text;
    if (coded > 0) {
        text = fmt::format("{} times {}, far from all else{}", coded, shown(cells.cell(plan.gap_code->first_row, col)),
                           plain > 0 || plan.strays > 0 ? ", " : "");
    }
    if (plain > 0) text += fmt::format("{} gap{}", plain, plain == 1 ? "" : "s");
    if (plan.strays > 0) {
        text += fmt::format("{}{} cell{} that {} no {}, such as {} on line {}", plain == 0 ? "" : ", ", plan.strays,
                            plan.strays == 1 ? "" : "s", plan.strays == 1 ? "is" : "are", what,
                            shown(cells.cell(plan.first_stray, col)), cells.lines[plan.first_stray]);
    }
    return text.empty() ? text : text + ": filled with the mean and marked";
}

/// Mean and deviation of the values that are there, in two passes.
void fit_values(const TableCells& cells, Index col, ColumnPlan& plan, ColumnRecipe& recipe) {
    const bool is_date = recipe.kind == ColumnKind::date;
    std::vector<double> values;
    for (Index row = 0; row < cells.rows(); ++row) {
        const std::string_view cell = cells.cell(row, col);
        const auto value = is_gap(cell) ? std::nullopt
                           : is_date    ? date_of(cell, plan.date_order)
                                        : number_in_unit(cell, plan.comma, plan.unit);
        if (value && !(plan.gap_code && *value == plan.gap_code->value)) values.push_back(*value);
    }
    const double n = static_cast<double>(std::max<std::size_t>(values.size(), 1));
    for (const double value : values)
        recipe.mean += value / n;
    double squares = 0;
    for (const double value : values)
        squares += (value - recipe.mean) * (value - recipe.mean) / n;
    if (!std::isfinite(recipe.mean) || !std::isfinite(squares)) {
        refuse("{}: column {}: its numbers are too large to be squared; expected them below 1e150", cells.bytes.name,
               shown(plan.name));
    }
    if (squares > 0) recipe.scale = std::sqrt(squares);
    recipe.date_order = plan.date_order;
    recipe.unit = plan.unit;
    recipe.groups_only = plan.groups_only;
    if (plan.gap_code) recipe.gap_code = plan.gap_code->value;
    recipe.marks_gaps = plan.gaps > 0;
    plan.how = gaps_text(cells, col, plan, is_date ? "date" : "number");
    if (!plan.unit.empty()) plan.how = fmt::format("in {}{}{}", plan.unit, plan.how.empty() ? "" : "; ", plan.how);
    if (plan.groups_only) plan.how += fmt::format("{}thousands are grouped", plan.how.empty() ? "" : "; ");
    if (plan.guessed_order) {
        plan.how += fmt::format("{}read as {}", plan.how.empty() ? "" : "; ",
                                plan.date_order == DateOrder::day_first ? "day, month, year" : "month, day, year");
    }
}

/// The levels that occur, the most common first; rare ones beyond the limit share one feature.
void fit_levels(const TableCells& cells, Index col, ColumnPlan& plan, ColumnRecipe& recipe) {
    std::unordered_map<std::string_view, Index> counts;
    for (Index row = 0; row < cells.rows(); ++row) {
        const std::string_view cell = cells.cell(row, col);
        if (!is_gap(cell)) ++counts[cell];
    }
    std::vector<std::pair<Index, std::string_view>> levels;
    for (const auto& [level, count] : counts)
        levels.emplace_back(-count, level);
    std::sort(levels.begin(), levels.end());
    recipe.has_other = levels.size() > kMostLevels;
    recipe.marks_gaps = plan.gaps > 0;
    plan.how =
        fmt::format("{} value{}{}{}", levels.size(), levels.size() == 1 ? "" : "s",
                    recipe.has_other ? fmt::format(", the {} most common and \"other\"", kMostLevels) : "",
                    plan.gaps > 0 ? fmt::format("; {} gap{}: marked", plan.gaps, plan.gaps == 1 ? "" : "s") : "");
    levels.resize(std::min(levels.size(), kMostLevels));
    for (const auto& [count, level] : levels)
        recipe.levels.emplace_back(level);
}

/// Which words the texts have, in how many rows each.
class Vocabulary {
public:
    Vocabulary(const TableCells& cells, const std::vector<Index>& columns, bool stop_words) : rows_(cells.rows()) {
        for (Index row = 0; row < rows_; ++row) {
            for (const Index col : columns) {
                for_each_word(cells.cell(row, col), [&](const std::string& word) {
                    if (stop_words && is_stop_word(word)) return;
                    Seen& seen = seen_[word];
                    seen.rows += seen.last_row == row ? 0 : 1;
                    seen.last_row = row;
                });
            }
        }
    }

    /// The most common words that tell rows apart, in alphabetical order.
    void keep(Recipe& recipe) const {
        std::vector<std::pair<Index, const std::string*>> kept;
        const Index least = rows_ >= kRowsForRareWords ? 2 : 1;
        const auto most = static_cast<Index>(std::ceil(kMostRowsOfWord * static_cast<double>(rows_)));
        for (const auto& [word, seen] : seen_) {
            if (seen.rows >= least && seen.rows <= std::max<Index>(most, 1)) kept.emplace_back(-seen.rows, &word);
        }
        std::sort(kept.begin(), kept.end(), [](const auto& a, const auto& b) {
            return a.first != b.first ? a.first < b.first : *a.second < *b.second;
        });
        kept.resize(std::min(kept.size(), kMostWords));
        std::sort(kept.begin(), kept.end(), [](const auto& a, const auto& b) { return *a.second < *b.second; });
        for (const auto& [rows, word] : kept) {
            recipe.words.push_back(*word);
            recipe.idf.push_back(std::log((1 + static_cast<double>(rows_)) / (1 - static_cast<double>(rows))) + 1);
        }
    }

private:
    struct Seen {
        Index rows = 0;
        Index last_row = -1;
    };
    Index rows_;
    std::unordered_map<std::string, Seen> seen_;
};

}  // namespace

Index ColumnRecipe::features() const {
    if (kind == ColumnKind::text) return 0;
    const Index own = kind == ColumnKind::category ? static_cast<Index>(levels.size()) + (has_other ? 1 : 0)
                      : kind == ColumnKind::image  ? image::kImageFeatures
                                                   : 1;
    return own + (marks_gaps ? 1 : 0);
}

Index Recipe::fields() const {
    Index count = 0;
    for (const ColumnRecipe& column : columns)
        count += is_field(column) ? column.features() : 0;
    return count;
}

Index Recipe::images() const {
    Index count = 0;
    for (const ColumnRecipe& column : columns)
        count += column.kind == ColumnKind::image && !is_field(column) ? column.features() : 0;
    return count;
}

Recipe fit_recipe(const TableCells& cells, TablePlan& plan, const TableOptions& options) {
    Recipe recipe;
    recipe.decimal_comma = plan.decimal_comma;
    recipe.layout = options.layout == TableLayout::joined ? TableLayout::joined : TableLayout::kinds;
    std::vector<Index> texts;
    for (Index col = 0; col < cells.cols(); ++col) {
        ColumnPlan& column = plan.columns[col];
        ColumnRecipe found{column.name, column.kind};
        if (column.kind == ColumnKind::id) recipe.id = column.name;
        if (column.kind == ColumnKind::truth) recipe.truth = column.name;
        if (column.kind == ColumnKind::text) texts.push_back(col);
        if (column.kind == ColumnKind::number || column.kind == ColumnKind::date) {
            fit_values(cells, col, column, found);
        } else if (column.kind == ColumnKind::category) {
            fit_levels(cells, col, column, found);
        } else if (column.kind == ColumnKind::image) {
            found.marks_gaps = column.gaps > 0;
            column.how = column.gaps > 0 ? fmt::format("{} gap{}: marked", column.gaps, column.gaps == 1 ? "" : "s")
                                         : "colours, light and edges";
        } else if (column.kind != ColumnKind::text) {
            continue;
        }
        recipe.columns.push_back(std::move(found));
    }
    if (!texts.empty()) Vocabulary(cells, texts, options.stop_words).keep(recipe);
    // One standardised number has a variance of 1, and so have all words together: as many columns beside them would
    // leave the texts no say.
    Index beside = 0;
    for (const ColumnRecipe& column : recipe.columns)
        beside += recipe.is_field(column) ? 1 : 0;
    if (recipe.has_text() && beside > 0) recipe.fields_weight = 1 / std::sqrt(static_cast<double>(beside));
    return recipe;
}

}  // namespace io::table
}  // namespace v1
}  // namespace mvlink
