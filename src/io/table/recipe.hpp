#pragma once

#include "io/table/recognise.hpp"

#include <mvlink/view.hpp>

#include <optional>
#include <string>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace io::table {

/// How one column becomes features.
struct ColumnRecipe {
    std::string name;
    ColumnKind kind = ColumnKind::number;
    double mean = 0;          ///< number, date: of the present values; gaps get it
    double scale = 1;         ///< number, date: their standard deviation, by which they are divided
    bool marks_gaps = false;  ///< one more feature is 1 where there is no value
    DateOrder date_order = DateOrder::year_first;
    std::string unit = {};                 ///< number: what stands beside it
    bool groups_only = false;              ///< number: what is a decimal point elsewhere groups thousands
    std::optional<double> gap_code = {};   ///< number, date: the value that stands for none
    std::vector<std::string> levels = {};  ///< category: one feature each, 0 or 1
    bool has_other = false;                ///< category: one more feature for values that are not among the levels

    [[nodiscard]] Index features() const;
};

/// How a table becomes views.
struct Recipe {
    TableLayout layout = TableLayout::kinds;  ///< kinds or joined
    std::string id = {};                      ///< the column of ids; empty: none
    std::string truth = {};                   ///< the column of true classes; empty: none
    std::optional<bool> decimal_comma = {};   ///< of the rows it was learnt from, where they tell
    std::vector<ColumnRecipe> columns = {};
    std::vector<std::string> words = {};  ///< the features of the texts
    std::vector<double> idf = {};         ///< one per word
    double fields_weight = 1;             ///< of all other features beside texts, where they are joined

    [[nodiscard]] bool has_text() const { return !words.empty(); }
    /// Images have a view of their own, unless all is joined into one.
    [[nodiscard]] bool is_field(const ColumnRecipe& column) const {
        return column.kind != ColumnKind::text && (column.kind != ColumnKind::image || layout == TableLayout::joined);
    }
    /// Features that are neither words nor of the view of images.
    [[nodiscard]] Index fields() const;
    /// Features of the view of images; 0: there is none.
    [[nodiscard]] Index images() const;
};

constexpr const char* kCellsAsGaps = "cells-taken-as-gaps";  ///< the code of a warning
constexpr const char* kFieldsView = "fields";
constexpr const char* kTextView = "text";
constexpr const char* kImageView = "images";
constexpr const char* kJoinedView = "table";

/// Learns the recipe from the rows of a table; completes what the plan says of its columns.
Recipe fit_recipe(const TableCells& cells, TablePlan& plan, const TableOptions& options);

/// The features of the rows of a table; ids are left to the caller. Files of images are in `folder`. Error{input} if a
/// column is missing.
std::vector<View> apply_recipe(const Recipe& recipe, const TableCells& cells, const std::string& folder,
                               Context& context, std::vector<Warning>& warnings);

std::string recipe_json(const Recipe& recipe);
/// Error{input} opened by `where`.
Recipe parse_recipe(std::string_view json, const std::string& where);

/// Names of the features of a column that is not text.
std::vector<std::string> feature_names(const ColumnRecipe& column);

}  // namespace io::table
}  // namespace v1
}  // namespace mvlink
