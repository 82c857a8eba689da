#pragma once

#include <mvlink/options.hpp>

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace mvlink::cli {

/// Which method runs, and with which options.
struct MethodArguments {
    std::string method = "auto";
    std::string clusters;           ///< -k: "3", or "3,4"
    std::vector<std::string> sets;  ///< name=value

    [[nodiscard]] bool is_auto() const { return method == "auto"; }
};

void add_method_arguments(CLI::App& app, MethodArguments& arguments);

/// Every --set, and -k as n_clusters. Throws Error{usage} where they are not name=value or contradict each other.
std::vector<OptionText> option_texts(const MethodArguments& arguments);
bool has_option(const std::vector<OptionText>& options, const std::string& name);

/// Throws Error{usage} for everything that is wrong whatever the data are: an unknown method, option or value.
void check_method(const MethodArguments& arguments, const std::vector<OptionText>& options);

}  // namespace mvlink::cli
