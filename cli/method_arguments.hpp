#pragma once

#include <mvlink/run.hpp>

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace mvlink::cli {

/// Which method runs, and with which options.
struct MethodArguments {
    std::string method = "auto";
    std::string clusters;                   ///< -k: "3", "3,4", "2..12" or "auto"
    std::vector<std::string> sets;          ///< name=value
    std::vector<std::string> preparations;  ///< [view:]step[,step..]
    std::string validate = {};              ///< folds, or "off"
};

void add_method_arguments(CLI::App& app, MethodArguments& arguments);
/// --validate.
void add_validate_argument(CLI::App& app, MethodArguments& arguments);
/// --prep.
void add_preparation_argument(CLI::App& app, MethodArguments& arguments);

bool has_option(const std::vector<OptionText>& options, const std::string& name);

/// The method, every --set, -k as n_clusters, every --prep. Throws Error{usage} for everything that is wrong whatever
/// the data are: what is not name=value, contradictions, an unknown method, option, value or step.
RunRequest to_run_request(const MethodArguments& arguments);

}  // namespace mvlink::cli
