#include "io/model_tables.hpp"
#include "io/npy.hpp"
#include "io/readers.hpp"
#include "io/result_files.hpp"
#include "io/table/recipe.hpp"
#include "io/text.hpp"
#include "io/writers.hpp"
#include "io/zip.hpp"

#include <mvlink/io.hpp>
#include <mvlink/registry.hpp>
#include <mvlink/version.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <set>

namespace mvlink {
inline namespace v1 {
namespace io {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kFormat = "mvlink-model";
constexpr std::string_view kHeaderFile = "header.json";

Json listed(const std::vector<NamedArray>& arrays) {
    Json list = Json::array();
    for (const NamedArray& array : arrays)
        list.push_back({{"name", array.name}, {"rows", array.rows}, {"cols", array.cols}});
    return list;
}

Json preparation_of(const ViewPreparation& preparation) {
    Json steps = Json::array();
    for (const PreparationStep& step : preparation.steps)
        steps.push_back({{"step", step.step}, {"arrays", listed(step.arrays)}});
    return {{"view", preparation.view}, {"cols", preparation.cols}, {"steps", std::move(steps)}};
}

Json tables_of(const Model& model) {
    Json list = Json::array();
    for (const View& table : model.tables)
        list.push_back(
            {{"name", table.name()}, {"rows", table.rows()}, {"cols", table.cols()}, {"kind", table.kind()}});
    return list;
}

Json integers_of(const Model& model) {
    Json list = Json::array();
    for (const NamedIntegers& integers : model.integers)
        list.push_back({{"name", integers.name}, {"count", integers.values.size()}});
    return list;
}

/// Prefix of the file of a preparation array: its view and its step, both from 0.
std::string preparation_prefix(std::size_t view, std::size_t step) {
    return fmt::format("preparation{}_{}_", view, step);
}

Json parsed_recipe(const Model& model) {
    Json recipe = Json::parse(model.recipe, nullptr, false);
    if (recipe.is_discarded()) throw Error{ErrorCode::internal, "model: its recipe is not valid JSON"};
    return recipe;
}

Json header_of(const Model& model) {
    Json header = Json::object();
    header["format"] = kFormat;
    const bool is_plain = model.tables.empty() && model.integers.empty();
    header["format_version"] = is_plain ? 1 : Model::kFormatVersion;
    header["version"] = version();
    header["method"] = model.method;
    header["options"] = Json::object();
    for (const auto& [name, value] : model.options)
        header["options"][name] = value;
    header["views"] = Json::array();
    for (std::size_t v = 0; v < model.views.size(); ++v) {
        header["views"].push_back({{"name", model.views[v]}, {"cols", model.cols.at(v)}});
        if (v < model.column_names.size() && !model.column_names[v].empty())
            header["views"].back()["columns"] = model.column_names[v];
    }
    header["preparation"] = Json::array();
    for (const ViewPreparation& preparation : model.preparation)
        header["preparation"].push_back(preparation_of(preparation));
    header["arrays"] = listed(model.arrays);
    if (!model.recipe.empty()) header["recipe"] = parsed_recipe(model);
    if (!is_plain) {
        header["tables"] = tables_of(model);
        header["integers"] = integers_of(model);
    }
    return header;
}

class ModelReader {
public:
    explicit ModelReader(const Bytes& bytes) : bytes_(bytes), archive_(bytes) {}

    Model read() {
        read_header();
        Model model;
        model.method = text(header_, "method", "header.json");
        const auto is_it = [&](const MethodInfo& info) { return info.name == model.method; };
        if (std::none_of(methods().begin(), methods().end(), is_it))
            refuse("{}: a model of {}, a method that this version does not have", bytes_.name, shown(model.method));
        read_options(model);
        read_views(model);
        for (const Json& entry : list(header_, "preparation", "header.json")) {
            model.preparation.push_back(read_preparation(entry, model));
        }
        read_column_names(model);
        model.arrays = read_arrays(header_, "header.json", "");
        if (header_.contains("recipe")) {
            model.recipe = header_["recipe"].dump();
            table::parse_recipe(model.recipe, bytes_.name);  // refused now rather than when rows come
        }
        if (version_ >= 2) read_tables_and_integers(model);
        return model;
    }

private:
    void read_header() {
        const ZipEntry* entry = archive_.find(kHeaderFile);
        if (entry == nullptr) refuse("{}: no header.json; expected a model that mvlink wrote", bytes_.name);
        const Bytes content = archive_.read(*entry);
        try {
            header_ = Json::parse(content.data.begin(), content.data.end());
        } catch (const Json::exception&) {
            refuse("{}: not valid JSON", content.name);
        }
        if (!header_.is_object() || text(header_, "format", "header.json") != kFormat) {
            refuse("{}: not a model; expected format {}", content.name, kFormat);
        }
        version_ = integer(header_, "format_version", "header.json");
        if (version_ < 1 || version_ > Model::kFormatVersion) {
            refuse("{}: format version {}; expected 1 to {}", bytes_.name, version_, Model::kFormatVersion);
        }
    }

    const Json& member(const Json& object, const char* key, const std::string& where) const {
        const auto found = object.is_object() ? object.find(key) : object.end();
        if (!object.is_object() || found == object.end()) refuse("{}: {}: no \"{}\"", bytes_.name, where, key);
        return *found;
    }
    [[nodiscard]] std::string text(const Json& object, const char* key, const std::string& where) const {
        const Json& value = member(object, key, where);
        if (!value.is_string() || value.get_ref<const std::string&>().empty()) {
            refuse("{}: {}: \"{}\" is not a string", bytes_.name, where, key);
        }
        return value.get<std::string>();
    }
    [[nodiscard]] Index integer(const Json& object, const char* key, const std::string& where) const {
        const Json& value = member(object, key, where);
        const bool fits = value.is_number_integer() &&
                          (!value.is_number_unsigned() || value.get<std::uint64_t>() <= std::uint64_t{1} << 62);
        if (!fits || value.get<Index>() < 0) refuse("{}: {}: \"{}\" is not a size", bytes_.name, where, key);
        return value.get<Index>();
    }
    [[nodiscard]] const Json& list(const Json& object, const char* key, const std::string& where) const {
        const Json& value = member(object, key, where);
        if (!value.is_array()) refuse("{}: {}: \"{}\" is not a list", bytes_.name, where, key);
        return value;
    }

    void read_options(Model& model) const {
        const Json& options = member(header_, "options", "header.json");
        if (!options.is_object()) refuse("{}: header.json: \"options\" is not an object", bytes_.name);
        for (const auto& [name, value] : options.items()) {
            if (!value.is_string()) refuse("{}: header.json: option {} is not a string", bytes_.name, shown(name));
            model.options.push_back({name, value.get<std::string>()});
        }
    }

    void read_views(Model& model) const {
        for (const Json& entry : list(header_, "views", "header.json")) {
            std::string name = text(entry, "name", "views of header.json");
            if (const auto fault = view_name_fault(name)) refuse("{}: view {}; {}", bytes_.name, shown(name), *fault);
            if (std::find(model.views.begin(), model.views.end(), name) != model.views.end()) {
                refuse("{}: view {} is listed twice", bytes_.name, shown(name));
            }
            model.views.push_back(std::move(name));
            model.cols.push_back(integer(entry, "cols", "views of header.json"));
            if (model.cols.back() < 1) refuse("{}: a view without columns", bytes_.name);
        }
        if (model.views.empty()) refuse("{}: no view; expected at least one", bytes_.name);
    }

    /// Absent where the columns had no names.
    void read_column_names(Model& model) const {
        const Json& views = header_["views"];
        for (std::size_t v = 0; v < views.size(); ++v) {
            if (!views[v].contains("columns")) continue;
            model.column_names.resize(model.views.size());
            for (const Json& name : list(views[v], "columns", "views of header.json")) {
                if (!name.is_string()) refuse("{}: the name of a column is not a string", bytes_.name);
                model.column_names[v].push_back(name.get<std::string>());
            }
            if (static_cast<Index>(model.column_names[v].size()) == model.input_cols(v)) continue;
            refuse("{}: view {}: {} names for {} columns", bytes_.name, shown(model.views[v]),
                   model.column_names[v].size(), model.input_cols(v));
        }
    }

    ViewPreparation read_preparation(const Json& entry, const Model& model) {
        const std::string where = "preparation of header.json";
        ViewPreparation preparation{text(entry, "view", where), integer(entry, "cols", where), {}};
        const std::size_t number = model.preparation.size();
        const auto is_same = [&](const ViewPreparation& other) { return other.view == preparation.view; };
        if (std::find(model.views.begin(), model.views.end(), preparation.view) == model.views.end() ||
            std::any_of(model.preparation.begin(), model.preparation.end(), is_same)) {
            refuse("{}: {}: view {} is not a view of the model, or is prepared twice", bytes_.name, where,
                   shown(preparation.view));
        }
        if (preparation.cols < 1) refuse("{}: {}: a view without columns", bytes_.name, where);
        for (const Json& step : list(entry, "steps", where)) {
            const std::string prefix = preparation_prefix(number, preparation.steps.size());
            preparation.steps.push_back({text(step, "step", where), read_arrays(step, where, prefix)});
        }
        return preparation;
    }

    std::vector<NamedArray> read_arrays(const Json& object, const std::string& where, const std::string& prefix) {
        std::vector<NamedArray> arrays;
        std::set<std::string> names;
        for (const Json& entry : list(object, "arrays", where)) {
            arrays.push_back(read_array(entry, prefix));
            if (!names.insert(arrays.back().name).second) {
                refuse("{}: array {} is listed twice", bytes_.name, shown(arrays.back().name));
            }
        }
        return arrays;
    }

    NamedArray read_array(const Json& entry, const std::string& prefix) {
        NamedArray array;
        array.name = text(entry, "name", "arrays of header.json");
        array.rows = integer(entry, "rows", "arrays of header.json");
        array.cols = integer(entry, "cols", "arrays of header.json");
        const ZipEntry* file = archive_.find(prefix + array.name + ".npy");
        if (file == nullptr) refuse("{}: array {} is missing", bytes_.name, shown(array.name));
        const Bytes content = archive_.read(*file);
        const NpyArray stored = parse_npy(content);
        if (stored.kind != 'f' || stored.item_size != 8 || stored.fortran_order) {
            refuse("{}: expected float64 in C order", content.name);
        }
        if (stored.shape != std::vector<Index>{array.rows, array.cols}) {
            refuse("{}: shape {}; expected ({}, {})", content.name, shape_text(stored), array.rows, array.cols);
        }
        array.values = npy_values<double>(stored);
        const auto is_finite = [](double x) { return std::isfinite(x); };
        if (!std::all_of(array.values.begin(), array.values.end(), is_finite)) {
            refuse("{}: a value is not a finite number", content.name);
        }
        return array;
    }

    void read_tables_and_integers(Model& model) {
        std::set<std::string> names;
        for (const NamedArray& array : model.arrays)
            names.insert(array.name);
        const auto new_name = [&](const Json& entry, const std::string& where) {
            std::string name = text(entry, "name", where);
            if (!names.insert(name).second) refuse("{}: array {} is listed twice", bytes_.name, shown(name));
            return name;
        };
        const std::string where = "tables of header.json", there = "integers of header.json";
        for (const Json& entry : list(header_, "tables", "header.json")) {
            const TableEntry table{new_name(entry, where), integer(entry, "rows", where), integer(entry, "cols", where),
                                   text(entry, "kind", where)};
            model.tables.push_back(read_table(archive_, table, bytes_.name));
        }
        for (const Json& entry : list(header_, "integers", "header.json")) {
            const std::string name = new_name(entry, there);
            model.integers.push_back(read_integers(archive_, name, integer(entry, "count", there), bytes_.name));
        }
    }

    const Bytes& bytes_;
    ZipReader archive_;
    Json header_;
    Index version_ = 0;
};

void add_arrays(ZipWriter& archive, const std::vector<NamedArray>& arrays, const std::string& prefix) {
    for (const NamedArray& array : arrays) {
        const bool fits = static_cast<Index>(array.values.size()) == array.rows * array.cols;
        const auto is_finite = [](double x) { return std::isfinite(x); };
        if (!fits || array.name.empty() || !std::all_of(array.values.begin(), array.values.end(), is_finite)) {
            throw Error{ErrorCode::internal, fmt::format("model array \"{}\": {} values for {} x {}, or not finite",
                                                         array.name, array.values.size(), array.rows, array.cols)};
        }
        const DenseRows<double> table{array.values.data(), array.rows, array.cols, array.cols, 1};
        archive.add(prefix + array.name + ".npy", encode_npy(table));
    }
}

}  // namespace

std::string encode_model(const Model& model) {
    ZipWriter archive;
    archive.add(kHeaderFile, header_of(model).dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
    for (std::size_t view = 0; view < model.preparation.size(); ++view) {
        const std::vector<PreparationStep>& steps = model.preparation[view].steps;
        for (std::size_t step = 0; step < steps.size(); ++step)
            add_arrays(archive, steps[step].arrays, preparation_prefix(view, step));
    }
    add_arrays(archive, model.arrays, "");
    for (const View& table : model.tables)
        add_table(archive, table);
    for (const NamedIntegers& integers : model.integers)
        add_integers(archive, integers);
    return archive.finish();
}

Model parse_model(const Bytes& bytes) {
    return ModelReader(bytes).read();
}

}  // namespace io

namespace {

Model read_model_within(const std::filesystem::path& path, std::size_t memory) {
    if (!std::filesystem::is_directory(path)) return io::parse_model(io::open_bytes(path, memory));
    return io::read_results([&] {
        const io::ResultFiles files(path, memory);
        if (!files.has(kModelFile)) {
            throw Error{ErrorCode::file, fmt::format("{}: the folder has no {}", path.string(), kModelFile)};
        }
        return io::parse_model(files.open(kModelFile));
    });
}

}  // namespace

Model read_model(const std::filesystem::path& path) {
    return read_model_within(path, SIZE_MAX);
}

Model read_model(const std::filesystem::path& path, const Context& context) {
    return read_model_within(path, context.memory_limit());
}

void write_model(const std::filesystem::path& file, const Model& model) {
    write_text(file, io::encode_model(model));
}

}  // namespace v1
}  // namespace mvlink
