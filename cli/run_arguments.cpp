#include "run_arguments.hpp"

#include "interrupt.hpp"

#include <cctype>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <string_view>
#include <system_error>

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

std::optional<std::size_t> parse_size(const std::string& text) {
    constexpr std::string_view kUnits = "KMGT";
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
    if (error != std::errc() || !(value > 0)) return std::nullopt;
    if (unit.size() > 1 && (unit.ends_with('B') || unit.ends_with('b'))) unit.remove_suffix(1);
    if (unit.size() > 1 && unit.ends_with('i')) unit.remove_suffix(1);
    if (!unit.empty()) {
        const std::size_t power =
            kUnits.find(static_cast<char>(std::toupper(static_cast<unsigned char>(unit.front()))));
        if (unit.size() != 1 || power == std::string_view::npos) return std::nullopt;
        value *= std::pow(1024.0, static_cast<double>(power + 1));
    }
    if (!(value >= 1 && value < 0x1p63)) return std::nullopt;
    return static_cast<std::size_t>(value);
}

void add_memory_argument(CLI::App& app, RunArguments& run) {
    const auto check = [](const std::string& text) {
        return parse_size(text) ? std::string() : fmt::format("\"{}\" is not a size such as 2G or 512M", text);
    };
    app.add_option("--memory", run.memory,
                   "Memory that data and method may use, such as 2G. What would need more is refused before it is "
                   "allocated. Default: what the machine, its container or ulimit allows.")
        ->option_text("SIZE")
        ->check(CLI::Validator(check, ""))
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
    settings.memory_limit = run.memory.empty() ? 0 : parse_size(run.memory).value_or(0);
    settings.on_progress = [&bar](const Progress& progress) {
        if (!progress.phase.starts_with("init")) note_progress();  // a start of the method is nothing to keep
        bar.round(progress);
    };
    return settings;
}

}  // namespace mvlink::cli
