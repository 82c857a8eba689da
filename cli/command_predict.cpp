#include "command.hpp"
#include "data_arguments.hpp"
#include "failure.hpp"
#include "help.hpp"
#include "interrupt.hpp"
#include "labels_text.hpp"
#include "large_files.hpp"
#include "memory_ceiling.hpp"
#include "output_file.hpp"
#include "output_folder.hpp"
#include "progress_bar.hpp"
#include "run_arguments.hpp"
#include "screen.hpp"
#include "spelling.hpp"
#include "summary.hpp"
#include "text.hpp"

#include <mvlink/error.hpp>
#include <mvlink/io.hpp>
#include <mvlink/registry.hpp>

#include <algorithm>
#include <iterator>
#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace mvlink::cli {
namespace {

using Json = nlohmann::ordered_json;

struct PredictArguments {
    std::string model;
    DataArguments data;
    RunArguments run;
    std::string folder;
    bool force = false;
    std::string join;

    [[nodiscard]] bool writes_folder() const { return !folder.empty() && folder != "-"; }
};

Json sizes_json(const Partition& partition) {
    std::vector<Index> sizes(std::max(partition.n_clusters, 0), 0);
    for (const std::int32_t label : partition.labels) {
        ++sizes.at(static_cast<std::size_t>(label));
    }
    return sizes;
}

std::string prediction_json(const Model& model, const Problem& problem, const std::vector<Partition>& partitions) {
    Json json{{"schema", 1}, {"method", model.method}, {"views", Json::array()}, {"measures", Json::object()}};
    for (const Partition& partition : partitions) {
        json["views"].push_back({{"name", partition.name},
                                 {"rows", partition.labels.size()},
                                 {"n_clusters", partition.n_clusters},
                                 {"sizes", sizes_json(partition)},
                                 {"labels", partition.labels},
                                 {"confidence", partition.confidence}});
    }
    for (const Score& score : score(problem, partitions)) {
        Json& of_partition = json["measures"].emplace(score.partition, Json::object()).first.value();
        Json& of_truth = of_partition.emplace(score.truth, Json::object()).first.value();
        for (const auto& [name, value] : named(score.measures))
            of_truth[name] = value;
    }
    return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

bool is_clustering(const Partition& partition) {
    return partition.scope == Scope::clustering;
}

std::string prediction_text(const PredictArguments& arguments, const Model& model, const Problem& problem,
                            const std::vector<Partition>& partitions) {
    std::string out = describe_data(problem) +
                      labelled("Model", fmt::format("{} ({})", arguments.model, model.method)) +
                      describe_scores(score(problem, partitions)) + describe_warnings(problem, {});
    for (const Partition& partition : partitions) {
        out += fmt::format("\n{} of {}{}:\n", counted(partition.n_clusters, "cluster"),
                           is_clustering(partition) ? "" : "view ", partition.name);
        out += describe_clusters(partition);
    }
    if (!arguments.join.empty()) {
        out += fmt::format("\nWritten to {}: the table with the columns cluster and confidence.\n",
                           shell_quoted(arguments.join));
    }
    if (!arguments.writes_folder()) return out;
    return out + fmt::format("\nWritten to {}: labels.\n", shell_quoted(arguments.folder));
}

/// Where labels or JSON are printed, on standard error.
void note_warnings(const Problem& problem) {
    for (const Warning& warning : problem.warnings)
        print_error(text_of(warning));
}

void report_outcome(const PredictArguments& arguments, const Model& model, const Problem& problem,
                    const std::vector<Partition>& partitions) {
    const bool prints_data =
        arguments.run.json || arguments.join == "-" || (!arguments.writes_folder() && arguments.join.empty());
    if (prints_data && !arguments.run.quiet) note_warnings(problem);
    if (arguments.run.json) {
        print_data(prediction_json(model, problem, partitions));
    } else if (arguments.join == "-") {
        print_data(labelled_table(*problem.table, partitions));
    } else if (prints_data) {
        print_data(label_lines(problem.data, partitions));
    } else if (!arguments.run.quiet) {
        print_out(prediction_text(arguments, model, problem, partitions));
    }
}

/// A table is read by the recipe of the model; one whose views were given as numbers takes a file as its view.
void read_as_the_model_did(const Model& model, ReadRequest& request) {
    if (request.table.empty()) return;
    request.table_recipe = model.recipe;
    if (!model.recipe.empty()) return;
    if (model.views.size() != 1) {
        throw Error(ErrorCode::usage,
                    fmt::format("{}: the model has {} views that were given as files; expected a dataset "
                                "folder, or --view name=file for each of them",
                                request.table.string(), model.views.size()));
    }
    for (const auto& [option, column] : {std::pair{"--truth-column", &request.table_options.truth},
                                         {"--partial-labels", &request.table_options.partial_labels},
                                         {"--at-most-one", &request.table_options.at_most_one}}) {
        if (column->empty()) continue;
        throw Error(ErrorCode::usage,
                    fmt::format("{} {}: the model was fitted on numbers (view \"{}\"), not on a table "
                                "with such a column; expected a file",
                                option, *column, model.views.front()));
    }
    request.views.push_back({model.views.front(), request.table});
    request.table.clear();
}

/// The model of a matrix reads a csv as numbers; there is no table then to which labels could be added.
void require_table_to_join(const ReadRequest& request) {
    if (!request.table.empty()) return;
    throw Error(ErrorCode::usage, fmt::format("--join: the model was fitted on numbers (view \"{}\"), not on a table; "
                                              "leave --join out, or fit a model on one csv given as DATA",
                                              request.views.front().first));
}

int run_predict(const PredictArguments& arguments) {
    require_one_on_screen(arguments.run.json, arguments.folder, arguments.join);
    require_no_features(arguments.data);
    ReadRequest request = to_request(arguments.data);
    if (!arguments.join.empty() && request.table.empty()) {
        throw Error(ErrorCode::usage, "--join: writes one table with its labels; give the csv as DATA");
    }
    const auto output = open_output(arguments.writes_folder() ? arguments.folder : "", arguments.force);
    const OutputFile joined(arguments.join, OwnFile::labelled_table, arguments.force);
    const RemoveOnInterrupt removes(output ? &output->made() : nullptr);
    ProgressBar bar(!arguments.run.quiet);
    const MemoryCeiling ceiling(arguments.run);
    Context::Settings settings = settings_of(arguments.run, bar);
    settings.abandons = mapped_file_was_shortened;
    Context context(std::move(settings));

    bar.step("reading the data");
    const Model model = read_model(arguments.model, context);
    if (!find_method(model.method).predicts) {
        throw Error(ErrorCode::usage, fmt::format("{}: {} cannot label new rows", arguments.model, model.method));
    }
    read_as_the_model_did(model, request);
    if (!arguments.join.empty()) require_table_to_join(request);
    Problem problem = read_large_problem(request, context);
    if (!arguments.join.empty()) require_room_for_labels(*problem.table);
    problem.data = views_known_to(model, problem.data);
    const std::vector<Partition> partitions =
        with_unchanged_files([&] { return predict(model, problem.data, context); });
    const CancelOnInterrupt finish_writing(context);
    if (output) write_labels(*output, problem.data, partitions);
    if (!joined.is_screen()) joined.write(labelled_table(*problem.table, partitions));
    bar.erase();
    report_outcome(arguments, model, problem, partitions);
    return kDone;
}

}  // namespace

void add_predict(CLI::App& parent, Commands& commands) {
    auto arguments = std::make_shared<PredictArguments>();
    CLI::App* app = add_command(
        parent,
        {.name = "predict",
         .title = "Label new rows with an earlier model.",
         .description = "Assigns new rows to the clusters of an earlier run. The data must have the views and "
                        "columns that the model was fitted on. Prints id,label,confidence, or writes labels_<view>.csv "
                        "with -o.",
         .usage = "MODEL DATA [options]",
         .examples = {"predict out new.csv --join labelled.csv", "predict out new-data -o labels",
                      "predict out/model.npz --view x=new.csv > labels.csv"}});
    app->add_option("MODEL", arguments->model, "model.npz, or the folder of the run that wrote it.")
        ->required()
        ->group("Data");
    add_data_arguments(*app, arguments->data);
    add_group_rule_argument(*app, arguments->data);
    add_threads_argument(*app, arguments->run);
    add_memory_argument(*app, arguments->run);
    app->add_option("-o", arguments->folder, "Folder for the labels; created if missing. -: print them, as without -o.")
        ->option_text("DIR")
        ->group("Output");
    add_force_argument(*app, arguments->force);
    app->add_option("--join", arguments->join,
                    "Write the table given as DATA with two more columns, cluster and confidence. -: print it.")
        ->option_text("FILE")
        ->group("Output");
    add_json_argument(*app, arguments->run, "Print labels, sizes and measures as JSON.");
    add_quiet_argument(*app, arguments->run);
    commands.push_back({app, [arguments](const Invocation&) { return run_predict(*arguments); }});
}

}  // namespace mvlink::cli
