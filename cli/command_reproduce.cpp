#include "command.hpp"
#include "data_folders.hpp"
#include "failure.hpp"
#include "help.hpp"
#include "interrupt.hpp"
#include "memory_ceiling.hpp"
#include "output_folder.hpp"
#include "progress_bar.hpp"
#include "run_arguments.hpp"
#include "screen.hpp"
#include "text.hpp"

#include <mvlink/error.hpp>
#include <mvlink/experiments.hpp>

#include <algorithm>
#include <cstdlib>
#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace mvlink::cli {
namespace {

struct ReproduceArguments {
    std::string paper;
    std::string experiment;
    bool quick = false;
    bool resume = false;
    bool list = false;
    std::string data;
    std::string folder;
    std::vector<std::string> datasets;
    std::string views;
    std::vector<std::string> methods;
    std::string sweep;
    int repetitions = 0;
    RunArguments run;
};

constexpr double kMostJobs = 4096;
constexpr double kMostRepetitions = 100000;

std::vector<double> parse_sweep(const std::string& text) {
    std::vector<double> values;
    if (text.empty()) return values;
    for (const std::string& word : split(text, ',')) {
        char* end = nullptr;
        values.push_back(std::strtod(word.c_str(), &end));
        if (word.empty() || *end != '\0') {
            throw Error(ErrorCode::usage,
                        fmt::format("--sweep: \"{}\" is not a number; expected numbers such as 0,50,100", word));
        }
    }
    return values;
}

ReproduceRequest to_request(const ReproduceArguments& arguments, const Invocation& invocation) {
    ReproduceRequest request;
    request.paper = arguments.paper;
    request.experiment = arguments.experiment;
    request.quick = arguments.quick;
    request.resume = arguments.resume;
    request.data_folders = data_folders(arguments.data);
    require_folder(arguments.folder);
    request.folder = arguments.folder.empty() ? "results/" + arguments.paper : arguments.folder;
    request.command = invocation.command_line;
    request.datasets.assign(arguments.datasets.begin(), arguments.datasets.end());
    if (!arguments.views.empty()) request.views = split(arguments.views, ',');
    request.methods = arguments.methods;
    request.sweep = parse_sweep(arguments.sweep);
    request.repetitions = arguments.repetitions;
    return request;
}

std::string list_text(const std::vector<PaperInfo>& papers) {
    const auto width = static_cast<std::size_t>(std::min(screen_width(), 120));
    std::string out;
    for (const PaperInfo& paper : papers) {
        Table table({{"experiment"}, {"runs", Table::Align::right}, {"what"}});
        for (const ExperimentInfo& experiment : paper.experiments) {
            std::string what = experiment.title;
            if (!experiment.missing_methods.empty()) {
                what += fmt::format(" (not yet: needs {})", join(experiment.missing_methods, ", "));
            }
            table.add({experiment.name, grouped(experiment.runs), what});
        }
        out += fmt::format("{}{}\n{}\n\n{}", out.empty() ? "" : "\n", paper.name, wrap(paper.citation, width),
                           table.text(0, width));
    }
    return out + "\nRun one: mvlink reproduce PAPER EXPERIMENT. Runs that several experiments share are run once.\n";
}

std::string list_json(const std::vector<PaperInfo>& papers) {
    auto json = nlohmann::ordered_json::array();
    for (const PaperInfo& paper : papers) {
        auto experiments = nlohmann::ordered_json::array();
        for (const ExperimentInfo& experiment : paper.experiments) {
            experiments.push_back({{"name", experiment.name},
                                   {"title", experiment.title},
                                   {"datasets", experiment.datasets},
                                   {"methods", experiment.methods},
                                   {"missing_methods", experiment.missing_methods},
                                   {"runs", experiment.runs}});
        }
        json.push_back({{"name", paper.name},
                        {"title", paper.title},
                        {"citation", paper.citation},
                        {"experiments", std::move(experiments)}});
    }
    return json.dump(1) + "\n";
}

int list(const ReproduceArguments& arguments) {
    std::vector<PaperInfo> papers = reproducible_papers();
    if (!arguments.paper.empty()) {
        std::erase_if(papers, [&](const PaperInfo& paper) { return paper.name != arguments.paper; });
        // The library reports an unknown paper, with the nearest name.
        if (papers.empty()) {
            Context context;
            reproduce({.paper = arguments.paper}, context);
        }
    }
    arguments.run.json ? print_data(list_json(papers)) : print_out(list_text(papers));
    return kDone;
}

void report_outcome(const ReproduceArguments& arguments, const ReproduceRequest& request,
                    const ReproduceOutcome& outcome) {
    if (arguments.run.json) {
        print_data(outcome.json);
        return;
    }
    if (arguments.run.quiet) return;
    if (!arguments.experiment.empty() || outcome.claims.empty()) print_out(outcome.tables);
    if (!outcome.claims.empty()) {
        const auto width = static_cast<std::size_t>(std::min(screen_width(), 140));
        Table table({{"experiment"}, {"verdict"}, {"claim"}});
        for (const ClaimOutcome& claim : outcome.claims) {
            table.add({claim.experiment, std::string(to_string(claim.verdict)),
                       (claim.own ? "(not in the paper) " : "") + claim.claim +
                           (claim.form.empty() ? "" : " (" + claim.form + ")") + " " + claim.detail + "."});
        }
        print_out(table.text(0, width));
    }
    print_out(fmt::format(
        "\n{}{}. Written to {}: index.html (open it in a browser), README.md, tables, plots, runs.csv.\n",
        counted(outcome.runs, "run"),
        outcome.reused > 0 ? fmt::format(", {} of them from an earlier process", grouped(outcome.reused)) : "",
        shell_quoted(request.folder.string())));
}

/// What happened to the runs.csv that was there.
void report_log(const ReproduceArguments& arguments, const ReproduceOutcome& outcome) {
    if (arguments.run.quiet || arguments.run.json) return;
    if (!outcome.set_aside.empty()) {
        print_out(fmt::format("The runs of an earlier call are kept in {} (--resume would have used them).\n",
                              shell_quoted(outcome.set_aside.string())));
    }
    if (outcome.damaged > 0) {
        print_out(fmt::format("{} of runs.csv {} damaged and {} run again.\n", counted(outcome.damaged, "line"),
                              outcome.damaged == 1 ? "was" : "were", outcome.damaged == 1 ? "is" : "are"));
    }
}

int run_reproduce(const ReproduceArguments& arguments, const Invocation& invocation) {
    if (arguments.list) return list(arguments);
    if (arguments.paper.empty()) {
        throw Error(ErrorCode::usage, "reproduce: which paper? mvlink reproduce --list shows them");
    }
    const ReproduceRequest request = to_request(arguments, invocation);
    ProgressBar bar(!arguments.run.quiet);
    const MemoryCeiling ceiling(arguments.run);
    Context::Settings settings = settings_of(arguments.run, bar);
    settings.on_progress = [&bar](const Progress& progress) { bar.runs(progress.round, progress.max_rounds); };
    Context context(settings);
    bar.step("reading the data");
    const CancelOnInterrupt guard(context, bar.shown());
    const ReproduceOutcome outcome = reproduce(request, context);
    bar.erase();
    report_log(arguments, outcome);
    if (outcome.cancelled) {
        print_error(fmt::format("interrupted after {} of {}; continue with --resume, finished runs are in {}",
                                grouped(outcome.done), counted(outcome.runs, "run"),
                                (request.folder / "runs.csv").string()));
        return kInterrupted;
    }
    report_outcome(arguments, request, outcome);
    return kDone;
}

void add_experiment_arguments(CLI::App& app, ReproduceArguments& arguments) {
    app.add_option("PAPER", arguments.paper, "A paper, such as bilenko2004.")->group("Arguments");
    app.add_option("EXPERIMENT", arguments.experiment, "One of its experiments; none: all.")->group("Arguments");
    app.add_flag("--list", arguments.list, "List the papers and their experiments.")->group("Arguments");
    app.add_option("--data", arguments.data,
                   "Folder that holds the dataset folders. Default: MVLINK_DATA, otherwise data or ../shared/data.")
        ->option_text("FOLDER")
        ->group("Arguments");
}

void add_own_arguments(CLI::App& app, ReproduceArguments& arguments) {
    app.add_option("--dataset", arguments.datasets, "A dataset folder instead of the paper's data; may be repeated.")
        ->option_text("FOLDER")
        ->allow_extra_args(false)
        ->group("The same protocol on your data");
    app.add_option("--views", arguments.views, "The views to use.")
        ->option_text("a,b")
        ->group("The same protocol on your data");
    app.add_option(
           "--method", arguments.methods,
           "\"label=method option=value ..\", or the label of a method of the experiment; replaces its methods; may "
           "be repeated.")
        ->option_text("TEXT")
        ->allow_extra_args(false)
        ->group("The same protocol on your data");
    app.add_option("--sweep", arguments.sweep, "Points of the sweep, such as 0,50,100.")
        ->option_text("LIST")
        ->group("The same protocol on your data");
    app.add_option("--repetitions", arguments.repetitions, "Repetitions instead of the declared number.")
        ->option_text("R")
        ->check(number_between(1, kMostRepetitions))
        ->group("The same protocol on your data");
}

}  // namespace

