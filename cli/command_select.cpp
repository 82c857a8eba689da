#include "command.hpp"
#include "data_arguments.hpp"
#include "failure.hpp"
#include "first_iteration.hpp"
#include "help.hpp"
#include "interrupt.hpp"
#include "large_files.hpp"
#include "method_arguments.hpp"
#include "progress_bar.hpp"
#include "run_arguments.hpp"
#include "screen.hpp"
#include "summary.hpp"
#include "text.hpp"

#include <mvlink/error.hpp>
#include <mvlink/io.hpp>
#include <mvlink/select.hpp>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace mvlink::cli {
namespace {

constexpr std::size_t kMostShown = 20;

struct SelectArguments {
    DataArguments data;
    MethodArguments method;
    RunArguments run;
    std::string budget = "30s";
    bool keep_views = false;
};

/// "30s", "2m", "90", "off" in seconds; 0: no limit.
double parse_budget(const std::string& text) {
    if (text == "off") return 0;
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    const std::string unit = end;
    const double scale = unit.empty() || unit == "s" ? 1 : unit == "m" ? 60 : unit == "h" ? 3600 : 0;
    if (end == text.c_str() || scale == 0 || !(value > 0) || !(value * scale < 1e9)) {
        throw Error(ErrorCode::usage, fmt::format("--budget {}: expected a time such as 30s or 2m, or off", text));
    }
    return value * scale;
}

/// The words of the call that say which data are read, and which seed is used.
std::vector<std::string> words_about_data(const std::vector<std::string>& words, bool with_views) {
    const std::vector<std::string> with_value{"-k",       "--method",   "--set",     "--prep",
                                              "--budget", "--validate", "--threads", with_views ? "" : "--views"};
    const std::vector<std::string> flags{"--all-views", "--json", "--quiet"};
    const auto is_in = [](const std::vector<std::string>& list, const std::string& word) {
        return std::find(list.begin(), list.end(), word) != list.end();
    };
    std::vector<std::string> kept;
    const std::size_t command = std::find(words.begin(), words.end(), "select") - words.begin();
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i];
        if (i == command) continue;
        if (is_in(flags, word) || is_in(with_value, word.substr(0, word.find('=')))) {
            if (is_in(with_value, word)) ++i;  // its value is the next word
        } else if (!(word.starts_with("-k") && word.size() > 2)) {
            kept.push_back(shell_quoted(word));
        }
    }
    return kept;
}

/// The command that runs what was recommended.
std::string command_of(const Invocation& invocation, const Decision& decision) {
    std::string text = "mvlink cluster " + join(words_about_data(invocation.words, decision.views.empty()), " ");
    for (const auto& [name, value] : decision.request.options) {
        if (name == "n_clusters") text += " -k " + value;
    }
    text += " --method " + decision.request.method;
    if (!decision.views.empty()) text += " --views " + shell_quoted(join(decision.views, ","));
    for (const PreparationRequest& request : decision.request.preparation)
        text += " --prep " + shell_quoted(preparation_text(request));
    for (const auto& [name, value] : decision.request.options) {
        if (name != "n_clusters") text += " --set " + shell_quoted(name + "=" + value);
    }
    return text;
}

std::string outcome_text(const TriedCandidate& tried) {
    if (tried.state == CandidateState::failed) return "failed: " + tried.note;
    if (tried.state == CandidateState::not_reached) return "not reached";
    if (tried.state == CandidateState::dropped) return "dropped after the first folds";
    return tried.chosen ? "recommended" : "";
}

