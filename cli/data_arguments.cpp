#include "data_arguments.hpp"

#include "text.hpp"

#include <mvlink/error.hpp>

#include <algorithm>
#include <array>
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
}

/// DATA is a table of any columns: a file that is not a matrix in a format of its own; "-" is standard input.
bool is_table(const std::string& path) {
    std::error_code ignored;
    return path == "-" ||
           (!path.empty() && !std::filesystem::is_directory(path, ignored) && std::filesystem::exists(path, ignored));
}

/// DATA is a matrix: the name of its view, from the name of the file. Empty: it is something else.
std::string view_of_matrix(const std::string& path) {
    constexpr std::array<std::string_view, 6> kMatrices{".npy", ".npz", ".mtx", ".mat", ".h5", ".hdf5"};
    std::filesystem::path file(path);
    if (file.extension() == ".gz") file = file.stem();
    const std::string ending = file.extension().string();
    if (std::find(kMatrices.begin(), kMatrices.end(), ending) == kMatrices.end()) return {};
    std::string name = file.stem().string();
    for (char& c : name) {
        const bool is_allowed = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
        if (!is_allowed) c = '_';
    }
    return name;
}

/// All names of an option that may be repeated and may list several.
std::vector<std::string> column_names(const std::vector<std::string>& texts) {
    std::vector<std::string> names;
    for (const std::string& text : texts) {
        for (const std::string& name : split(text, ',')) {
            if (!name.empty()) names.push_back(name);
        }
    }
    return names;
}

TableOptions table_options(const DataArguments& data) {
    TableOptions options;
    options.id = data.id;
    options.text = column_names(data.text);
    options.category = column_names(data.category);
    options.drop = column_names(data.drop);
    options.columns = column_names(data.columns);
    options.truth = data.truth;
    options.stop_words = data.stop_words;
    if (!data.layout.empty()) options.layout = data.layout == "joined" ? TableLayout::joined : TableLayout::kinds;
    return options;
}

/// An option that says what columns become; null: there is none.
const char* option_of_features(const DataArguments& data) {
    const auto given = [](const std::vector<std::string>& names) { return !names.empty(); };
    return given(data.text)       ? "--text"
           : given(data.category) ? "--category"
           : given(data.drop)     ? "--drop"
           : given(data.columns)  ? "--columns"
           : !data.layout.empty() ? "--layout"
           : data.stop_words      ? "--stop-words"
                                  : nullptr;
}

void require_table(const DataArguments& data) {
    const char* option = !data.truth.empty() ? "--truth-column" : option_of_features(data);
    if (option == nullptr) return;
    throw Error(ErrorCode::usage,
                fmt::format("{}: says something of a column of one table; give the csv as DATA", option));
}

constexpr auto kTableGroup = "One table as DATA";

void add_table_arguments(CLI::App& app, DataArguments& data) {
    const auto add_names = [&](const char* name, std::vector<std::string>& names, const char* help) {
        app.add_option(name, names, help)->option_text("COLUMN,..")->allow_extra_args(false)->group(kTableGroup);
    };
    app.add_option("--id", data.id, "The column of the names of the rows. Default: recognised.")
        ->option_text("COLUMN")
        ->group(kTableGroup);
    add_names("--text", data.text, "Columns to take as free text.");
    add_names("--category", data.category, "Columns to take as categories.");
    add_names("--drop", data.drop, "Columns to leave out.");
    add_names("--columns", data.columns, "Use only these columns as features.");
    app.add_option("--truth-column", data.truth, "The column of true classes, for scores only.")
        ->option_text("COLUMN")
        ->group(kTableGroup);
    app.add_flag("--stop-words", data.stop_words, "Leave out common English words of texts.")->group(kTableGroup);
    app.add_option(
           "--layout", data.layout,
           "Of a table with texts and other columns: kinds makes two views of them, joined one of all. Default: "
           "the texts alone.")
        ->option_text("NAME")
        ->check(CLI::IsMember({"kinds", "joined"}))
        ->group(kTableGroup);
}

}  // namespace

void add_data_arguments(CLI::App& app, DataArguments& data) {
    app.add_option(
           "DATA", data.folder,
           "One table (csv of any columns; - is standard input), or a dataset folder: view_<name>.csv (or tsv, npy, "
           "npz, mtx, mat, h5), ids, constraints.csv, ..")
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
    add_table_arguments(app, data);
}

void add_partial_labels_argument(CLI::App& app, DataArguments& data) {
    app.add_option("--partial-labels", data.partial_labels,
                   "Classes that are known for some rows, as constraints: a column of the table, or a file (id,label).")
        ->option_text("COLUMN|FILE")
        ->group(kDataGroup);
}

void add_group_rule_argument(CLI::App& app, DataArguments& data) {
    app.add_option("--at-most-one", data.at_most_one,
                   "A rule: every cluster holds at most one row of each group, such as one record of each source. The "
                   "groups are a column of the table, or a file with one line per row (or id,label).")
        ->option_text("COLUMN|FILE")
        ->group(kDataGroup);
}

void add_constraints_argument(CLI::App& app, DataArguments& data) {
    app.add_option("--constraints", data.constraints,
                   "Judgements of pairs: two names and an answer (a,b,type or first,second,answer, ..), instead of the "
                   "folder's constraints.csv.")
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

void require_no_features(const DataArguments& data) {
    if (const char* option = option_of_features(data)) {
        throw Error(ErrorCode::usage,
                    fmt::format("{}: the model keeps what the columns become; leave the option out", option));
    }
}

ReadRequest to_request(const DataArguments& data) {
    require_one_source(data);
    ReadRequest request;
    const std::string matrix = is_table(data.folder) ? view_of_matrix(data.folder) : std::string();
    if (!matrix.empty()) {
        request.views.push_back({matrix, data.folder});
    } else if (is_table(data.folder)) {
        request.table = data.folder;
        request.table_options = table_options(data);
        if (data.id.empty() && data.id_column != "id") request.table_options.id = data.id_column;
    } else {
        request.folder = data.folder;
    }
    if (request.table.empty()) require_table(data);
    for (const std::string& file : data.files) {
        request.views.push_back(parse_view(file));
    }
    request.select = parse_names(data.views);
    if (!data.constraints.empty()) request.constraints = data.constraints;
    if (!data.mapping.empty()) request.mapping = data.mapping;
    request.unmapped = data.unmapped;
    request.id_column = data.id.empty() ? data.id_column : data.id;
    const auto set_column_or_file = [&](const std::string& given, std::string& column, auto& file) {
        std::error_code ignored;
        if (given.empty()) return;
        const bool names_a_file = given.ends_with(".csv") || given.ends_with(".txt");
        if (!request.table.empty() && !names_a_file && !std::filesystem::exists(given, ignored)) {
            column = given;
        } else {
            file = given;
        }
    };
    set_column_or_file(data.partial_labels, request.table_options.partial_labels, request.partial_labels);
    set_column_or_file(data.at_most_one, request.table_options.at_most_one, request.at_most_one);
    return request;
}

bool reads_standard_input(const DataArguments& data) {
    const auto is_input = [](const std::string& file) { return file == "-" || file.ends_with("=-"); };
    return is_input(data.folder) || data.constraints == "-" || data.mapping == "-" || data.partial_labels == "-" ||
           std::any_of(data.files.begin(), data.files.end(), is_input);
}

std::string view_names(const Dataset& data) {
    std::vector<std::string> names;
    for (const View& view : data.views()) {
        names.push_back(view.name());
    }
    return join(names, ", ");
}

}  // namespace mvlink::cli
