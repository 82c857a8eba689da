#include "command.hpp"
#include "data_arguments.hpp"
#include "failure.hpp"
#include "first_iteration.hpp"
#include "help.hpp"
#include "interrupt.hpp"
#include "labels_text.hpp"
#include "large_files.hpp"
#include "memory_ceiling.hpp"
#include "method_arguments.hpp"
#include "output_file.hpp"
#include "output_folder.hpp"
#include "progress_bar.hpp"
#include "run_arguments.hpp"
#include "screen.hpp"
#include "summary.hpp"
#include "table_plan.hpp"
#include "text.hpp"

#include <mvlink/error.hpp>
#include <mvlink/io.hpp>
#include <mvlink/run.hpp>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace mvlink::cli {
namespace {

struct ClusterArguments {
    DataArguments data;
    MethodArguments method;
    RunArguments run;
    std::string warm_start;
    std::string folder;  ///< "-": labels to standard output, nothing else
    std::string join;    ///< the table with its labels; "-": to standard output
    std::string map;
    bool force = false;

    [[nodiscard]] bool writes_folder() const { return !folder.empty() && folder != "-"; }
    [[nodiscard]] bool output_is_taken() const { return run.json || folder == "-" || join == "-"; }
};

/// The request, checked for completeness and contradictions before any data is read.
struct ClusterPlan {
    ReadRequest files;
    RunRequest run;
    ReportOptions report;
};

ReportOptions report_options(const ClusterArguments& arguments) {
    if (arguments.map.empty()) return {};
    if (!arguments.writes_folder()) {
        throw Error(
            ErrorCode::usage,
            fmt::format("--map {}: it says what the plots of the report show, which needs -o DIR", arguments.map));
    }
    const auto& names = EnumNames<ReportMap>::values;
    return {static_cast<ReportMap>(std::find(names.begin(), names.end(), arguments.map) - names.begin())};
}

void check_outputs(const ClusterArguments& arguments, const ReadRequest& files) {
    require_one_on_screen(arguments.run.json, arguments.folder, arguments.join);
    if (!arguments.join.empty() && files.table.empty()) {
        throw Error(ErrorCode::usage, "--join: writes one table with its labels; give the csv as DATA");
    }
}

ClusterPlan make_plan(const ClusterArguments& arguments) {
    ClusterPlan plan{to_request(arguments.data), to_run_request(arguments.method), report_options(arguments)};
    if (plan.run.method != kAuto) check_report(plan.report, plan.run.method);
    const bool has_size = has_option(plan.run.options, "n_clusters") || !plan.run.sizes.empty();
    if (!has_size && arguments.warm_start.empty()) {
        throw Error(ErrorCode::usage, "cluster: how many clusters? Give -k, such as -k 3, or -k auto");
    }
    if (!plan.run.sizes.empty() && !arguments.warm_start.empty()) {
        throw Error(ErrorCode::usage, fmt::format("-k {}: the earlier result of --warm-start has its own number of "
                                                  "clusters; leave -k out",
                                                  arguments.method.clusters));
    }
    check_outputs(arguments, plan.files);
    return plan;
}

void report_outcome(const ClusterArguments& arguments, const Run& run) {
    if (arguments.run.json) {  // as it is in the folder, with the list of its files
        print_data(!arguments.writes_folder() ? result_json(run) : result_json(read_result(arguments.folder)));
        return;
    }
    if (arguments.folder == "-") print_data(label_lines(run.problem.data, run.result.partitions));
    if (arguments.join == "-") print_data(labelled_table(*run.problem.table, run.result.partitions));
    if (arguments.run.quiet) return;
    const auto tell = arguments.output_is_taken() ? print_aside : print_out;
    tell(describe_run(run));
    if (arguments.folder.empty() && arguments.join.empty()) {
        tell(fmt::format("\nNothing was written. To save labels, model and a report, add -o DIR.{}\n",
                         run.problem.table ? " To save the table with its clusters, add --join FILE." : ""));
        return;
    }
    if (!arguments.join.empty() && arguments.join != "-") {
        tell(fmt::format("\nWritten to {}: the table with the columns cluster and confidence.\n",
                         shell_quoted(arguments.join)));
    }
    if (!arguments.writes_folder()) return;
    const std::string folder = shell_quoted(arguments.folder);
    tell(fmt::format("\nWritten to {}: labels, result.json, model.npz and report.html (open it in a browser).\n",
                     folder));
}

/// What the bar says while a phase has not reported yet.
std::string_view phase_text(std::string_view phase) {
    if (phase == "choose") return "comparing candidates";
    if (phase == "prepare") return "preparing the data";
    return phase == "validate" ? "holding out judgements" : "first iteration";
}

int finish(const ClusterArguments& arguments, const Result& result, const Context& context) {
    if (result.stop_reason != StopReason::cancelled && context.cancel_requested()) {
        print_error("interrupted while judgements were held out; the result is complete");
        return kInterrupted;
    }
    if (result.stop_reason != StopReason::cancelled) return kDone;
    print_error(fmt::format(
        "interrupted after iteration {}{}", result.iterations,
        !arguments.writes_folder() ? "" : "; the result so far is in " + arguments.folder + ", marked as cancelled"));
    return kInterrupted;
}

/// What is said before the answer: the plan of the table, and which files are read from the disk.
class Preface {
public:
    Preface(const ClusterArguments& arguments, ProgressBar& bar)
        : plan_([&, this] {
              if (arguments.run.quiet || !table_) return;
              bar.erase();
              tell_table_plan(*table_, arguments.output_is_taken());
          }),
          // While a method is being chosen, the memory for it has not been asked for.
          large_files_(
              [&] {
                  if (arguments.run.quiet) return;
                  bar.erase();
                  tell_large_files();
              },
              "choose") {}