void add_reproduce(CLI::App& parent, Commands& commands) {
    auto arguments = std::make_shared<ReproduceArguments>();
    CLI::App* app = add_command(
        parent,
        {.name = "reproduce",
         .title = "Run the experiments of a paper again.",
         .description = "Runs the experiments of a paper again: tables with 95 % intervals, learning curves, the "
                        "paper's claims and a verdict on each. Every run is added to runs.csv as soon as it ends, so "
                        "that --resume continues where Ctrl-C or a power cut stopped it. The same protocol can be run "
                        "on your own data, with any method.",
         .usage = "PAPER [EXPERIMENT] [options]",
         .examples = {
             "reproduce --list", "reproduce bilenko2004 figure2 --quick",
             "reproduce bilenko2004 --jobs 2 --resume -o results/bilenko2004",
             "reproduce bilenko2004 --dataset iris --method \"own=pck-means constraint_weight=5\" --sweep 0,50"}});
    add_experiment_arguments(*app, *arguments);
    app->add_flag("--quick", arguments->quick, "Fewer repetitions and points: about a minute.")->group("Running");
    app->add_option("--jobs", arguments->run.threads,
                    "Number of parallel runs; the results do not depend on it. Default: 0, as many as the machine has "
                    "processors.")
        ->option_text("N")
        ->check(number_between(0, kMostJobs))
        ->group("Running");
    add_memory_argument(*app, arguments->run);
    app->add_flag("--resume", arguments->resume, "Keep the finished runs in the output folder.")->group("Running");
    add_seed_argument(*app, arguments->run);
    add_own_arguments(*app, *arguments);
    app->add_option("-o", arguments->folder, "Folder for the results; created if missing. Default: results/PAPER.")
        ->option_text("DIR")
        ->group("Output");
    add_json_argument(*app, arguments->run, "Print all numbers as JSON.");
    add_quiet_argument(*app, arguments->run);
    commands.push_back(
        {app, [arguments](const Invocation& invocation) { return run_reproduce(*arguments, invocation); }});
}

}  // namespace mvlink::cli
