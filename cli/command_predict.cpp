#include "command.hpp"
#include "data_arguments.hpp"
#include "help.hpp"
#include "interrupt.hpp"
#include "output_folder.hpp"
#include "progress_bar.hpp"
#include "run_arguments.hpp"
#include "screen.hpp"
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
        for (const auto& [name, value] : named(score.measures)) {
            json["measures"][score.partition][score.truth][name] = value;
        }
    }
    return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

bool is_clustering(const Partition& partition) {
    return partition.scope == Scope::clustering;
}

/// The columns of labels_<view>.csv; with several views or clusterings, the view or clustering comes first.
std::string prediction_csv(const Dataset& data, const std::vector<Partition>& partitions) {
    const bool several = partitions.size() > 1;
    const std::string first = several ? (is_clustering(partitions.front()) ? "clustering," : "view,") : "";
    std::string out = first + "id,label,confidence\n";
    for (std::size_t p = 0; p < partitions.size(); ++p) {
        const View& view = data.view(is_clustering(partitions[p]) ? 0 : static_cast<int>(p));
        for (std::size_t row = 0; row < partitions[p].labels.size(); ++row) {
            out += fmt::format("{}{},{},{:.4f}\n", several ? partitions[p].name + "," : "",
                               csv_quoted(view.row_name(static_cast<Index>(row))), partitions[p].labels[row],
                               partitions[p].confidence[row]);
        }
    }
    return out;
}

std::string prediction_text(const PredictArguments& arguments, const Model& model, const Problem& problem,
                            const std::vector<Partition>& partitions) {
    std::string out = describe_data(problem) +
                      labelled("Model", fmt::format("{} ({})", arguments.model, model.method)) +
                      describe_scores(score(problem, partitions));
    for (const Partition& partition : partitions) {
        out += fmt::format("\n{} of {}{}:\n", counted(partition.n_clusters, "cluster"),
                           is_clustering(partition) ? "" : "view ", partition.name);
        out += describe_clusters(partition);
    }
    return out + fmt::format("\nWritten to {}: labels.\n", shell_quoted(arguments.folder));
}

void report_outcome(const PredictArguments& arguments, const Model& model, const Problem& problem,
                    const std::vector<Partition>& partitions) {
    if (arguments.run.json) {
        print_data(prediction_json(model, problem, partitions));
    } else if (arguments.folder.empty()) {
        print_data(prediction_csv(problem.data, partitions));
    } else if (!arguments.run.quiet) {
        print_out(prediction_text(arguments, model, problem, partitions));
    }
}

int run_predict(const PredictArguments& arguments) {
    const ReadRequest request = to_request(arguments.data);
    const auto output = open_output(arguments.folder, arguments.force);
    const RemoveOnInterrupt removes(output ? &output->made() : nullptr);
    ProgressBar bar(!arguments.run.quiet);
    Context context(settings_of(arguments.run, bar));

    bar.step("reading the data");
    const Model model = read_model(arguments.model, context);
    if (!find_method(model.method).predicts) {
        throw Error(ErrorCode::usage, fmt::format("{}: {} cannot label new rows", arguments.model, model.method));
    }
    Problem problem = read_problem(request, context);
    problem.data = views_known_to(model, problem.data);
    const std::vector<Partition> partitions = predict(model, problem.data, context);
    const CancelOnInterrupt finish_writing(context);
    if (output) write_labels(*output, problem.data, partitions);
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
         .examples = {"predict out new-data -o labels", "predict out/model.npz --view x=new.csv > labels.csv"}});
    app->add_option("MODEL", arguments->model, "model.npz, or the folder of the run that wrote it.")
        ->required()
        ->group("Data");
    add_data_arguments(*app, arguments->data);
    add_threads_argument(*app, arguments->run);
    add_memory_argument(*app, arguments->run);
    app->add_option("-o", arguments->folder, "Folder for the labels; created if missing.")
        ->option_text("DIR")
        ->group("Output");
    add_force_argument(*app, arguments->force);
    add_json_argument(*app, arguments->run, "Print labels, sizes and measures as JSON.");
    add_quiet_argument(*app, arguments->run);
    commands.push_back({app, [arguments](const Invocation&) { return run_predict(*arguments); }});
}

}  // namespace mvlink::cli
