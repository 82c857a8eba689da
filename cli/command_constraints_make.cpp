#include "command.hpp"
#include "data_arguments.hpp"
#include "help.hpp"
#include "large_files.hpp"
#include "output_file.hpp"
#include "progress_bar.hpp"
#include "run_arguments.hpp"
#include "screen.hpp"
#include "text.hpp"

#include <mvlink/contradictions.hpp>
#include <mvlink/error.hpp>
#include <mvlink/io.hpp>

#include <algorithm>
#include <memory>

#include <fmt/format.h>

/// Constraints made of what is known: of classes, or of other constraints.
namespace mvlink::cli {
namespace {

struct MakeArguments {
    DataArguments data;
    RunArguments run;
    std::string file;
    bool force = false;
};

int write_constraints(const MakeArguments& arguments, const OutputFile& file, const Dataset& data,
                      const std::vector<Constraint>& made) {
    file.write(constraints_csv(data, made));
    if (arguments.run.quiet || file.is_screen()) return kDone;
    const auto must = std::count_if(made.begin(), made.end(), [](const auto& c) { return c.link == Link::must; });
    print_out(fmt::format("Written to {}: {} and {}.\n", shell_quoted(arguments.file), counted(must, "must-link"),
                          counted(static_cast<long long>(made.size()) - must, "cannot-link")));
    return kDone;
}

Problem read_for_making(const MakeArguments& arguments, bool known_classes_only = false) {
    ReadRequest request = to_request(arguments.data);
    request.known_classes_only = known_classes_only;
    ProgressBar bar(!arguments.run.quiet);
    Context context(settings_of(arguments.run, bar));
    bar.step("reading the data");
    Problem problem = read_large_problem(request, context);
    bar.erase();
    return problem;
}

int run_from_labels(const MakeArguments& arguments) {
    if (arguments.data.partial_labels.empty()) {
        throw Error(ErrorCode::usage,
                    "constraints from-labels: which classes are known? Give --partial-labels COLUMN or FILE");
    }
    const OutputFile file(arguments.file, OwnFile::constraints, arguments.force);
    const Problem problem = read_for_making(arguments, true);
    const auto constraints = problem.data.constraints();
    return write_constraints(arguments, file, problem.data, {constraints.begin(), constraints.end()});
}

int run_close(const MakeArguments& arguments) {
    const OutputFile file(arguments.file, OwnFile::constraints, arguments.force);
    const Problem problem = read_for_making(arguments);
    return write_constraints(arguments, file, problem.data, closed_constraints(problem.data));
}

void add_output_arguments(CLI::App& app, MakeArguments& arguments) {
    app.add_option("-o", arguments.file, "File to write instead of printing.")->option_text("FILE")->group("Output");
    add_force_argument(app, arguments.force);
    add_quiet_argument(app, arguments.run);
}

}  // namespace

void add_constraints_from_labels(CLI::App& parent, Commands& commands) {
    auto arguments = std::make_shared<MakeArguments>();
    CLI::App* app = add_command(
        parent,
        {.name = "from-labels",
         .title = "Turn classes that are known for some rows into constraints.",
         .description = "Writes the fewest constraints that say the same as the known classes: every row with the "
                        "first of its class, and the first rows of all classes apart.",
         .usage = "DATA --partial-labels COLUMN|FILE [options]",
         .examples = {"constraints from-labels records.csv --partial-labels known -o pairs.csv",
                      "constraints from-labels iris --partial-labels some.csv"}});
    add_data_arguments(*app, arguments->data);
    add_partial_labels_argument(*app, arguments->data);
    add_output_arguments(*app, *arguments);
    commands.push_back({app, [arguments](const Invocation&) { return run_from_labels(*arguments); }});
}

void add_constraints_close(CLI::App& parent, Commands& commands) {
    auto arguments = std::make_shared<MakeArguments>();
    CLI::App* app = add_command(
        parent,
        {.name = "close",
         .title = "Write all constraints that follow from the given ones.",
         .description = "Writes the constraints and their closure: must-links within groups of must-linked rows, and "
                        "cannot-links between groups that a cannot-link keeps apart. At most a million.",
         .usage = "DATA [--constraints FILE] [options]",
         .examples = {"constraints close records.csv --constraints judgements.csv -o all.csv"}});
    add_data_arguments(*app, arguments->data);
    add_constraints_argument(*app, arguments->data);
    add_partial_labels_argument(*app, arguments->data);
    add_mapping_arguments(*app, arguments->data);
    add_output_arguments(*app, *arguments);
    commands.push_back({app, [arguments](const Invocation&) { return run_close(*arguments); }});
}

}  // namespace mvlink::cli
