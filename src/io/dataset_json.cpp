#include "io/readers.hpp"
#include "io/text.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace mvlink {
inline namespace v1 {
namespace io {

namespace {

using nlohmann::json;

std::string text_of(const json& entry, const char* key, const std::string& where) {
    const auto found = entry.is_object() ? entry.find(key) : entry.end();
    if (!entry.is_object() || found == entry.end() || !found->is_string()) {
        refuse("{}: no \"{}\"; expected a string", where, key);
    }
    return found->get<std::string>();
}

/// A file of the folder, never one outside it.
std::string file_of(const json& entry, const std::string& where) {
    const std::string file = text_of(entry, "file", where);
    const std::filesystem::path path(file);
    bool is_inside = !file.empty() && path.is_relative() && !has_line_break(file);
    for (const auto& part : path)
        is_inside = is_inside && part != "..";
    if (!is_inside) refuse("{}: file {}; expected a file in the folder", where, shown(file));
    return file;
}

const json* list_of(const json& document, const char* key, const std::string& name) {
    const auto found = document.find(key);
    if (found == document.end()) return nullptr;
    if (!found->is_array()) refuse("{}: \"{}\" is not a list; expected a list of objects", name, key);
    return &*found;
}

std::vector<DatasetJson::ViewEntry> views_of(const json& list, const std::string& name) {
    std::vector<DatasetJson::ViewEntry> views;
    std::set<std::string> names;
    for (const json& entry : list) {
        const std::string where = fmt::format("{}: views[{}]", name, views.size());
        DatasetJson::ViewEntry view{text_of(entry, "name", where), file_of(entry, where)};
        if (const auto fault = view_name_fault(view.name)) refuse("{}: name {}; {}", where, shown(view.name), *fault);
        if (!names.insert(view.name).second) refuse("{}: a second view {}", where, shown(view.name));
        views.push_back(std::move(view));
    }
    return views;
}

/// The columns that separate the classes of a truth, if the description names them.
std::vector<Index> columns_of(const json& entry, const std::string& where) {
    const auto found = entry.find("columns");
    if (found == entry.end()) return {};
    const auto is_column = [](const json& column) { return column.is_number_unsigned(); };
    if (!found->is_array() || !std::all_of(found->begin(), found->end(), is_column)) {
        refuse("{}: \"columns\" is not a list of columns; expected numbers >= 0", where);
    }
    return found->get<std::vector<Index>>();
}

std::vector<DatasetJson::LabelsEntry> labels_of(const json& list, const std::string& name) {
    std::vector<DatasetJson::LabelsEntry> labels;
    std::set<std::string> names;
    for (const json& entry : list) {
        const std::string where = fmt::format("{}: labels[{}]", name, labels.size());
        labels.push_back({file_of(entry, where), columns_of(entry, where)});
        const std::string& file = labels.back().file;
        if (!names.insert(truth_name(file)).second) refuse("{}: a second truth {}", where, shown(file));
    }
    return labels;
}

}  // namespace

DatasetJson parse_dataset_json(const Bytes& bytes) {
    json document;
    try {
        document = json::parse(bytes.data.begin(), bytes.data.end());
    } catch (const json::parse_error& error) {
        refuse("{}: not valid JSON at byte {}", bytes.name, error.byte);
    } catch (const json::exception&) {
        refuse("{}: not valid JSON", bytes.name);
    }
    if (!document.is_object()) refuse("{}: not a JSON object; expected {{\"views\": .., \"labels\": ..}}", bytes.name);
    DatasetJson found;
    if (const json* list = list_of(document, "views", bytes.name)) found.views = views_of(*list, bytes.name);
    if (const json* list = list_of(document, "labels", bytes.name)) found.labels = labels_of(*list, bytes.name);
    const auto maker = document.find("made_by");
    found.made_by_mvlink = maker != document.end() && maker->is_string() && *maker == "mvlink";
    return found;
}

}  // namespace io
}  // namespace v1
}  // namespace mvlink
