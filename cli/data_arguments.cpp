#include "data_arguments.hpp"

#include "text.hpp"

#include <mvlink/error.hpp>

#include <filesystem>

#include <fmt/format.h>

namespace mvlink::cli {
namespace {

constexpr auto kDataGroup = "Data";

std::pair<std::string, std::filesystem::path> parse_view(const std::string& text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
        throw Error(ErrorCode::usage, fmt::format("--view {}: expected name=file, such as --view x=data.csv", text));
    }
    return {text.substr(0, equals), text.substr(equals + 1)};
}

std::vector<std::string> parse_names(const std::string& text) {
    std::vector<std::string> names = text.empty() ? std::vector<std::string>{} : split(text, ',');
    for (const std::string& name : names) {
        if (name.empty()) throw Error(ErrorCode::usage, fmt::format("--views {}: a name is empty", text));
    }
    return names;
}

void require_one_source(const DataArguments& data) {
    if (data.folder.empty() && data.files.empty()) {
        throw Error(ErrorCode::usage, "no data; give a dataset folder, or --view name=file");
    }
    if (!data.folder.empty() && !data.files.empty()) {
        throw Error(ErrorCode::usage,
                    fmt::format("both the folder {} and --view were given; give one of them", data.folder));
    }
    std::error_code ignored;
    const std::filesystem::path path(data.folder);
    if (!data.folder.empty() && std::filesystem::is_regular_file(path, ignored)) {
        throw Error(
            ErrorCode::usage,
            fmt::format("{0} is a file, but DATA must be a dataset folder; for a file use --view x={0}", data.folder));
    }
}

}  // namespace

void add_data_arguments(CLI::App& app, DataArguments& data) {
    app.add_option("DATA", data.folder,
                   "Dataset folder: view_<name>.csv (or tsv, npy, npz, mtx), ids, constraints.csv, ..")
        ->group(kDataGroup);
    app.add_option("--view", data.files, "A view from its file, instead of DATA. Repeat it for several views.")
        ->option_text("NAME=FILE")
        ->allow_extra_args(false)
        ->group(kDataGroup);
    app.add_option("--views", data.views, "Use only these views, in this order. Default: all.")
        ->option_text("A,B")
        ->group(kDataGroup);
    app.add_option("--id-column", data.id_column, "The csv column that holds the ids of the rows. Default: id.")
        ->option_text("NAME")
        ->group(kDataGroup);
}

void add_constraints_argument(CLI::App& app, DataArguments& data) {
    app.add_option("--constraints", data.constraints,
                   "Constraints (view_a,a,view_b,b,type,weight), instead of the folder's constraints.csv.")
        ->option_text("FILE")
        ->group(kDataGroup);
}

void add_mapping_arguments(CLI::App& app, DataArguments& data) {
    CLI::Option* mapping = app.add_option("--mapping", data.mapping,
                                          "Which rows of two views are the same object (view_a,a,view_b,b), instead of "
                                          "the folder's mapping.csv or equal ids.")
                               ->option_text("FILE")
                               ->group(kDataGroup);
    app.add_flag("--unmapped", data.unmapped, "Do not map rows of different views to each other.")
        ->excludes(mapping)
        ->group(kDataGroup);
}

ReadRequest to_request(const DataArguments& data) {
    require_one_source(data);
    ReadRequest request;
    request.folder = data.folder;
    for (const std::string& file : data.files) {
        request.views.push_back(parse_view(file));
    }
    request.select = parse_names(data.views);
    if (!data.constraints.empty()) request.constraints = data.constraints;
    if (!data.mapping.empty()) request.mapping = data.mapping;
    request.unmapped = data.unmapped;
    request.id_column = data.id_column;
    return request;
}

std::string view_names(const Dataset& data) {
    std::vector<std::string> names;
    for (const View& view : data.views()) {
        names.push_back(view.name());
    }
    return join(names, ", ");
}

}  // namespace mvlink::cli
