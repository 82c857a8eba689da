#include "command.hpp"
#include "data_arguments.hpp"
#include "failure.hpp"
#include "help.hpp"
#include "interrupt.hpp"
#include "method_arguments.hpp"
#include "output_folder.hpp"
#include "progress_bar.hpp"
#include "run_arguments.hpp"
#include "screen.hpp"
#include "summary.hpp"
#include "text.hpp"
#include "warm_start.hpp"

#include <mvlink/error.hpp>
#include <mvlink/io.hpp>
#include <mvlink/preparation.hpp>
#include <mvlink/registry.hpp>

#include <algorithm>
#include <chrono>
#include <memory>

#include <fmt/format.h>

namespace mvlink::cli {
namespace {

struct ClusterArguments {
    DataArguments data;
    MethodArguments method;
    RunArguments run;
    std::string warm_start;
    std::string folder;
};

/// The request, checked for completeness and contradictions before any data is read.
struct Plan {
    ReadRequest request;
    std::vector<OptionText> options;
    std::vector<PreparationRequest> preparation;
};

Plan make_plan(const ClusterArguments& arguments) {
    Plan plan;
    plan.request = to_request(arguments.data);
    plan.options = option_texts(arguments.method);
    check_method(arguments.method, plan.options);
    plan.preparation = preparation_requests(arguments.method);
    if (!has_option(plan.options, "n_clusters") && arguments.warm_start.empty()) {
        throw Error(ErrorCode::usage, "cluster: how many clusters? Give -k, such as -k 3");
    }
    if (!arguments.folder.empty()) require_writable_folder(arguments.folder);
    return plan;
}

Problem read_timed(const ReadRequest& request, Context& context, double& seconds) {
    const auto start = std::chrono::steady_clock::now();
    Problem problem = read_problem(request, context);
    seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return problem;
}

bool has_negative(const View& view) {
    return view.visit([]<class Rows>(const Rows& X) {
        if constexpr (Rows::kSparse) {
            return std::any_of(X.values.begin(), X.values.end(), [](auto value) { return value < 0; });
        } else {
            for (Index row = 0; row < X.rows; ++row) {
                for (Index col = 0; col < X.cols; ++col) {
                    if (X.at(row, col) < 0) return true;
                }
            }
            return false;
        }
    });
}

/// If `auto` chose a method for features >= 0, views with negative features and no --prep are scaled to 0..1.
void prepare_for_choice(const Dataset& data, Plan& plan, Choice& choice) {
    if (!find_method(choice.method).needs.nonnegative) return;
    const std::vector<PreparationRequest> asked = plan.preparation;
    for (const View& view : data.views()) {
        const bool said = std::any_of(asked.begin(), asked.end(), [&](const PreparationRequest& request) {
            return request.view.empty() || request.view == view.name();
        });
        if (said || !has_negative(view)) continue;
        plan.preparation.push_back({view.name(), {"minmax"}});
        choice.reason += fmt::format("; view {} has features below zero, hence minmax", view.name());
    }
}

void add_reading_time(double seconds, Result& result) {
    for (auto& [phase, sum] : result.seconds) {
        if (phase == "total") sum += seconds;
    }
    result.seconds.emplace_back("read", seconds);
}

void report_outcome(const ClusterArguments& arguments, const Run& run, const std::string& reason) {
    if (arguments.run.json) {
        print_out(result_json(run));
        return;
    }
    if (arguments.run.quiet) return;
    print_out(describe_run(run, reason));
    if (arguments.folder.empty()) {
        print_out("\nNothing was written. To save labels, model and a report, add -o DIR.\n");
        return;
    }
    const std::string folder = shell_quoted(arguments.folder);
    print_out(fmt::format("\nWritten to {}: labels, result.json, model.npz and report.html (open it in a browser).\n",
                          folder));
}

int finish(const ClusterArguments& arguments, const Result& result) {
    if (result.stop_reason != StopReason::cancelled) return kDone;
    print_error(fmt::format(
        "interrupted after iteration {}{}", result.iterations,
        arguments.folder.empty() ? "" : "; the result so far is in " + arguments.folder + ", marked as cancelled"));
    return kInterrupted;
}

int run_cluster(const ClusterArguments& arguments, const Invocation& invocation) {
    Plan plan = make_plan(arguments);
    ProgressBar bar(!arguments.run.quiet);
    Context context(settings_of(arguments.run, bar));

    bar.step("reading the data");
    double read_seconds = 0;
    const Problem problem = read_timed(plan.request, context, read_seconds);
    WarmStart warm;
    if (!arguments.warm_start.empty()) {
        warm = read_warm_start(arguments.warm_start, problem.data, arguments.method.method);
        if (!has_option(plan.options, "n_clusters")) {
            plan.options.push_back({"n_clusters", std::to_string(warm.n_clusters)});
        }
    }
    Choice choice{arguments.method.method, ""};
    if (arguments.method.is_auto()) {
        choice = choose_method(problem.data);
        check_choice(arguments.method, choice, plan.options);
        if (warm.start.model == nullptr) prepare_for_choice(problem.data, plan, choice);
    }

    bar.step("preparing the data");
    const Prepared prepared =
        prepare({plan.preparation, find_method(choice.method).preparation, warm.start.model}, problem.data, context);
    bar.step("first iteration");
    const CancelOnInterrupt guard(context, bar.shown(), CancelOnInterrupt::From::first_round);
    Result result = run_method(choice.method, prepared.data, plan.options, context, warm.start);
    note_progress();
    add_preparation(prepared, result);
    add_reading_time(read_seconds, result);
    const Run run{problem, result, invocation.command_line, "", &prepared.data};
    if (!arguments.folder.empty()) {
        bar.step("writing the results");
        write_run(arguments.folder, run, context);
    }
    bar.erase();
    report_outcome(arguments, run, choice.reason);
    return finish(arguments, result);
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
         .examples = {"cluster iris -k 3 -o out", "cluster --view x=points.csv --constraints pairs.csv -k 4 -o out",
                      "cluster iris -k 3 --method pck-means --set constraint_weight=5 --seed 7 --json",
                      "cluster news -k 5 --prep tfidf,l2,pca=50 -o out",
                      "cluster iris -k 3 --warm-start out -o out2"}});
    add_data_arguments(*app, arguments->data);
    add_constraints_argument(*app, arguments->data);
    add_mapping_arguments(*app, arguments->data);
    add_method_arguments(*app, arguments->method);
    add_preparation_argument(*app, arguments->method);
    app->add_option("--warm-start", arguments->warm_start,
                    "Start from an earlier result and keep its cluster numbers: the folder of a run, its model.npz, or "
                    "labels.")
        ->option_text("PATH")
        ->group("Method");
    add_seed_argument(*app, arguments->run);
    add_threads_argument(*app, arguments->run);
    app->add_option("-o", arguments->folder, "Folder for the results; created if missing.")
        ->option_text("DIR")
        ->group("Output");
    add_json_argument(*app, arguments->run, "Print result.json instead of the summary.");
    add_quiet_argument(*app, arguments->run);
    commands.push_back(
        {app, [arguments](const Invocation& invocation) { return run_cluster(*arguments, invocation); }});
}

}  // namespace mvlink::cli
