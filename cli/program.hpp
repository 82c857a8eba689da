#pragma once

#include <string>
#include <vector>

namespace mvlink::cli {

/// Parses the words of the command line (without the program's name), runs the command and returns its exit status.
/// Throws mvlink::Error.
int run_program(const std::vector<std::string>& words);

}  // namespace mvlink::cli
