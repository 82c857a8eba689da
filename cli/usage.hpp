#pragma once

#include <CLI/CLI.hpp>

#include <string>

namespace mvlink::cli {

/// One line for a command line that could not be parsed, with the nearest name if a word is unknown.
std::string explain_parse_error(const CLI::App& program, const CLI::ParseError& error);

/// One line for a word that names no command of `app`.
std::string unknown_command(const CLI::App& app, const std::string& word);

/// Refuses options that were given an empty value, as a shell does with a variable that is not set.
void require_values(const CLI::App& program);

}  // namespace mvlink::cli
