#include "command.hpp"
#include "data_folders.hpp"
#include "help.hpp"
#include "run_arguments.hpp"
#include "screen.hpp"
#include "text.hpp"

#include <mvlink/error.hpp>
#include <mvlink/experiments.hpp>

#include <algorithm>
#include <filesystem>
#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace mvlink::cli {
namespace {

constexpr std::size_t kIndent = 11;

struct DataListArguments {
    std::string paper;
    std::string data;
    RunArguments run;
};

/// Where a dataset folder is on this machine; empty: nowhere that was searched.
std::string place_of(const std::string& folder, const std::vector<std::filesystem::path>& folders) {
    std::error_code ignored;
    for (const std::filesystem::path& one : folders) {
        if (std::filesystem::is_directory(one / folder, ignored)) return (one / folder).string();
    }
    return "";
}

std::vector<DataSource> sources_of(const std::string& paper) {
    std::vector<DataSource> sources = data_of_papers();
    if (paper.empty()) return sources;
    std::vector<std::string> names;
    for (const PaperInfo& info : reproducible_papers()) {
        names.push_back(info.name);
    }
    if (std::find(names.begin(), names.end(), paper) == names.end()) {
        throw Error(ErrorCode::usage,
                    fmt::format("data: paper \"{}\" does not exist; there are {}", paper, join(names, ", ")));
    }
    std::erase_if(sources, [&](const DataSource& source) {
        return std::find(source.papers.begin(), source.papers.end(), paper) == source.papers.end();
    });
    return sources;
}

std::string data_text(const std::vector<DataSource>& sources, const std::vector<std::filesystem::path>& folders) {
    std::string out;
    for (const DataSource& source : sources) {
        const std::string place = place_of(source.folder, folders);
        out += fmt::format("{}{}\n", source.folder, source.what.empty() ? "" : ": " + source.what);
        if (!source.origin.empty()) out += "  from     " + wrap(source.origin, text_width(), kIndent) + "\n";
        if (!source.papers.empty()) {
            out += "  used by  " + wrap(join(source.papers, ", "), text_width(), kIndent) + "\n";
        }
        out += "  here     " + (place.empty() ? "not found" : place) + "\n";
    }
    std::vector<std::string> searched;
    for (const std::filesystem::path& folder : folders) {
        searched.push_back(folder.string());
    }
    return out + "\n" +
           wrap(
               fmt::format("Searched in {} (--data or MVLINK_DATA gives another folder). mvlink downloads nothing: get "
                           "the data from its origin and store it as a dataset folder of that name. "
                           "docs/dataset-folder.md says how.",
                           join(searched, " and ")),
               text_width()) +
           "\n";
}

std::string data_json(const std::vector<DataSource>& sources, const std::vector<std::filesystem::path>& folders) {
    auto list = nlohmann::ordered_json::array();
    for (const DataSource& source : sources) {
        list.push_back({{"name", source.folder},
                        {"what", source.what},
                        {"from", source.origin},
                        {"papers", source.papers},
                        {"path", place_of(source.folder, folders)}});
    }
    return list.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

int run_data(const DataListArguments& arguments) {
    const std::vector<DataSource> sources = sources_of(arguments.paper);
    const std::vector<std::filesystem::path> folders = data_folders(arguments.data);
    print_out(arguments.run.json ? data_json(sources, folders) : data_text(sources, folders));
    return kDone;
}

}  // namespace

void add_data(CLI::App& parent, Commands& commands) {
    auto arguments = std::make_shared<DataListArguments>();
    CLI::App* app = add_command(
        parent, {.name = "data",
                 .title = "Say where the data of the papers come from.",
                 .description = "Lists the datasets that the papers' experiments use: what each holds, where it comes "
                                "from, which papers use it, and where it is on this machine.",
                 .usage = "[PAPER] [options]",
                 .examples = {"data", "data zhang2015", "data --json"}});
    app->add_option("PAPER", arguments->paper, "Only the data of this paper.")->group("Arguments");
    app->add_option("--data", arguments->data,
                    "Folder that holds the dataset folders. Default: MVLINK_DATA, otherwise data or ../shared/data.")
        ->option_text("FOLDER")
        ->group("Arguments");
    add_json_argument(*app, arguments->run, "Print the list as JSON.");
    add_quiet_argument(*app, arguments->run);
    commands.push_back({app, [arguments](const Invocation&) { return run_data(*arguments); }});
}

}  // namespace mvlink::cli