    void set_table(std::shared_ptr<const TableSource> table) { table_ = std::move(table); }
    void watch(Context::Settings& settings) {
        plan_.watch(settings);
        large_files_.watch(settings);
    }
    void say_now() {
        plan_.say_now();
        large_files_.say_now();
    }

private:
    std::shared_ptr<const TableSource> table_;
    OnFirstIteration plan_;
    OnFirstIteration large_files_;
};

/// What the method would refuse at once, before anything is tried.
void check_fit(const RunRequest& request, const Dataset& data) {
    if (request.method != kAuto) check_needs_of_views(request.method, data);
    for (const OptionText& option : request.options) {
        if (option.name != "n_clusters" || option.value.find(',') != std::string::npos) continue;
        const auto clusters = std::strtoll(option.value.c_str(), nullptr, 10);
        if (clusters <= data.view(0).rows()) continue;
        throw Error(ErrorCode::input,
                    fmt::format("n_clusters: {} clusters for the {} rows of view \"{}\"; expected at most one per row",
                                clusters, data.view(0).rows(), data.view(0).name()));
    }
}

int run_cluster(const ClusterArguments& arguments, const Invocation& invocation) {
    ClusterPlan plan = make_plan(arguments);
    const auto output = open_output(arguments.writes_folder() ? arguments.folder : "", arguments.force);
    const OutputFile joined(arguments.join, OwnFile::labelled_table, arguments.force);
    if (output) output->require_no_foreign_results();
    const RemoveOnInterrupt removes(output ? &output->made() : nullptr);
    ProgressBar bar(!arguments.run.quiet);
    const MemoryCeiling ceiling(arguments.run);
    Context::Settings settings = settings_of(arguments.run, bar);
    settings.abandons = mapped_file_was_shortened;
    Preface preface(arguments, bar);
    preface.watch(settings);
    Context context(std::move(settings));

    bar.step("reading the data");
    Problem problem = read_large_problem(plan.files, context);
    if (!arguments.join.empty()) require_room_for_labels(*problem.table);
    if (problem.table) check_fit(plan.run, problem.data);
    preface.set_table(problem.table);
    WarmStart warm;
    if (!arguments.warm_start.empty()) {
        const Choice choice = resolve_method(plan.run.method, problem.data);
        warm = read_warm_start(arguments.warm_start, problem.data, find_method(choice.method).starts);
        plan.run.start = warm.start;
    }
    plan.run.on_phase = [&bar](std::string_view phase) { bar.step(phase_text(phase)); };
    const CancelOnInterrupt guard(context, bar.shown(), CancelOnInterrupt::From::first_round);
    Run run = with_unchanged_files([&] {
        const Decision decision = decide(problem.data, plan.run, context);
        check_report(plan.report, decision.choice.method);
        return run_decided(std::move(problem), decision, context);
    });
    note_progress();
    preface.say_now();
    run.command = invocation.command_line;
    if (output) {
        bar.step("writing the results");
        write_run(*output, run, context, plan.report);
    }
    if (!joined.is_screen()) joined.write(labelled_table(*run.problem.table, run.result.partitions));
    bar.erase();
    report_outcome(arguments, run);
    return finish(arguments, run.result, context);
}

void add_output_arguments(CLI::App& app, ClusterArguments& arguments) {
    app.add_option("-o", arguments.folder, "Folder for the results; created if missing. -: print the labels instead.")
        ->option_text("DIR")
        ->group("Output");
    app.add_option("--join", arguments.join,
                   "Write the table given as DATA with two more columns, cluster and confidence. -: print it.")
        ->option_text("FILE")
        ->group("Output");
    add_force_argument(app, arguments.force);
    const auto& maps = EnumNames<ReportMap>::values;
    app.add_option(
           "--map", arguments.map,
           "What the plots of the report show: pca (principal components of the features), metric (the same "
           "under the learnt metric), embedding (the method's own) or spectral (the graph of nearest neighbours). "
           "Default: auto, the method's embedding "
           "or learnt metric if it has one, otherwise pca.")
        ->option_text("NAME")
        ->check(CLI::IsMember(std::vector<std::string>(maps.begin(), maps.end())))
        ->group("Output");
}

}  // namespace

