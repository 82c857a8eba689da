#include "io/image/read_image.hpp"
#include "io/in_file.hpp"
#include "io/table/column_look.hpp"
#include "io/table/recipe.hpp"
#include "io/table/words.hpp"
#include "io/text.hpp"
#include "runtime/parallel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <optional>
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

/// The dense features of some columns, side by side.
class FieldsMaker {
public:
    /// New rows that do not tell how they write numbers are taken to do it as those that the recipe was learnt from.
    FieldsMaker(std::vector<ColumnRecipe> columns, std::optional<bool> learnt_comma, const TableCells& cells,
                const std::string& folder, Context& context)
        : cells_(cells), comma_(writes_decimal_comma(cells).value_or(learnt_comma.value_or(false))) {
        for (const ColumnRecipe& column : columns)
            cols_ += column.features();
        context.require_memory(static_cast<std::size_t>(cells.rows() * cols_) * sizeof(double), cells.bytes.name);
        values_.assign(cells.rows() * cols_, 0.0);
        for (const ColumnRecipe& column : columns) {
            const Index col = column_needed(cells, column.name);
            const std::vector<std::string> own = feature_names(column);
            names_.insert(names_.end(), own.begin(), own.end());
            if (column.kind == ColumnKind::category) {
                add_levels(column, col);
            } else if (column.kind == ColumnKind::image) {
                add_images(column, col, folder, context);
            } else {
                add_values(column, col);
            }
            offset_ += column.features();
        }
    }

    [[nodiscard]] Index cols() const { return cols_; }
    std::vector<double>& values() { return values_; }
    std::vector<std::string>& names() { return names_; }
    [[nodiscard]] Index unknown_levels() const { return unknown_levels_; }
    [[nodiscard]] const std::string& first_unknown() const { return first_unknown_; }
    [[nodiscard]] Index strays() const { return strays_; }
    [[nodiscard]] const std::string& first_stray() const { return first_stray_; }

private:
    double& at(Index row, Index feature) { return values_[row * cols_ + offset_ + feature]; }

    void add_values(const ColumnRecipe& column, Index col) {
        for (Index row = 0; row < cells_.rows(); ++row) {
            const std::string_view cell = cells_.cell(row, col);
            const bool is_date = column.kind == ColumnKind::date;
            const auto value = is_gap(cell) ? std::nullopt
                               : is_date    ? date_of(cell, column.date_order)
                                            : number_in_unit(cell, comma_ != column.groups_only, column.unit);
            const bool is_value = value && value != column.gap_code;
            if (is_value) at(row, 0) = (*value - column.mean) / column.scale;
            if (!is_value && column.marks_gaps) at(row, 1) = 1;
            if (!value && !is_gap(cell) && strays_++ == 0) {
                first_stray_ =
                    fmt::format("{}: {} is not a {}", cells_.where(row, col), shown(cell), to_string(column.kind));
            }
        }
    }

    void add_images(const ColumnRecipe& column, Index col, const std::string& folder, Context& context) {
        parallel_for(context, cells_.rows(), 4, [&](Index begin, Index end) {
            for (Index row = begin; row < end; ++row) {
                const std::string_view cell = cells_.cell(row, col);
                if (is_gap(cell)) {
                    if (column.marks_gaps) at(row, image::kImageFeatures) = 1;
                    continue;
                }
                const std::filesystem::path file = std::filesystem::path(folder) / cell;
                in_file(cells_.where(row, col), [&] {
                    const Bytes bytes = open_bytes(file, image::kMostBytes, FileKind::regular);
                    image::describe(image::read_image(bytes), &at(row, 0));
                    return 0;
                });
            }
        });
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
    Index cols_ = 0;
    Index offset_ = 0;
    std::vector<double> values_;
    std::vector<std::string> names_;
    Index unknown_levels_ = 0;
    std::string first_unknown_;
    Index strays_ = 0;
    std::string first_stray_;
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

bool holds(const std::vector<Warning>& warnings, std::string_view code) {
    return std::any_of(warnings.begin(), warnings.end(), [&](const Warning& one) { return one.code == code; });
}

/// `fields`: features to join in front of the words, or null.
View text_view(const Recipe& recipe, const TableCells& cells, FieldsMaker* fields, std::vector<Warning>& warnings) {
    SparseBuild build;
    TextMaker maker(recipe, cells);
    const Index beside = fields == nullptr ? 0 : fields->cols();
    for (Index row = 0; row < cells.rows(); ++row) {
        for (Index col = 0; col < beside; ++col) {
            const double value = fields->values()[row * beside + col];
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
    std::vector<std::string> names = fields == nullptr ? std::vector<std::string>{} : fields->names();
    names.insert(names.end(), recipe.words.begin(), recipe.words.end());
    return View::sparse(fields == nullptr ? kTextView : kJoinedView, cells.rows(), static_cast<Index>(names.size()),
                        std::move(build.offsets), std::move(build.columns), std::move(build.values))
        .with_column_names(std::move(names));
}

}  // namespace

std::vector<std::string> feature_names(const ColumnRecipe& column) {
    std::vector<std::string> names;
    if (column.kind == ColumnKind::image) {
        names = image::feature_names(column.name);
    } else if (column.kind != ColumnKind::category) {
        names.push_back(column.name);
    }
    for (const std::string& level : column.levels)
        names.push_back(fmt::format("{}={}", column.name, level));
    if (column.has_other) names.push_back(column.name + "=(other)");
    if (column.marks_gaps) names.push_back(column.name + "=(gap)");
    return names;
}

std::vector<View> apply_recipe(const Recipe& recipe, const TableCells& cells, const std::string& folder,
                               Context& context, std::vector<Warning>& warnings) {
    std::vector<View> views;
    const bool is_joined = recipe.layout == TableLayout::joined;
    std::vector<ColumnRecipe> fields, images;
    for (const ColumnRecipe& column : recipe.columns) {
        if (column.kind != ColumnKind::text) (recipe.is_field(column) ? fields : images).push_back(column);
    }
    std::optional<FieldsMaker> maker;
    if (!fields.empty()) {
        maker.emplace(fields, recipe.decimal_comma, cells, folder, context);
        warn(warnings, "unknown-values", maker->unknown_levels(),
             fmt::format(
                 "{} cells have a value that the model has never seen, such as {}; they count as none of its values",
                 maker->unknown_levels(), maker->first_unknown()));
        if (!holds(warnings,
                   kCellsAsGaps)) {  // new rows: of the rows that the recipe was learnt from it is said before
            warn(warnings, kCellsAsGaps, maker->strays(),
                 fmt::format("{}; {}", maker->first_stray(),
                             maker->strays() == 1 ? "1 such cell is taken as a gap"
                                                  : fmt::format("{} such cells are taken as gaps", maker->strays())));
        }
    }
    const auto add_dense = [&](const char* name, FieldsMaker& made) {
        views.push_back(View::dense(name, cells.rows(), made.cols(), std::move(made.values()))
                            .with_column_names(std::move(made.names())));
    };
    if (maker && !(is_joined && recipe.has_text())) add_dense(is_joined ? kJoinedView : kFieldsView, *maker);
    if (!images.empty()) {
        FieldsMaker pictures(images, recipe.decimal_comma, cells, folder, context);
        add_dense(kImageView, pictures);
    }
    if (recipe.has_text()) views.push_back(text_view(recipe, cells, is_joined && maker ? &*maker : nullptr, warnings));
    return views;
}

}  // namespace io::table
}  // namespace v1
}  // namespace mvlink
