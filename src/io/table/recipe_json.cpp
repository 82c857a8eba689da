#include "io/table/recipe.hpp"
#include "io/text.hpp"

#include <nlohmann/json.hpp>

#include <array>
#include <cmath>
#include <set>

namespace mvlink {
inline namespace v1 {
namespace io::table {
namespace {

using RecipeJson = nlohmann::ordered_json;

constexpr int kRecipeVersion = 1;
constexpr std::array<std::string_view, 3> kOrders{"year-month-day", "day-month-year", "month-day-year"};
constexpr std::array<std::pair<ColumnKind, std::string_view>, 5> kFeatureKinds{{{ColumnKind::number, "number"},
                                                                                {ColumnKind::date, "date"},
                                                                                {ColumnKind::category, "category"},
                                                                                {ColumnKind::image, "image"},
                                                                                {ColumnKind::text, "text"}}};

RecipeJson column_json(const ColumnRecipe& column) {
    RecipeJson json{{"name", column.name}, {"kind", to_string(column.kind)}};
    if (column.kind == ColumnKind::text) return json;
    json["marks_gaps"] = column.marks_gaps;
    if (column.kind == ColumnKind::image) return json;
    if (column.kind == ColumnKind::category) {
        json["levels"] = column.levels;
        json["has_other"] = column.has_other;
        return json;
    }
    json["mean"] = column.mean;
    json["scale"] = column.scale;
    if (!column.unit.empty()) json["unit"] = column.unit;
    if (column.groups_only) json["groups_only"] = true;
    if (column.gap_code) json["gap_code"] = *column.gap_code;
    if (column.kind == ColumnKind::date) json["order"] = kOrders[static_cast<std::size_t>(column.date_order)];
    return json;
}

/// Reads the fields of a JSON object; every mistake is an error that names the field.
class RecipeReader {
public:
    RecipeReader(const RecipeJson& json, const std::string& where) : json_(json), where_(where) {
        if (!json.is_object()) refuse("{}: a recipe that is not an object", where);
    }

    [[nodiscard]] const RecipeJson& member(const char* key) const {
        const auto found = json_.find(key);
        if (found == json_.end()) refuse("{}: recipe without \"{}\"", where_, key);
        return *found;
    }
    [[nodiscard]] bool has(const char* key) const { return json_.contains(key); }
    [[nodiscard]] std::string text(const char* key) const {
        if (!member(key).is_string()) fail(key, "a string");
        return member(key).get<std::string>();
    }
    [[nodiscard]] bool flag(const char* key) const {
        if (!member(key).is_boolean()) fail(key, "true or false");
        return member(key).get<bool>();
    }
    [[nodiscard]] double number(const char* key) const {
        if (!member(key).is_number() || !std::isfinite(member(key).get<double>())) fail(key, "a finite number");
        return member(key).get<double>();
    }
    [[nodiscard]] std::vector<std::string> texts(const char* key) const {
        std::vector<std::string> found;
        for (const RecipeJson& item : list(key)) {
            if (!item.is_string()) fail(key, "strings");
            found.push_back(item.get<std::string>());
        }
        if (std::set<std::string>(found.begin(), found.end()).size() != found.size()) fail(key, "distinct strings");
        return found;
    }
    [[nodiscard]] std::vector<double> numbers(const char* key) const {
        std::vector<double> found;
        for (const RecipeJson& item : list(key)) {
            if (!item.is_number() || !std::isfinite(item.get<double>())) fail(key, "finite numbers");
            found.push_back(item.get<double>());
        }
        return found;
    }
    [[nodiscard]] const RecipeJson& list(const char* key) const {
        if (!member(key).is_array()) fail(key, "a list");
        return member(key);
    }
    [[noreturn]] void fail(const char* key, std::string_view expected) const {
        refuse("{}: \"{}\" of the recipe; expected {}", where_, key, expected);
    }

private:
    const RecipeJson& json_;
    const std::string& where_;
};

ColumnRecipe column_from(const RecipeReader& json) {
    ColumnRecipe column;
    column.name = json.text("name");
    const std::string kind = json.text("kind");
    bool is_known = false;
    for (const auto& [value, name] : kFeatureKinds) {
        if (name != kind) continue;
        column.kind = value;
        is_known = true;
    }
    if (!is_known) json.fail("kind", "number, date, category, image or text");
    if (column.kind == ColumnKind::text) return column;
    column.marks_gaps = json.flag("marks_gaps");
    if (column.kind == ColumnKind::image) return column;
    if (column.kind == ColumnKind::category) {
        column.levels = json.texts("levels");
        column.has_other = json.flag("has_other");
        if (column.levels.empty()) json.fail("levels", "at least one");
        return column;
    }
    column.mean = json.number("mean");
    column.scale = json.number("scale");
    if (!(column.scale > 0)) json.fail("scale", "a number > 0");
    if (json.has("gap_code")) column.gap_code = json.number("gap_code");
    if (column.kind == ColumnKind::number) {
        column.groups_only = json.has("groups_only") && json.flag("groups_only");
        if (json.has("unit")) column.unit = json.text("unit");
        return column;
    }
    const auto order = std::find(kOrders.begin(), kOrders.end(), json.text("order"));
    if (order == kOrders.end()) json.fail("order", "year-month-day, day-month-year or month-day-year");
    column.date_order = static_cast<DateOrder>(order - kOrders.begin());
    return column;
}

}  // namespace

std::string recipe_json(const Recipe& recipe) {
    RecipeJson json{{"version", kRecipeVersion},
                    {"layout", recipe.layout == TableLayout::joined ? "joined" : "kinds"},
                    {"id", recipe.id},
                    {"truth", recipe.truth},
                    {"fields_weight", recipe.fields_weight},
                    {"columns", RecipeJson::array()},
                    {"words", recipe.words},
                    {"idf", recipe.idf}};
    if (recipe.decimal_comma) json["decimal_comma"] = *recipe.decimal_comma;
    for (const ColumnRecipe& column : recipe.columns)
        json["columns"].push_back(column_json(column));
    return json.dump(-1, ' ', false, RecipeJson::error_handler_t::replace);
}

Recipe parse_recipe(std::string_view text, const std::string& where) {
    const RecipeJson json = RecipeJson::parse(text, nullptr, false);
    if (json.is_discarded()) refuse("{}: a recipe that is not valid JSON", where);
    const RecipeReader reader(json, where);
    if (reader.number("version") != kRecipeVersion) reader.fail("version", "1");
    Recipe recipe;
    const std::string layout = reader.text("layout");
    if (layout != "joined" && layout != "kinds") reader.fail("layout", "joined or kinds");
    recipe.layout = layout == "joined" ? TableLayout::joined : TableLayout::kinds;
    recipe.id = reader.text("id");
    recipe.truth = reader.text("truth");
    recipe.fields_weight = reader.number("fields_weight");
    if (reader.has("decimal_comma")) recipe.decimal_comma = reader.flag("decimal_comma");
    std::set<std::string> names;
    for (const RecipeJson& column : reader.list("columns")) {
        recipe.columns.push_back(column_from(RecipeReader(column, where)));
        if (!names.insert(recipe.columns.back().name).second) reader.fail("columns", "distinct names");
    }
    recipe.words = reader.texts("words");
    recipe.idf = reader.numbers("idf");
    if (recipe.idf.size() != recipe.words.size()) reader.fail("idf", "one number per word");
    if (!recipe.has_text() && recipe.fields() + recipe.images() == 0) reader.fail("columns", "at least one feature");
    return recipe;
}

}  // namespace io::table
}  // namespace v1
}  // namespace mvlink
