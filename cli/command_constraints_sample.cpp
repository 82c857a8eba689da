#include "command.hpp"
#include "data_arguments.hpp"
#include "help.hpp"
#include "interrupt.hpp"
#include "output_folder.hpp"
#include "progress_bar.hpp"
#include "run_arguments.hpp"
#include "screen.hpp"
#include "text.hpp"

#include <mvlink/constraints.hpp>
#include <mvlink/error.hpp>
#include <mvlink/io.hpp>

#include <algorithm>
#include <memory>
#include <unordered_map>

#include <fmt/format.h>

namespace mvlink::cli {
namespace {

struct SampleArguments {
    DataArguments data;
    SampleOptions sample;
    std::string truth;
    std::string view;
    std::string file;
    RunArguments run;
};

int chosen_view(const Dataset& data, const std::string& name) {
    if (name.empty() && data.n_views() == 1) return 0;
    if (name.empty()) {
        throw Error(ErrorCode::usage,
                    fmt::format("the data have the views {}: choose one with --view NAME", view_names(data)));
    }
    if (const auto view = data.find_view(name)) return *view;
    throw Error(ErrorCode::usage,
                fmt::format("--view {}: there is no such view; there are {}", name, view_names(data)));
}

/// The classes of the rows of a view from those of the objects.
std::vector<std::int32_t> through_ids(const Problem& problem, const Truth& truth, const View& view) {
    std::unordered_map<std::string, std::int32_t> label_of;
    for (std::size_t object = 0; object < problem.object_ids.size(); ++object) {
        label_of.emplace(problem.object_ids[object], truth.labels[object]);
    }
    std::vector<std::int32_t> labels;
    for (const std::string& id : view.ids()) {
        const auto found = label_of.find(id);
        labels.push_back(found == label_of.end() ? -1 : found->second);
    }
    return labels;
}

/// The classes of the rows of `view` that this truth gives; empty if it says nothing of them.
std::vector<std::int32_t> labels_for(const Problem& problem, const Truth& truth, const View& view) {
    if (!truth.view.empty() && truth.view != view.name()) return {};
    const auto size = static_cast<Index>(truth.labels.size());
    if (truth.view.empty() && !problem.object_ids.empty() && truth.labels.size() == problem.object_ids.size() &&
        view.has_ids()) {
        return through_ids(problem, truth, view);
    }
    return size == view.rows() ? truth.labels : std::vector<std::int32_t>{};
}

std::string truth_names(const Problem& problem) {
    std::vector<std::string> names;
    for (const Truth& truth : problem.truths) {
        names.push_back(truth.name);
    }
    return names.empty() ? "none" : join(names, ", ");
}

std::vector<std::int32_t> chosen_labels(const Problem& problem, const std::string& name, const View& view) {
    // The view's own labels are surer than those of the objects.
    for (const bool own : {true, false}) {
        for (const Truth& truth : problem.truths) {
            if ((!name.empty() && truth.name != name) || truth.view.empty() == own) continue;
            std::vector<std::int32_t> labels = labels_for(problem, truth, view);
            if (!labels.empty()) return labels;
        }
    }
    throw Error(name.empty() ? ErrorCode::input : ErrorCode::usage,
                name.empty()
                    ? fmt::format("{}: no known classes (labels.txt or labels_{}.txt) of the rows of view \"{}\"",
                                  problem.source, view.name(), view.name())
                    : fmt::format("--truth {}: the data have no such classes of view \"{}\"; there are {}", name,
                                  view.name(), truth_names(problem)));
}

/// Here --view also names the view to draw from: what holds no "=" is a name.
void take_view_name(SampleArguments& arguments) {
    auto& files = arguments.data.files;
    const auto name = std::find_if(files.begin(), files.end(),
                                   [](const std::string& text) { return text.find('=') == std::string::npos; });
    if (name == files.end()) return;
    arguments.view = *name;
    files.erase(name);
}

int run_sample(SampleArguments arguments) {
    take_view_name(arguments);
    const ReadRequest request = to_request(arguments.data);
    if (!arguments.file.empty()) require_writable_file(arguments.file);
    ProgressBar bar(!arguments.run.quiet);
    Context context(settings_of(arguments.run, bar));
    bar.step("reading the data");
    const Problem problem = read_problem(request, context);
    const int view = chosen_view(problem.data, arguments.view);
    const std::vector<std::int32_t> labels = chosen_labels(problem, arguments.truth, problem.data.view(view));
    const std::vector<Constraint> drawn =
        sample_constraints(labels, view, arguments.sample, context.stream("constraints/sample"));
    const std::string csv = constraints_csv(problem.data, drawn);
    bar.erase();
    if (arguments.file.empty()) {
        print_out(csv);
        return kDone;
    }
    const CancelOnInterrupt finish_writing(context);
    write_text(arguments.file, csv);
    if (arguments.run.quiet) return kDone;
    const auto must = std::count_if(drawn.begin(), drawn.end(), [](const auto& c) { return c.link == Link::must; });
    print_out(fmt::format("Written to {}: {} and {}.\n", shell_quoted(arguments.file), counted(must, "must-link"),
                          counted(static_cast<long long>(drawn.size()) - must, "cannot-link")));
    return kDone;
}

}  // namespace

void add_constraints_sample(CLI::App& parent, Commands& commands) {
    auto arguments = std::make_shared<SampleArguments>();
    CLI::App* app = add_command(
        parent, {.name = "sample",
                 .title = "Draw constraints from known classes.",
                 .description = "Draws pairs of rows whose classes are known (labels.txt) and writes a must-link where "
                                "the classes are equal and a cannot-link where they differ: what a person would have "
                                "answered. Prints the columns of constraints.csv, or writes them with -o.",
                 .usage = "DATA --n N [options]",
                 .examples = {"constraints sample iris --n 50 -o pairs.csv",
                              "constraints sample 3sources --n 100 --view bbc --must-share 0.5 --seed 3",
                              "constraints sample iris --n 50 --wrong 0.1"}});
    add_data_arguments(*app, arguments->data);
    app->get_option("--view")
        ->option_text("NAME[=FILE]")
        ->description(
            "The view whose rows are drawn, where there are several; or a view from its file, instead of DATA.");
    app->add_option("--truth", arguments->truth, "Which classes: labels (labels.txt), or x for labels_x.txt.")
        ->option_text("NAME")
        ->group("Sampling");
    app->add_option("--n", arguments->sample.count, "Number of pairs.")
        ->required()
        ->option_text("N")
        ->group("Sampling");
    app->add_option("--must-share", arguments->sample.must_share,
                    "Share of must-links, 0 to 1. Default: as pairs fall.")
        ->option_text("S")
        ->check(number_between(0, 1))
        ->group("Sampling");
    app->add_option("--wrong", arguments->sample.wrong_share,
                    "Share of pairs whose type is flipped, 0 to 1. Default: 0.")
        ->option_text("W")
        ->check(number_between(0, 1))
        ->group("Sampling");
    add_seed_argument(*app, arguments->run);
    app->add_option("-o", arguments->file, "File to write instead of printing.")->option_text("FILE")->group("Output");
    add_quiet_argument(*app, arguments->run);
    commands.push_back({app, [arguments](const Invocation&) { return run_sample(*arguments); }});
}

}  // namespace mvlink::cli
