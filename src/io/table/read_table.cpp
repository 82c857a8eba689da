#include "io/table/read_table.hpp"

#include "io/encoding.hpp"
#include "io/in_file.hpp"
#include "io/known_classes.hpp"
#include "io/table/column_look.hpp"
#include "io/table/named_rows.hpp"
#include "io/table/recipe.hpp"
#include "io/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <unordered_map>

namespace mvlink {
inline namespace v1 {
namespace io::table {
namespace {

/// Classes of a column, numbered as they appear; -1 at gaps.
struct ColumnClasses {
    std::vector<std::int32_t> labels;
    std::vector<std::string> names;
};

ColumnClasses classes_in(const TableCells& cells, Index col) {
    ColumnClasses found;
    std::unordered_map<std::string_view, std::int32_t> number_of_class;
    for (Index row = 0; row < cells.rows(); ++row) {
        const std::string_view cell = cells.cell(row, col);
        if (is_gap(cell) || cell == "-1") {
            found.labels.push_back(-1);
            continue;
        }
        const auto [place, is_new] = number_of_class.try_emplace(cell, static_cast<std::int32_t>(found.names.size()));
        if (is_new) found.names.emplace_back(cell);
        found.labels.push_back(place->second);
    }
    return found;
}

Truth truth_in(const TableCells& cells, const std::string& column) {
    ColumnClasses classes = classes_in(cells, column_of(cells, column, "the true classes"));
    Truth truth;
    truth.name = column;
    truth.labels = std::move(classes.labels);
    truth.class_names = std::move(classes.names);
    return truth;
}

std::vector<ConstraintSpec> known_in(const TableCells& cells, const std::string& column) {
    const ColumnClasses classes = classes_in(cells, column_of(cells, column, "the known classes"));
    std::vector<KnownClass> known;
    for (Index row = 0; row < cells.rows(); ++row) {
        if (classes.labels[row] >= 0) known.push_back({InstanceRef{"", row}, classes.labels[row]});
    }
    return spanning_constraints(known, fmt::format("{} column {}", cells.bytes.name, shown(column)));
}

GroupRule group_rule_in(const TableCells& cells, const std::string& column) {
    const Index col = column_of(cells, column, "the groups");
    std::vector<std::string> values;
    for (Index row = 0; row < cells.rows(); ++row) {
        const std::string_view cell = cells.cell(row, col);
        values.emplace_back(is_gap(cell) ? std::string_view() : cell);
    }
    return group_rule_of(column, values);
}

std::vector<std::string> ids_in(const TableCells& cells, const std::string& column) {
    const auto found = std::find(cells.names.begin(), cells.names.end(), column);
    std::vector<std::string> ids;
    if (column.empty() || found == cells.names.end()) return ids;  // new rows need no names
    const Index col = found - cells.names.begin();
    const auto repeated = repeated_names(cells, col);
    for (Index row = 0; row < cells.rows(); ++row) {
        const std::string_view name = cells.cell(row, col);
        ids.push_back(repeated.count(name) > 0 ? name_of(cells, row, col) : std::string(name));
    }
    return ids;
}

[[noreturn]] void refuse_without_features(const TableCells& cells, const TablePlan& plan) {
    std::string why;
    for (const ColumnPlan& column : plan.columns) {
        if (why.size() > 200) continue;
        why += fmt::format("{}{}: {}{}{}", why.empty() ? "" : ", ", shown(column.name), to_string(column.kind),
                           column.how.empty() ? "" : ", ", column.how);
    }
    refuse("{}: no column becomes a feature ({}); expected a number, date, category, image or text", cells.bytes.name,
           why);
}

/// True classes and results of earlier runs would give away answers; what was left out on purpose stays out.
bool is_for_persons(const ColumnPlan& column) {
    if (column.kind == ColumnKind::id || column.kind == ColumnKind::truth) return false;
    if (column.kind != ColumnKind::unused) return true;
    constexpr std::array<std::string_view, 6> kTelling{
        "nearly all values differ", "names ", "numbers in ", "dates in ", "text", "numbers that name things"};
    const auto begins = [&](std::string_view how) { return column.how.starts_with(how); };
    return column.how.find(", left out beside ") != std::string::npos ||
           std::any_of(kTelling.begin(), kTelling.end(), begins);
}

void describe_columns(const TablePlan& plan, const Recipe& recipe, TableSource& source) {
    const bool is_joined = recipe.layout == TableLayout::joined;
    for (const ColumnPlan& column : plan.columns) {
        TableColumn shown_column{column.name, column.kind, column.how, {}, 0, is_for_persons(column)};
        const auto is_it = [&](const ColumnRecipe& one) { return one.name == column.name; };
        const auto found = std::find_if(recipe.columns.begin(), recipe.columns.end(), is_it);
        if (found != recipe.columns.end()) {
            const bool is_text = column.kind == ColumnKind::text;
            shown_column.view = is_joined                          ? kJoinedView
                                : is_text                          ? kTextView
                                : column.kind == ColumnKind::image ? kImageView
                                                                   : kFieldsView;
            shown_column.features = is_text ? static_cast<Index>(recipe.words.size()) : found->features();
            if (is_text) shown_column.how = fmt::format("{} words", recipe.words.size());
        }
        source.columns.push_back(std::move(shown_column));
    }
}

void warn_of_strays(const TableCells& cells, const TablePlan& plan, std::vector<Warning>& warnings) {
    for (std::size_t col = 0; col < plan.columns.size(); ++col) {
        const ColumnPlan& column = plan.columns[col];
        if (column.gap_code && column.kind != ColumnKind::unused) {
            warnings.push_back(
                {"code-taken-as-gap",
                 fmt::format("{}: column {} has {} {} times, far from all else; taken as gaps", cells.bytes.name,
                             shown(column.name), shown(cells.cell(column.gap_code->first_row, static_cast<Index>(col))),
                             column.gap_code->count),
                 static_cast<double>(column.gap_code->count)});
        }
        if (column.strays == 0) continue;
        warnings.push_back(
            {kCellsAsGaps,
             fmt::format("{}: {} is not a {}; {} of this column {}",
                         cells.where(column.first_stray, static_cast<Index>(col)),
                         shown(cells.cell(column.first_stray, static_cast<Index>(col))), to_string(column.kind),
                         column.strays == 1 ? "1 such cell" : fmt::format("{} such cells", column.strays),
                         column.strays == 1 ? "is taken as a gap" : "are taken as gaps"),
             static_cast<double>(column.strays)});
    }
}

bool is_among(const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_field(ColumnKind kind) {
    return kind == ColumnKind::number || kind == ColumnKind::date || kind == ColumnKind::category;
}

/// Remarks on a few rows would make two groups, those with a remark and those without: where most rows have none, they
/// say less than the other columns.
void leave_out_remarks(TablePlan& plan, const TableOptions& options, Index rows) {
    const bool has_fields = std::any_of(plan.columns.begin(), plan.columns.end(),
                                        [](const ColumnPlan& column) { return is_field(column.kind); });
    const auto is_remark = [&](const ColumnPlan& column) {
        return column.kind == ColumnKind::text && 10 * column.gaps > rows && !is_among(options.text, column.name);
    };
    const auto is_main = [&](const ColumnPlan& column) {
        return column.kind == ColumnKind::text && !is_remark(column);
    };
    if (!has_fields || std::any_of(plan.columns.begin(), plan.columns.end(), is_main)) return;
    for (ColumnPlan& column : plan.columns) {
        if (!is_remark(column)) continue;
        column.how =
            fmt::format("text in {} of {} rows only, left out beside the other columns", rows - column.gaps, rows);
        column.kind = ColumnKind::unused;
    }
}

/// A few other columns can outweigh all words, or a picture, and nobody has said that they matter: texts are taken
/// alone unless the user says more, and so are images.
void leave_alone(TablePlan& plan, const TableOptions& options, Index rows) {
    if (!options.columns.empty()) return;
    leave_out_remarks(plan, options, rows);
    const auto holds = [&](ColumnKind kind) {
        return std::any_of(plan.columns.begin(), plan.columns.end(),
                           [&](const ColumnPlan& column) { return column.kind == kind; });
    };
    if (!holds(ColumnKind::text) && !holds(ColumnKind::image)) return;
    const ColumnKind main = holds(ColumnKind::text) ? ColumnKind::text : ColumnKind::image;
    for (ColumnPlan& column : plan.columns) {
        const bool is_feature = is_field(column.kind) || column.kind == ColumnKind::image;
        if (!is_feature || is_among(options.category, column.name) || column.kind == main) continue;
        column.how = fmt::format("{}, left out beside {}", to_string(column.kind), to_string(main));
        column.kind = ColumnKind::unused;
        column.strays = 0;
    }
}

/// Texts without a word that tells rows apart say nothing; the other columns then do.
bool leave_out_texts(TablePlan& plan) {
    bool had_texts = false;
    for (ColumnPlan& column : plan.columns) {
        if (column.kind != ColumnKind::text) continue;
        column.kind = ColumnKind::unused;
        column.how = "text, but no word of it tells rows apart";
        had_texts = true;
    }
    return had_texts;
}

Recipe fit_plan(const TableCells& cells, TablePlan& plan, const TableOptions& options) {
    TablePlan whole = plan;
    const auto fit = [&] {
        if (options.layout == TableLayout::automatic) leave_alone(plan, options, cells.rows());
        return fit_recipe(cells, plan, options);
    };
    Recipe recipe = fit();
    const bool takes_texts = std::any_of(plan.columns.begin(), plan.columns.end(),
                                         [](const ColumnPlan& column) { return column.kind == ColumnKind::text; });
    if (recipe.has_text() || !takes_texts || !leave_out_texts(whole)) return recipe;
    plan = std::move(whole);
    return fit();
}

}  // namespace

ReadTable read_table(const Bytes& file, const TableOptions& options, const std::string& recipe_text, Context& context) {
    const DecodedText text = decoded_text(file);
    const Bytes& bytes = text.bytes;
    auto cells = std::make_shared<TableCells>(parse_cells(bytes, context, options.is_frame));
    auto source = std::make_shared<TableSource>();
    source->name = bytes.name;
    source->rows = cells->rows();
    source->delimiter = cells->delimiter;
    source->has_header = cells->has_header;
    ReadTable found;
    if (!text.encoding.empty()) found.warnings.push_back({"text-decoded", text.note(), 0});
    Recipe recipe;
    if (recipe_text.empty()) {
        TablePlan plan = recognise(*cells, options);
        recipe = fit_plan(*cells, plan, options);
        source->decimal_comma = plan.decimal_comma.value_or(false);
        if (recipe.fields() + recipe.images() == 0 && !recipe.has_text()) refuse_without_features(*cells, plan);
        describe_columns(plan, recipe, *source);
        warn_of_strays(*cells, plan, found.warnings);
    } else {
        recipe = parse_recipe(recipe_text, "model");
        if (!options.id.empty()) recipe.id = cells->names[column_of(*cells, options.id, "the ids")];
        if (!options.truth.empty()) recipe.truth = cells->names[column_of(*cells, options.truth, "the true classes")];
        source->decimal_comma = writes_decimal_comma(*cells).value_or(recipe.decimal_comma.value_or(false));
    }
    found.views = apply_recipe(recipe, *cells, options.folder, context, found.warnings);
    const std::vector<std::string> ids = ids_in(*cells, recipe.id);
    for (View& view : found.views) {
        if (!ids.empty()) view = in_file(bytes.name, [&] { return view.with_ids(ids); });
    }
    const bool has_truth = std::find(cells->names.begin(), cells->names.end(), recipe.truth) != cells->names.end();
    if (has_truth || (!recipe.truth.empty() && recipe_text.empty())) found.truth = truth_in(*cells, recipe.truth);
    if (!options.partial_labels.empty()) found.known = known_in(*cells, options.partial_labels);
    if (!options.at_most_one.empty()) found.group_rule = group_rule_in(*cells, options.at_most_one);
    source->recipe = recipe_text.empty() ? recipe_json(recipe) : recipe_text;
    source->cells = std::move(cells);
    found.source = std::move(source);
    return found;
}

}  // namespace io::table
}  // namespace v1
}  // namespace mvlink
