#pragma once

#include <CLI/CLI.hpp>

#include <string>
#include <utility>
#include <vector>

namespace mvlink::cli {

/// What --help says about a command besides its options.
struct CommandText {
    std::string name;
    std::string title;                  ///< one line, for lists of commands
    std::string description;            ///< a paragraph
    std::string usage;                  ///< after the name: "DATA -k K [options]"
    std::vector<std::string> examples;  ///< without "mvlink"
};

/// Adds a command whose --help is a paragraph, the usage, options in groups and examples.
CLI::App* add_command(CLI::App& parent, const CommandText& text);

/// The text that a command was added with; null for the program itself.
const CommandText* text_of(const CLI::App& app);

/// Its options in groups, "Other" last: the order in which help shows them.
std::vector<std::pair<std::string, std::vector<const CLI::Option*>>> grouped_options(const CLI::App& app);

/// "-k K", "--set NAME=VALUE", "DATA".
std::string option_usage(const CLI::Option& option);

/// Gives the program itself that form of help.
void use_readable_help(CLI::App& program);

}  // namespace mvlink::cli
