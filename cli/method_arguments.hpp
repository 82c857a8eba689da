#pragma once

#include <mvlink/options.hpp>
#include <mvlink/preparation.hpp>
#include <mvlink/registry.hpp>

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace mvlink::cli {

/// Which method runs, and with which options.
struct MethodArguments {
    std::string method = "auto";
    std::string clusters;                   ///< -k: "3", or "3,4"
    std::vector<std::string> sets;          ///< name=value
    std::vector<std::string> preparations;  ///< [view:]step[,step..]

    [[nodiscard]] bool is_auto() const { return method == "auto"; }
};

void add_method_arguments(CLI::App& app, MethodArguments& arguments);
/// --prep.
void add_preparation_argument(CLI::App& app, MethodArguments& arguments);

/// Every --set, and -k as n_clusters. Throws Error{usage} if they are not name=value or contradict each other.
std::vector<OptionText> option_texts(const MethodArguments& arguments);
bool has_option(const std::vector<OptionText>& options, const std::string& name);

/// Every --prep. Throws Error{usage} for what is wrong for any data.
std::vector<PreparationRequest> preparation_requests(const MethodArguments& arguments);

/// Throws Error{usage} for everything that is wrong for any data: an unknown method, option or value.
void check_method(const MethodArguments& arguments, const std::vector<OptionText>& options);
/// The same for the method that auto chose; says that it did, and why.
void check_choice(const MethodArguments& arguments, const Choice& choice, const std::vector<OptionText>& options);

}  // namespace mvlink::cli
