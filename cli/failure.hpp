#pragma once

#include <functional>
#include <string_view>

/// How errors are shown: one line on standard error, and the exit status.
namespace mvlink::cli {

/// Writes "mvlink: <message>" as one line, whatever the message holds.
void print_error(std::string_view message) noexcept;

/// Runs the program and turns whatever it throws into its line and status.
int status_of(const std::function<int()>& program) noexcept;

/// Broken pipes become write errors, and an uncaught exception ends as an internal error instead of a crash.
void prepare_for_failures();

}  // namespace mvlink::cli
