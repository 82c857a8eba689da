#pragma once

#include <mvlink/io.hpp>

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace mvlink::cli {

/// Which data a command reads: a dataset folder, one table, or files given one by one.
struct DataArguments {
    std::string folder;
    std::vector<std::string> files;  ///< name=file
    std::string views;               ///< a,b
    std::string constraints;
    std::string mapping;
    bool unmapped = false;
    std::string id_column = "id";
    // Of a table:
    std::string id;
    std::vector<std::string> text, category, drop, columns;  ///< each may list several, with commas
    std::string truth;
    std::string partial_labels;
    std::string at_most_one;
    std::string layout;
    bool stop_words = false;
};

/// DATA, --view, --views, --id-column, and what is said of the columns of a table.
void add_data_arguments(CLI::App& app, DataArguments& data);
/// --constraints.
void add_constraints_argument(CLI::App& app, DataArguments& data);
/// --mapping, --unmapped.
void add_mapping_arguments(CLI::App& app, DataArguments& data);

/// --partial-labels.
void add_partial_labels_argument(CLI::App& app, DataArguments& data);

/// --at-most-one.
void add_group_rule_argument(CLI::App& app, DataArguments& data);

/// Throws Error{usage} if neither or both of folder and files were given.
ReadRequest to_request(const DataArguments& data);
/// Error{usage} for options that say what columns become, where a model has settled that.
void require_no_features(const DataArguments& data);

/// Whether some of the data come from standard input.
bool reads_standard_input(const DataArguments& data);

/// The names of the views, for messages: "bbc, guardian, reuters".
std::string view_names(const Dataset& data);

}  // namespace mvlink::cli
