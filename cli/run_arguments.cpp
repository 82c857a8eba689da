#include "run_arguments.hpp"

#include <CLI/Validators.hpp>

namespace mvlink::cli {
namespace {

constexpr int kMostThreads = 4096;

}  // namespace

void add_seed_argument(CLI::App& app, RunArguments& run) {
    app.add_option("--seed", run.seed, "Random seed. The same seed gives the same answer. Default: 0.")
        ->option_text("S")
        ->group("Running");
}

void add_threads_argument(CLI::App& app, RunArguments& run) {
    app.add_option("--threads", run.threads,
                   "Threads to use; the answer does not depend on them. Default: 0, all the machine has.")
        ->option_text("T")
        ->check(CLI::Range(0, kMostThreads))
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
