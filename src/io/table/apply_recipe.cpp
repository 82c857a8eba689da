#include "io/table/column_look.hpp"
#include "io/table/recipe.hpp"
#include "io/table/words.hpp"
#include "io/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_map>

namespace mvlink {
inline namespace v1 {
namespace io::table {
namespace {

/// Sparse features while they are put together row by row.
struct SparseBuild {
    std::vector<Index> offsets{0};
    std::vector<std::int32_t> columns;
    std::vector<double> values;
};

Index column_needed(const TableCells& cells, const std::string& name) {
    const auto found = std::find(cells.names.begin(), cells.names.end(), name);
    if (found != cells.names.end()) return found - cells.names.begin();
    const std::string nearest = nearest_name(name, cells.names);
    refuse("{}: no column {}, which the model was fitted with{}", cells.bytes.name, shown(name),
           nearest.empty() ? "" : fmt::format("; did you rename it to {}?", shown(nearest)));
}

class FieldsMaker {
public:
    FieldsMaker(const Recipe& recipe, const TableCells& cells, Context& context)
        : cells_(cells), comma_(writes_decimal_comma(cells)), cols_(recipe.fields()) {
        context.require_memory(static_cast<std::size_t>(cells.rows() * cols_) * sizeof(double), cells.bytes.name);
        values_.assign(static_cast<std::size_t>(cells.rows() * cols_), 0.0);
        for (const ColumnRecipe& column : recipe.columns) {
            if (column.kind == ColumnKind::text) continue;
            const Index col = column_needed(cells, column.name);
            if (column.kind == ColumnKind::category) {
                add_levels(column, col);
            } else {
                add_values(column, col);
            }
            offset_ += column.features();
        }
    }

    std::vector<double>& values() { return values_; }
    [[nodiscard]] Index unknown_levels() const { return unknown_levels_; }
    [[nodiscard]] const std::string& first_unknown() const { return first_unknown_; }

private:
    double& at(Index row, Index feature) { return values_[row * cols_ + offset_ + feature]; }

    void add_values(const ColumnRecipe& column, Index col) {
        for (Index row = 0; row < cells_.rows(); ++row) {
            const std::string_view cell = cells_.cell(row, col);
            const bool is_date = column.kind == ColumnKind::date;
            const auto value = is_gap(cell) ? std::nullopt
                               : is_date    ? date_of(cell, column.date_order)
                                            : number_of(cell, comma_);
            if (value) at(row, 0) = (*value - column.mean) / column.scale;
            if (!value && column.marks_gaps) at(row, 1) = 1;
        }
    }

    void add_levels(const ColumnRecipe& column, Index col) {
        std::unordered_map<std::string_view, Index> place_of;
        for (const std::string& level : column.levels)
            place_of.emplace(level, static_cast<Index>(place_of.size()));
        const auto other = static_cast<Index>(column.levels.size());
        for (Index row = 0; row < cells_.rows(); ++row) {
            const std::string_view cell = cells_.cell(row, col);
            if (is_gap(cell)) {
                if (column.marks_gaps) at(row, other + (column.has_other ? 1 : 0)) = 1;
                continue;
            }
            const auto place = place_of.find(cell);
            if (place != place_of.end()) {
                at(row, place->second) = 1;
            } else if (column.has_other) {
                at(row, other) = 1;
            } else if (unknown_levels_++ == 0) {
                first_unknown_ = fmt::format("{} in column {}", shown(cell), shown(column.name));
            }
        }
    }

    const TableCells& cells_;
    bool comma_;
    Index cols_;
    Index offset_ = 0;
    std::vector<double> values_;
    Index unknown_levels_ = 0;
    std::string first_unknown_;
};

/// Appends the words of a row: (1 + ln count) idf, of length 1 together.
class TextMaker {
public:
    TextMaker(const Recipe& recipe, const TableCells& cells) : recipe_(recipe), cells_(cells) {
        for (const std::string& word : recipe.words)
            place_of_.emplace(word, static_cast<std::int32_t>(place_of_.size()));
        for (const ColumnRecipe& column : recipe.columns) {
            if (column.kind == ColumnKind::text) columns_.push_back(column_needed(cells, column.name));
        }
    }

    void add_row(Index row, std::int32_t offset, SparseBuild& build) {
        counts_.clear();
        for (const Index col : columns_) {
            for_each_word(cells_.cell(row, col), [&](const std::string& word) {
                const auto place = place_of_.find(word);
                if (place != place_of_.end()) ++counts_[place->second];
            });
        }
        double squares = 0;
        for (auto& [word, count] : counts_) {
            count = (1 + std::log(count)) * recipe_.idf[word];
            squares += count * count;
        }
        rows_without_words_ += counts_.empty() ? 1 : 0;
        for (const auto& [word, weight] : counts_) {
            build.columns.push_back(word + offset);
            build.values.push_back(weight / std::sqrt(squares));
        }
    }
    [[nodiscard]] Index rows_without_words() const { return rows_without_words_; }

private:
    const Recipe& recipe_;
    const TableCells& cells_;
    std::unordered_map<std::string_view, std::int32_t> place_of_;
    std::vector<Index> columns_;
    std::map<std::int32_t, double> counts_;
    Index rows_without_words_ = 0;
};

void warn(std::vector<Warning>& warnings, const char* code, Index count, std::string message) {
    if (count > 0) warnings.push_back({code, std::move(message), static_cast<double>(count)});
}

View text_view(const Recipe& recipe, const TableCells& cells, std::vector<double>* fields,
               std::vector<Warning>& warnings) {
    SparseBuild build;
    TextMaker maker(recipe, cells);
    const Index beside = fields == nullptr ? 0 : recipe.fields();
    for (Index row = 0; row < cells.rows(); ++row) {
        for (Index col = 0; col < beside; ++col) {
            const double value = (*fields)[row * beside + col];
            if (value == 0) continue;
            build.columns.push_back(static_cast<std::int32_t>(col));
            build.values.push_back(value * recipe.fields_weight);
        }
        maker.add_row(row, static_cast<std::int32_t>(beside), build);
        build.offsets.push_back(static_cast<Index>(build.columns.size()));
    }
    warn(warnings, "rows-without-words", maker.rows_without_words(),
         fmt::format("{} of {} rows have no word that the texts were clustered by", maker.rows_without_words(),
                     cells.rows()));
    std::vector<std::string> names = fields == nullptr ? std::vector<std::string>{} : field_names(recipe);
    names.insert(names.end(), recipe.words.begin(), recipe.words.end());
    return View::sparse(fields == nullptr ? kTextView : kJoinedView, cells.rows(), static_cast<Index>(names.size()),
                        std::move(build.offsets), std::move(build.columns), std::move(build.values))
        .with_column_names(std::move(names));
}

}  // namespace

std::vector<std::string> field_names(const Recipe& recipe) {
    std::vector<std::string> names;
    for (const ColumnRecipe& column : recipe.columns) {
        if (column.kind == ColumnKind::text) continue;
        if (column.kind != ColumnKind::category) names.push_back(column.name);
        for (const std::string& level : column.levels)
            names.push_back(fmt::format("{}={}", column.name, level));
        if (column.has_other) names.push_back(column.name + "=(other)");
        if (column.marks_gaps) names.push_back(column.name + "=(gap)");
    }
    return names;
}

std::vector<View> apply_recipe(const Recipe& recipe, const TableCells& cells, Context& context,
                               std::vector<Warning>& warnings) {
    std::vector<View> views;
    const bool is_joined = recipe.layout == TableLayout::joined && recipe.has_text() && recipe.fields() > 0;
    std::vector<double> fields;
    if (recipe.fields() > 0) {
        FieldsMaker maker(recipe, cells, context);
        warn(warnings, "unknown-values", maker.unknown_levels(),
             fmt::format(
                 "{} cells have a value that the model has never seen, such as {}; they count as none of its values",
                 maker.unknown_levels(), maker.first_unknown()));
        fields = std::move(maker.values());
    }
    if (recipe.fields() > 0 && !is_joined) {
        views.push_back(View::dense(recipe.layout == TableLayout::joined ? kJoinedView : kFieldsView, cells.rows(),
                                    recipe.fields(), std::move(fields))
                            .with_column_names(field_names(recipe)));
    }
    if (recipe.has_text()) views.push_back(text_view(recipe, cells, is_joined ? &fields : nullptr, warnings));
    return views;
}

}  // namespace io::table
}  // namespace v1
}  // namespace mvlink
