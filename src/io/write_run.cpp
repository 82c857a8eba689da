#include "io/folder_change.hpp"
#include "io/own_files.hpp"
#include "io/readers.hpp"
#include "io/text.hpp"
#include "io/writers.hpp"

#include <fmt/format.h>
#include <mvlink/io.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace mvlink {
inline namespace v1 {

namespace {

namespace fs = std::filesystem;

/// The views that an earlier run in this folder had; nothing if there was none.
std::set<std::string> views_of_earlier_run(const fs::path& folder) {
    std::set<std::string> names;
    if (!io::begins_like_own_file(folder / "result.json")) return names;
    const io::Bytes bytes = io::open_bytes(folder / "result.json");
    const auto document = nlohmann::json::parse(bytes.data.begin(), bytes.data.end(), nullptr, false);
    if (!document.is_object() || !document.contains("schema") || !document.contains("views")) return names;
    for (const auto& view : document["views"]) {
        if (view.is_object() && view.contains("name") && view["name"].is_string()) names.insert(view["name"]);
    }
    return names;
}

/// Label files that the earlier run wrote and this one does not; copies that a user made under other names stay.
std::vector<std::string> stale_label_files(const fs::path& folder, const std::set<std::string>& written) {
    constexpr std::string_view kPrefix = "labels_", kEnding = ".csv";
    std::vector<std::string> stale;
    const std::set<std::string> views = views_of_earlier_run(folder);
    if (views.empty()) return stale;
    for (const auto& entry : fs::directory_iterator(folder)) {
        const std::string name = entry.path().filename().string();
        if (!name.starts_with(kPrefix) || !name.ends_with(kEnding) || written.count(name) > 0) continue;
        const std::string of = name.substr(kPrefix.size(), name.size() - kPrefix.size() - kEnding.size());
        // The names reserved for results are exactly those that no view may have.
        const bool is_result =
            views.count(of) > 0 || of == "objects" || (of.starts_with("clustering") && io::view_name_fault(of));
        if (is_result && io::begins_like_own_file(entry.path())) stale.push_back(name);
    }
    return stale;
}

}  // namespace

void write_run(OutputFolder& folder, const Run& run, Context& context, const ReportOptions& options) {
    const auto labels = io::label_files(run.problem.data, run.result.partitions, run.problem.object_ids);
    const std::vector<io::NamedText> texts{{kModelFile, io::encode_model(run.result.model)},
                                           {"report.html", report_html(run, context, options)}};
    std::set<std::string> written{"result.json"};
    for (const auto& [name, text] : labels)
        written.insert(name);
    for (const auto& [name, text] : texts)
        written.insert(name);

    for (const std::string& name : written)
        io::require_own_file(folder, name);
    io::FolderChange change(folder.path());
    for (const std::string& name : stale_label_files(folder.path(), written))
        change.remove(name);
    for (const auto& [name, text] : labels)
        change.put(name, text);
    for (const auto& [name, text] : texts)
        change.put(name, text);
    StoredResult stored = stored_result(run);
    stored.files = change.files();
    change.put("result.json", result_json(stored));
    change.commit();
}

void write_run(const fs::path& folder, const Run& run, Context& context, const ReportOptions& options) {
    OutputFolder output(folder);
    write_run(output, run, context, options);
}

}  // namespace v1
}  // namespace mvlink
