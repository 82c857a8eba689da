#include "run_arguments.hpp"

#include <cstdlib>

#include <fmt/format.h>

namespace mvlink::cli {
namespace {

constexpr double kMostThreads = 4096;

/// The parser would turn -1 into a very large seed.
std::string refuse_sign(const std::string& text) {
    return text.find('-') == std::string::npos ? "" : fmt::format("\"{}\" is negative, and a seed is not", text);
}

}  // namespace

CLI::Validator number_between(double least, double most) {
    const auto check = [least, most](const std::string& text) {
        char* end = nullptr;
        const double value = std::strtod(text.c_str(), &end);
        if (!text.empty() && *end == '\0' && value >= least && value <= most) return std::string();
        return fmt::format("\"{}\" is not a number from {:g} to {:g}", text, least, most);
    };
    return CLI::Validator(check, "");
}

void add_seed_argument(CLI::App& app, RunArguments& run) {
    app.add_option("--seed", run.seed, "Random seed. The same seed gives the same answer. Default: 0.")
        ->option_text("S")
        ->check(refuse_sign)
        ->group("Running");
}

void add_threads_argument(CLI::App& app, RunArguments& run) {
    app.add_option("--threads", run.threads,
                   "Threads to use; the answer does not depend on them. Default: 0, all the machine has.")
        ->option_text("T")
        ->check(number_between(0, kMostThreads))
        ->group("Running");
}

void add_json_argument(CLI::App& app, RunArguments& run, const std::string& help) {
    app.add_flag("--json", run.json, help)->group("Output");
}

void add_quiet_argument(CLI::App& app, RunArguments& run) {
    app.add_flag("--quiet", run.quiet, "Say nothing but errors and what was asked for.")->group("Output");
}

Context::Settings settings_of(const RunArguments& run, ProgressBar& bar) {
    Context::Settings settings;
    settings.seed = run.seed;
    settings.threads = run.threads;
    settings.on_progress = [&bar](const Progress& progress) { bar.round(progress); };
    return settings;
}

}  // namespace mvlink::cli
