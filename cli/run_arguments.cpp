#include "run_arguments.hpp"

#include "interrupt.hpp"

#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <limits>

#include <fmt/format.h>

namespace mvlink::cli {
namespace {

constexpr double kMostThreads = 4096;

/// The parser would turn -1 into a very large seed, and what is too large into the largest.
std::string refuse_other_seed(const std::string& text) {
    if (text.find('-') != std::string::npos) return fmt::format("\"{}\" is negative; expected a seed >= 0", text);
    errno = 0;
    std::strtoull(text.c_str(), nullptr, 0);
    return errno == ERANGE ? fmt::format("{} does not fit into the 64 bits of a seed", text) : "";
}

bool lies_between(const std::string& text, double least, double most) {
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    return !text.empty() && *end == '\0' && value >= least && value <= most;
}

}  // namespace

CLI::Validator number_between(double least, double most) {
    const auto check = [least, most](const std::string& text) {
        if (lies_between(text, least, most)) return std::string();
        return fmt::format("\"{}\" is not a number from {:g} to {:g}", text, least, most);
    };
    return CLI::Validator(check, "");
}

CLI::Validator number_from(double least) {
    const auto check = [least](const std::string& text) {
        if (lies_between(text, least, std::numeric_limits<double>::max())) return std::string();
        return fmt::format("\"{}\" is not a number >= {:g}", text, least);
    };
    return CLI::Validator(check, "");
}

CLI::Validator whole_number() {
    const auto check = [](const std::string& text) {
        std::int64_t value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (end != text.data() + text.size() || text.empty() || text.front() == '-') {
            return fmt::format("\"{}\" is not a whole number >= 0", text);
        }
        return error == std::errc() ? std::string() : fmt::format("{} is too large", text);
    };
    return CLI::Validator(check, "");
}

void add_seed_argument(CLI::App& app, RunArguments& run) {
    app.add_option("--seed", run.seed, "Random seed. The same seed gives the same result. Default: 0.")
        ->option_text("S")
        ->check(refuse_other_seed)
        ->group("Running");
}

void add_threads_argument(CLI::App& app, RunArguments& run) {
    app.add_option(
           "--threads", run.threads,
           "Number of threads; the result does not depend on it. Default: 0, as many as the machine has processors.")
        ->option_text("T")
        ->check(number_between(0, kMostThreads))
        ->group("Running");
}

void add_json_argument(CLI::App& app, RunArguments& run, const std::string& help) {
    app.add_flag("--json", run.json, help)->group("Output");
}

void add_quiet_argument(CLI::App& app, RunArguments& run) {
    app.add_flag("--quiet", run.quiet, "Print only errors and the requested output.")->group("Output");
}

Context::Settings settings_of(const RunArguments& run, ProgressBar& bar) {
    Context::Settings settings;
    settings.seed = run.seed;
    settings.threads = run.threads;
    settings.on_progress = [&bar](const Progress& progress) {
        note_progress();
        bar.round(progress);
    };
    return settings;
}

}  // namespace mvlink::cli
