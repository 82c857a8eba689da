#include "command.hpp"
#include "data_arguments.hpp"
#include "help.hpp"
#include "interrupt.hpp"
#include "method_arguments.hpp"
#include "output_file.hpp"
#include "progress_bar.hpp"
#include "run_arguments.hpp"
#include "screen.hpp"
#include "text.hpp"

#include <mvlink/error.hpp>
#include <mvlink/io.hpp>
#include <mvlink/propagation.hpp>

#include <algorithm>
#include <memory>

#include <fmt/format.h>

namespace mvlink::cli {
namespace {

struct PropagateArguments {
    DataArguments data;
    MethodArguments method;
    RunArguments run;
    std::string file;
    bool force = false;
};

/// "text: 3 - 9".
std::string pair_text(const Dataset& data, InstanceId a, InstanceId b) {
    const View& view = data.view(a.view);
    return fmt::format("{}: {} - {}", view.name(), view.row_name(a.row), view.row_name(b.row));
}

/// The constraint that it follows from, and the pairs on the way from there, that of the constraint itself last.
std::vector<std::string> source_and_path(const Dataset& data, const PropagatedConstraint& one) {
    const std::string source = pair_text(data, one.u, one.v);
    std::vector<std::string> steps{source};
    for (const std::string& step :
         {pair_text(data, one.a, one.b), pair_text(data, one.constraint.a, one.constraint.b)}) {
        if (step != steps.back()) steps.push_back(step);
    }
    return {source, join(steps, " > ")};
}

std::string quoted(const std::string& field) {
    if (field.find_first_of(",\"\n\r") == std::string::npos) return field;
    std::string out = "\"";
    for (const char c : field) {
        out += c == '"' ? "\"\"" : std::string(1, c);
    }
    return out + "\"";
}

/// The columns of constraints.csv with two more.
std::string propagated_csv(const Dataset& data, const std::vector<PropagatedConstraint>& list) {
    std::vector<Constraint> constraints;
    constraints.reserve(list.size());
    for (const PropagatedConstraint& one : list) {
        constraints.push_back(one.constraint);
    }
    const std::vector<std::string> lines = split(constraints_csv(data, constraints), '\n');
    std::string out = lines.front() + ",source,path\n";
    for (std::size_t i = 0; i < list.size(); ++i) {
        const std::vector<std::string> two = source_and_path(data, list[i]);
        out += fmt::format("{},{},{}\n", lines[i + 1], quoted(two[0]), quoted(two[1]));
    }
    return out;
}

int run_propagate(PropagateArguments arguments) {
    arguments.method.method = "propagation";
    const RunRequest request = to_run_request(arguments.method);
    if (!request.sizes.empty()) {
        throw Error(ErrorCode::usage, fmt::format("-k {}: expected one number of clusters; mvlink select finds one",
                                                  arguments.method.clusters));
    }
    const ReadRequest reading = to_request(arguments.data);
    const OutputFile file(arguments.file, OwnFile::constraints, arguments.force);
    ProgressBar bar(!arguments.run.quiet);
    Context context(settings_of(arguments.run, bar));
    bar.step("reading the data");
    const Problem problem = read_problem(reading, context);
    const Prepared prepared = prepare({.requests = request.preparation}, problem.data, context);
    const std::vector<PropagatedConstraint> list = propagated_constraints(prepared.data, request.options, context);
    const std::string csv = propagated_csv(problem.data, list);
    bar.erase();
    const CancelOnInterrupt finish_writing(context);
    file.write(csv);
    if (arguments.run.quiet || file.is_screen()) return kDone;
    const auto must =
        std::count_if(list.begin(), list.end(), [](const auto& one) { return one.constraint.link == Link::must; });
    print_out(fmt::format("Written to {}: {} and {}.\n", shell_quoted(arguments.file), counted(must, "must-link"),
                          counted(static_cast<long long>(list.size()) - must, "cannot-link")));
    return kDone;
}

}  // namespace

void add_constraints_propagate(CLI::App& parent, Commands& commands) {
    auto arguments = std::make_shared<PropagateArguments>();
    CLI::App* app = add_command(
        parent,
        {.name = "propagate",
         .title = "Write the constraints that propagation infers.",
         .description = "Runs the method propagation and writes the constraints that the views infer for each other, "
                        "with their weights, the constraint that each follows from (source) and the pairs of rows on "
                        "the way (path). They are guesses: a weight of 1 is certain, a lower one less so.",
         .usage = "DATA -k K [options]",
         .examples = {"constraints propagate quadrants -k 2 --constraints pairs.csv -o propagated.csv",
                      "constraints propagate quadrants -k 2 --constraints pairs.csv --set threshold=0.9"}});
    add_data_arguments(*app, arguments->data);
    add_constraints_argument(*app, arguments->data);
    add_mapping_arguments(*app, arguments->data);
    add_method_arguments(*app, arguments->method);
    app->remove_option(app->get_option("--method"));
    add_preparation_argument(*app, arguments->method);
    add_seed_argument(*app, arguments->run);
    add_threads_argument(*app, arguments->run);
    app->add_option("-o", arguments->file, "File to write instead of printing.")->option_text("FILE")->group("Output");
    add_force_argument(*app, arguments->force);
    add_quiet_argument(*app, arguments->run);
    commands.push_back({app, [arguments](const Invocation&) { return run_propagate(*arguments); }});
}

}  // namespace mvlink::cli
