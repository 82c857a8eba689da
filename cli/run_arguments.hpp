#pragma once

#include "progress_bar.hpp"

#include <mvlink/context.hpp>

#include <CLI/CLI.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace mvlink::cli {

/// How a command runs and how much it says.
struct RunArguments {
    std::uint64_t seed = 0;
    int threads = 0;
    std::string memory = {};  ///< as given: "2G"; empty: what the machine, container or limit allows
    bool json = false;
    bool quiet = false;
};

void add_seed_argument(CLI::App& app, RunArguments& run);
void add_threads_argument(CLI::App& app, RunArguments& run);
void add_memory_argument(CLI::App& app, RunArguments& run);
void add_json_argument(CLI::App& app, RunArguments& run, const std::string& help);
void add_quiet_argument(CLI::App& app, RunArguments& run);

/// Refuses what is not a number or lies outside, nan included.
CLI::Validator number_between(double least, double most);
CLI::Validator number_from(double least);
/// Refuses signs, fractions, and what 64 bits cannot hold, which the parser would turn into the largest number.
CLI::Validator whole_number();

/// "2G", "512M", "1500000000": bytes, or nothing if the text is not a size. K, M, G and T are powers of 1024.
std::optional<std::size_t> parse_size(const std::string& text);

/// A context with the given seed, threads and memory that reports every iteration to `bar`.
Context::Settings settings_of(const RunArguments& run, ProgressBar& bar);

}  // namespace mvlink::cli