std::string table_of(const std::vector<TriedCandidate>& candidates) {
    std::vector<std::size_t> order(candidates.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto rank = [&](std::size_t i) {
        const bool finished = candidates[i].state == CandidateState::finished;
        return finished ? 1 + candidates[i].agreement.kept
                        : (candidates[i].state == CandidateState::dropped ? candidates[i].agreement.kept : -1);
    };
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return rank(a) > rank(b); });
    using Align = Table::Align;
    Table table({{"candidate"}, {"held out", Align::right}, {"interval", Align::right}, {"time", Align::right}, {""}});
    const std::size_t shown = std::min(order.size(), kMostShown);
    for (const std::size_t i : std::span(order).first(shown)) {
        const TriedCandidate& tried = candidates[i];
        const Agreement& agreement = tried.agreement;
        const bool asked = agreement.must + agreement.cannot > 0;
        table.add({describe(tried.candidate) + (tried.guided ? "" : " (no guidance)"),
                   asked ? fmt::format("{:.1f} %", 100 * agreement.kept) : "",
                   asked ? fmt::format("{:.0f} to {:.0f}", 100 * agreement.low, 100 * agreement.high) : "",
                   fmt::format("{:.2f} s", tried.seconds), outcome_text(tried)});
    }
    const std::string more =
        order.size() > shown ? fmt::format("and {} more (--json lists all)\n", order.size() - shown) : "";
    return table.text(0, static_cast<std::size_t>(std::min(screen_width(), 140))) + more;
}

int run_select(const SelectArguments& arguments, const Invocation& invocation) {
    SelectRequest request{.run = to_run_request(arguments.method), .seconds = parse_budget(arguments.budget)};
    request.leave_out_views = !arguments.keep_views;
    const ReadRequest files = to_request(arguments.data);
    ProgressBar bar(!arguments.run.quiet);
    Context::Settings settings = settings_of(arguments.run, bar);
    settings.abandons = mapped_file_was_shortened;
    OnFirstIteration note([&] {
        if (arguments.run.quiet) return;
        bar.erase();
        tell_large_files();
    });
    note.watch(settings);
    Context context(std::move(settings));
    bar.step("reading the data");
    const Problem problem = read_large_problem(files, context);
    request.run.on_phase = [&bar](std::string_view) { bar.step("comparing candidates"); };
    const CancelOnInterrupt guard(context, bar.shown(), CancelOnInterrupt::From::first_round);
    const Selection found = with_unchanged_files([&] { return select_candidate(problem.data, request, context); });
    note.say_now();
    bar.erase();
    const std::string command = command_of(invocation, found.decision);
    if (arguments.run.json) {
        print_out(selection_json(found, command));
    } else if (!arguments.run.quiet) {
        print_out(describe_data(problem) + "\n" + table_of(found.decision.candidates) + "\n");
        print_out(labelled("Recommended", found.sentence) + labelled("To run it", command));
        print_out(labelled("", fmt::format("{:.1f} s; the same candidates give the same recommendation, however long "
                                           "they take",
                                           found.seconds)));
    }
    if (!found.interrupted) return kDone;
    print_error("interrupted: the candidates that had finished were compared");
    return kInterrupted;
}

}  // namespace

void add_select(CLI::App& parent, Commands& commands) {
    auto arguments = std::make_shared<SelectArguments>();
    CLI::App* app = add_command(
        parent,
        {.name = "select",
         .title = "Compare preparations, methods, options and numbers of clusters by held-out judgements.",
         .description =
             "Tries what suits the data and counts, for each candidate, the judgements that it keeps although it did "
             "not see them: the mean of the shares of must-links and cannot-links. Recommends the simplest candidate "
             "that one standard error does not separate from the best. What is given (--method, --prep, --set, "
             "--views) "
             "is kept; the rest is searched.",
         .usage = "DATA [-k 2..12] [--budget 30s] [options]",
         .examples = {"select iris -k 3", "select news -k 2..12 --budget 2m",
                      "select iris -k 3 --method mpck-means --json"}});
    add_data_arguments(*app, arguments->data);
    add_constraints_argument(*app, arguments->data);
    add_mapping_arguments(*app, arguments->data);
    add_method_arguments(*app, arguments->method);
    add_preparation_argument(*app, arguments->method);
    add_validate_argument(*app, arguments->method);
    app->add_option("--budget", arguments->budget,
                    "Time after which no further candidate begins: 30s, 2m, or off. Default: 30s.")
        ->option_text("TIME")
        ->group("Running");
    app->add_flag("--all-views", arguments->keep_views, "Leave no view out.")->group("Method");
    add_seed_argument(*app, arguments->run);
    add_threads_argument(*app, arguments->run);
    add_json_argument(*app, arguments->run, "Print the table and the recommendation as JSON.");
    add_quiet_argument(*app, arguments->run);
    commands.push_back({app, [arguments](const Invocation& invocation) { return run_select(*arguments, invocation); }});
}

}  // namespace mvlink::cli
