#include "command.hpp"
#include "comparison_text.hpp"
#include "help.hpp"
#include "run_arguments.hpp"
#include "screen.hpp"

#include <mvlink/compare.hpp>

#include <memory>

namespace mvlink::cli {
namespace {

struct CompareArguments {
    std::vector<std::filesystem::path> results;
    RunArguments run;
};

int run_compare(const CompareArguments& arguments) {
    const Comparison comparison = compare_results(arguments.results);
    if (arguments.run.json) {
        print_data(comparison_json(comparison));
    } else {
        print_out(describe_comparison(comparison));
    }
    return kDone;
}

}  // namespace

void add_compare(CLI::App& parent, Commands& commands) {
    auto arguments = std::make_shared<CompareArguments>();
    CLI::App* app = add_command(
        parent, {.name = "compare",
                 .title = "Show results side by side.",
                 .description =
                     "Shows two or more results side by side: method, the options that differ, clusters, constraints "
                     "kept, held-out agreement, measures against the truth, and how far the labels agree. Rows are "
                     "matched by their ids. The objective is shown if all of them minimize the same one.",
                 .usage = "RESULT RESULT... [options]",
                 .examples = {"compare plain guided", "compare out1 out2 out3 --json"}});
    app->add_option("RESULT", arguments->results, "A folder that cluster -o wrote, or its result.json.");
    add_json_argument(*app, arguments->run, "Print the comparison as JSON.");
    add_quiet_argument(*app, arguments->run);
    commands.push_back({app, [arguments](const Invocation&) { return run_compare(*arguments); }});
}

}  // namespace mvlink::cli
