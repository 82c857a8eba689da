#include "command.hpp"
#include "data_arguments.hpp"
#include "failure.hpp"
#include "help.hpp"
#include "interrupt.hpp"
#include "large_files.hpp"
#include "output_file.hpp"
#include "progress_bar.hpp"
#include "run_arguments.hpp"
#include "screen.hpp"
#include "text.hpp"

#include <mvlink/constraints.hpp>
#include <mvlink/error.hpp>
#include <mvlink/io.hpp>
#include <mvlink/sampling.hpp>

#include <algorithm>
#include <memory>
#include <unordered_map>

#include <fmt/format.h>

namespace mvlink::cli {
namespace {

struct SampleArguments {
    DataArguments data;
    ViewSampleOptions sample;
    std::string truth;
    std::string view;
    std::string pairs;    ///< within, between, mixed; empty: follows from the other options
    std::string between;  ///< a,b
    std::string file;
    bool force = false;
    RunArguments run;
};

int chosen_view(const Dataset& data, const std::string& name) {
    if (name.empty() && data.n_views() == 1) return 0;
    if (name.empty()) {
        throw Error(ErrorCode::usage,
                    fmt::format("the data has the views {}: choose one with --view NAME, or use --pairs between",
                                view_names(data)));
    }
    if (const auto view = data.find_view(name)) return *view;
    throw Error(ErrorCode::usage,
                fmt::format("--view {}: this view does not exist; the views are {}", name, view_names(data)));
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

/// The classes of the rows of `view` that this truth gives; empty if it has none of them.
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

struct ChosenLabels {
    std::vector<std::int32_t> labels;
    std::vector<std::string> truths;  ///< every truth that fits as well; the first is taken
};

ChosenLabels chosen_labels(const Problem& problem, const std::string& name, const View& view) {
    ChosenLabels chosen;
    // The view's own labels take precedence over those of the objects.
    for (const bool own : {true, false}) {
        for (const Truth& truth : problem.truths) {
            if ((!name.empty() && truth.name != name) || truth.view.empty() == own) continue;
            std::vector<std::int32_t> labels = labels_for(problem, truth, view);
            if (labels.empty()) continue;
            if (chosen.truths.empty()) chosen.labels = std::move(labels);
            chosen.truths.push_back(truth.name);
        }
        if (!chosen.truths.empty()) return chosen;
    }
    throw Error(name.empty() ? ErrorCode::input : ErrorCode::usage,
                name.empty()
                    ? fmt::format("{}: no known classes (labels.txt or labels_{}.txt) for the rows of view \"{}\"",
                                  problem.source, view.name(), view.name())
                    : fmt::format("--truth {}: the data has no such classes for view \"{}\"; there are {}", name,
                                  view.name(), truth_names(problem)));
}

int named_view(const Dataset& data, const std::string& name, const std::string& argument) {
    if (const auto view = data.find_view(name)) return *view;
    throw Error(ErrorCode::usage, fmt::format("--between {}: view \"{}\" does not exist; the views are {}", argument,
                                              name, view_names(data)));
}

/// Which pairs are drawn: of one view, of every view, between views, or all.
void choose_place(const Dataset& data, SampleArguments& arguments) {
    ViewSampleOptions& sample = arguments.sample;
    if (!arguments.between.empty()) {
        const std::vector<std::string> names = split(arguments.between, ',');
        if (names.size() != 2 || names[0] == names[1]) {
            throw Error(ErrorCode::usage, fmt::format("--between {}: expected two views, such as {}", arguments.between,
                                                      "--between text,image"));
        }
        sample.between = {
            {named_view(data, names[0], arguments.between), named_view(data, names[1], arguments.between)}};
    } else if (arguments.pairs == "between" && data.n_views() < 2) {
        throw Error(ErrorCode::usage, "--pairs between: the data has one view; expected at least two");
    }
    const bool between = !arguments.between.empty() || arguments.pairs == "between";
    sample.place = between ? PairPlace::between : arguments.pairs == "mixed" ? PairPlace::anywhere : PairPlace::within;
}

/// The classes of every view that takes part; empty for the others.
struct ViewLabels {
    std::vector<std::vector<std::int32_t>> labels;
    std::vector<std::string> truths;  ///< those of a view that fit; the first was taken
};

ViewLabels labels_of_views(const Problem& problem, const SampleArguments& arguments) {
    const Dataset& data = problem.data;
    const bool one = arguments.pairs.empty() && arguments.between.empty();
    const int only = one || !arguments.view.empty() ? chosen_view(data, arguments.view) : -1;
    ViewLabels all;
    all.labels.resize(data.n_views());
    for (int view = 0; view < data.n_views(); ++view) {
        const auto& between = arguments.sample.between;
        const bool named = between.empty() || between[0].first == view || between[0].second == view;
        if ((only >= 0 && view != only) || !named) continue;
        ChosenLabels chosen = chosen_labels(problem, arguments.truth, data.view(view));
        all.labels[view] = std::move(chosen.labels);
        if (chosen.truths.size() > all.truths.size()) all.truths = std::move(chosen.truths);
    }
    return all;
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

void require_amount(const ViewSampleOptions& sample) {
    if (sample.count >= 0 || sample.percent >= 0 || sample.per_row >= 0) return;
    throw Error(ErrorCode::usage, "constraints sample: how many pairs? Give --n N, --percent P or --per-row R");
}

/// On standard error: the pairs may go to standard output.
void tell_truth(const std::vector<std::string>& truths, const RunArguments& run) {
    if (run.quiet || truths.size() < 2) return;
    const std::vector<std::string> others(truths.begin() + 1, truths.end());
    print_error(fmt::format("drawn from the classes of \"{}\"; --truth chooses others ({})", truths.front(),
                            join(others, ", ")));
}

int run_sample(SampleArguments arguments) {
    take_view_name(arguments);
    require_amount(arguments.sample);
    const ReadRequest request = to_request(arguments.data);
    const OutputFile file(arguments.file, OwnFile::constraints, arguments.force);
    ProgressBar bar(!arguments.run.quiet);
    Context context(settings_of(arguments.run, bar));
    bar.step("reading the data");
    const Problem problem = read_large_problem(request, context);
    choose_place(problem.data, arguments);
    const auto [labels, truths] = labels_of_views(problem, arguments);
    const std::vector<Constraint> drawn =
        sample_constraints(labels, arguments.sample, context.stream("constraints/sample"));
    const std::string csv = constraints_csv(problem.data, drawn);
    bar.erase();
    tell_truth(truths, arguments.run);
    const CancelOnInterrupt finish_writing(context);
    file.write(csv);
    if (arguments.run.quiet || file.is_screen()) return kDone;
    const auto must = std::count_if(drawn.begin(), drawn.end(), [](const auto& c) { return c.link == Link::must; });
    print_out(fmt::format("Written to {}: {} and {}.\n", shell_quoted(arguments.file), counted(must, "must-link"),
                          counted(static_cast<long long>(drawn.size()) - must, "cannot-link")));
    return kDone;
}

constexpr auto kSamplingGroup = "Sampling";

void add_amount_arguments(CLI::App& app, ViewSampleOptions& sample) {
    CLI::Option* count = app.add_option("--n", sample.count, "Number of pairs.")
                             ->option_text("N")
                             ->check(whole_number())
                             ->group(kSamplingGroup);
    CLI::Option* percent =
        app.add_option("--percent", sample.percent,
                       "Percent of the pairs of each view, or of each pair of views (n_a x n_b), 0 to 100.")
            ->option_text("P")
            ->check(number_between(0, 100))
            ->excludes(count)
            ->group(kSamplingGroup);
    app.add_option("--per-row", sample.per_row, "Number of pairs as a multiple of the number of rows.")
        ->option_text("R")
        ->check(number_from(0))
        ->excludes(count)
        ->excludes(percent)
        ->group(kSamplingGroup);
}

void add_kind_arguments(CLI::App& app, ViewSampleOptions& sample) {
    app.add_option("--must-share", sample.must_share,
                   "Share of must-links, 0 to 1. Default: as it occurs in random pairs.")
        ->option_text("S")
        ->check(number_between(0, 1))
        ->group(kSamplingGroup);
    app.add_option("--wrong", sample.wrong_share, "Share of pairs whose type is flipped, 0 to 1. Default: 0.")
        ->option_text("W")
        ->check(number_between(0, 1))
        ->group(kSamplingGroup);
    app.add_option("--wrong-must", sample.wrong_must_share,
                   "Share of must-links to flip, together with as many cannot-links, 0 to 1. Default: 0.")
        ->option_text("W")
        ->check(number_between(0, 1))
        ->group(kSamplingGroup);
}

void add_place_arguments(CLI::App& app, SampleArguments& arguments) {
    CLI::Option* view = app.get_option("--view")->option_text("NAME[=FILE]");
    view->description("The view whose rows are drawn, if there are several; or a view from its file, instead of DATA.");
    CLI::Option* pairs =
        app.add_option("--pairs", arguments.pairs,
                       "Which rows are paired: within (rows of one view), between (rows of two views), "
                       "mixed (any two rows). Default: within the only view.")
            ->option_text("WHERE")
            ->check(CLI::IsMember({"within", "between", "mixed"}))
            ->group(kSamplingGroup);
    app.add_option("--between", arguments.between, "Only pairs between these two views.")
        ->option_text("A,B")
        ->excludes(pairs)
        ->group(kSamplingGroup);
}

}  // namespace

void add_constraints_sample(CLI::App& parent, Commands& commands) {
    auto arguments = std::make_shared<SampleArguments>();
    CLI::App* app = add_command(
        parent,
        {.name = "sample",
         .title = "Sample constraints from known classes.",
         .description = "Draws pairs of rows whose classes are known (labels.txt) and writes a must-link if the "
                        "classes are equal and a cannot-link if they differ, as a user would. The two rows "
                        "are from one view, or from two (--pairs). Prints the columns of constraints.csv, or "
                        "writes them with -o.",
         .usage = "DATA --n N|--percent P|--per-row R [options]",
         .examples = {"constraints sample iris --n 50 -o pairs.csv",
                      "constraints sample 3sources --n 100 --view bbc --must-share 0.5 --seed 3",
                      "constraints sample 3sources --percent 1 --pairs between -o pairs.csv",
                      "constraints sample iris --n 50 --wrong 0.1"}});
    add_data_arguments(*app, arguments->data);
    add_place_arguments(*app, *arguments);
    app->add_option("--truth", arguments->truth, "Which classes: labels (labels.txt), or x for labels_x.txt.")
        ->option_text("NAME")
        ->group(kSamplingGroup);
    add_amount_arguments(*app, arguments->sample);
    add_kind_arguments(*app, arguments->sample);
    add_seed_argument(*app, arguments->run);
    app->add_option("-o", arguments->file, "File to write instead of printing.")->option_text("FILE")->group("Output");
    add_force_argument(*app, arguments->force);
    add_quiet_argument(*app, arguments->run);
    commands.push_back({app, [arguments](const Invocation&) { return run_sample(*arguments); }});
}

}  // namespace mvlink::cli
