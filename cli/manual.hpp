#pragma once

#include <CLI/CLI.hpp>

#include <string>

namespace mvlink::cli {

/// mvlink.1: every command with its options, from the same declarations as --help.
std::string manual_page(const CLI::App& program);

}  // namespace mvlink::cli