void add_cluster(CLI::App& parent, Commands& commands) {
    auto arguments = std::make_shared<ClusterArguments>();
    CLI::App* app = add_command(
        parent,
        {.name = "cluster",
         .title = "Cluster a dataset, with or without constraints.",
         .description =
             "Clusters the rows of a dataset, guided by its must-link and cannot-link constraints. Prints a summary. "
             "With -o it also writes the labels, the model, all numbers (result.json) and a report to open in the "
             "browser (report.html). Ctrl-C stops after the current iteration and keeps the result so far.",
         .usage = "DATA -k K [options]",
         .examples = {"cluster records.csv -k 6 --constraints judgements.csv --join labelled.csv",
                      "cluster iris -k 3 -o out", "cluster --view x=points.csv --constraints pairs.csv -k 4 -o out",
                      "cluster iris -k 3 --method pck-means --set constraint_weight=5 --seed 7 --json",
                      "cluster news -k 5 --prep tfidf,l2,pca=50 -o out",
                      "cluster iris -k 3 --warm-start out -o out2"}});
    add_data_arguments(*app, arguments->data);
    add_constraints_argument(*app, arguments->data);
    add_partial_labels_argument(*app, arguments->data);
    add_group_rule_argument(*app, arguments->data);
    add_mapping_arguments(*app, arguments->data);
    add_method_arguments(*app, arguments->method);
    add_preparation_argument(*app, arguments->method);
    add_validate_argument(*app, arguments->method);
    app->add_option("--warm-start", arguments->warm_start,
                    "Start from an earlier result and keep its cluster numbers: the folder of a run, its model.npz, or "
                    "labels.")
        ->option_text("PATH")
        ->group("Method");
    add_seed_argument(*app, arguments->run);
    add_threads_argument(*app, arguments->run);
    add_memory_argument(*app, arguments->run);
    add_output_arguments(*app, *arguments);
    add_json_argument(*app, arguments->run, "Print result.json instead of the summary.");
    add_quiet_argument(*app, arguments->run);
    commands.push_back(
        {app, [arguments](const Invocation& invocation) { return run_cluster(*arguments, invocation); }});
}

}  // namespace mvlink::cli
