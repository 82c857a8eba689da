#include "io/atomic_file.hpp"
#include "io/readers.hpp"
#include "io/text.hpp"
#include "io/writers.hpp"

#include <fmt/format.h>
#include <mvlink/io.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <set>

namespace mvlink {
inline namespace v1 {

namespace {

namespace fs = std::filesystem;

/// The views that an earlier run in this folder had; nothing if there was none.
std::set<std::string> views_of_earlier_run(const fs::path& folder) {
    std::set<std::string> names;
    std::ifstream file(folder / "result.json");
    const auto document = nlohmann::json::parse(file, nullptr, false);
    if (!document.is_object() || !document.contains("schema") || !document.contains("views")) return names;
    for (const auto& view : document["views"]) {
        if (view.is_object() && view.contains("name") && view["name"].is_string()) names.insert(view["name"]);
    }
    return names;
}

bool begins_like_labels(const fs::path& file) {
    std::string start(io::kLabelsHeader.size(), '\0');
    std::ifstream in(file, std::ios::binary);
    return in.read(start.data(), static_cast<std::streamsize>(start.size())) && start == io::kLabelsHeader;
}

/// Label files that the earlier run wrote and this one does not; copies that a user made under other names stay.
std::vector<fs::path> stale_label_files(const fs::path& folder, const std::set<std::string>& written) {
    constexpr std::string_view kPrefix = "labels_", kEnding = ".csv";
    std::vector<fs::path> stale;
    const std::set<std::string> views = views_of_earlier_run(folder);
    if (views.empty()) return stale;
    for (const auto& entry : fs::directory_iterator(folder)) {
        const std::string name = entry.path().filename().string();
        if (!name.starts_with(kPrefix) || !name.ends_with(kEnding) || written.count(name) > 0) continue;
        const std::string of = name.substr(kPrefix.size(), name.size() - kPrefix.size() - kEnding.size());
        // The names reserved for results are exactly those that no view may have.
        const bool is_result =
            views.count(of) > 0 || of == "objects" || (of.starts_with("clustering") && io::view_name_fault(of));
        if (is_result && begins_like_labels(entry.path())) stale.push_back(entry.path());
    }
    return stale;
}

}  // namespace

void write_run(const fs::path& folder, const Run& run, Context& context, const ReportOptions& options) {
    std::vector<io::NamedText> texts = io::label_files(run.problem.data, run.result.partitions, run.problem.object_ids);
    texts.emplace_back("result.json", result_json(run));
    texts.emplace_back("model.npz", io::encode_model(run.result.model));
    texts.emplace_back("report.html", report_html(run, context, options));

    io::make_folder(folder);
    std::set<std::string> written;
    io::StagedFiles files;
    for (const auto& [name, text] : texts) {
        files.add(folder / name, text);
        written.insert(name);
    }
    const std::vector<fs::path> stale = stale_label_files(folder, written);
    files.commit();
    for (const fs::path& file : stale)
        fs::remove(file);
}

}  // namespace v1
}  // namespace mvlink
