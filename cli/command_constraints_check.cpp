#include "command.hpp"
#include "data_arguments.hpp"
#include "help.hpp"
#include "progress_bar.hpp"
#include "run_arguments.hpp"
#include "screen.hpp"
#include "summary.hpp"
#include "text.hpp"

#include <mvlink/constraints.hpp>
#include <mvlink/io.hpp>

#include <algorithm>
#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace mvlink::cli {
namespace {

using Json = nlohmann::ordered_json;
constexpr std::size_t kMostConflicts = 10;

struct CheckArguments {
    DataArguments data;
    RunArguments run;
};

Json constraint_json(const Dataset& data, const Constraint& constraint) {
    const View& a = data.view(constraint.a.view);
    const View& b = data.view(constraint.b.view);
    return {{"view_a", a.name()},
            {"a", a.row_name(constraint.a.row)},
            {"view_b", b.name()},
            {"b", b.row_name(constraint.b.row)},
            {"type", to_string(constraint.link)},
            {"weight", constraint.weight}};
}

std::string as_json(const Dataset& data, const ConstraintSummary& summary) {
    Json conflicts = Json::array();
    for (const Constraint& constraint : summary.conflicts) {
        conflicts.push_back(constraint_json(data, constraint));
    }
    const Json json{{"schema", 1},
                    {"given", summary.must + summary.cannot},
                    {"must", {{"given", summary.must}, {"implied", summary.implied_must}}},
                    {"cannot", {{"given", summary.cannot}, {"implied", summary.implied_cannot}}},
                    {"instances", summary.instances},
                    {"components", summary.components},
                    {"largest_component", summary.largest_component},
                    {"contradictions", data.contradictions()},
                    {"conflicts", conflicts}};
    return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string describe_conflicts(const Dataset& data, const ConstraintSummary& summary) {
    if (summary.conflicts.empty()) return labelled("Conflicts", "none: all constraints can be satisfied together");
    std::string out =
        labelled("Conflicts", fmt::format("{} inside groups of must-linked rows",
                                          counted(static_cast<long long>(summary.conflicts.size()), "cannot-link")));
    for (std::size_t i = 0; i < std::min(summary.conflicts.size(), kMostConflicts); ++i) {
        const Constraint& c = summary.conflicts[i];
        out += labelled("", fmt::format("{} and {}", data.instance_name(c.a), data.instance_name(c.b)));
    }
    if (summary.conflicts.size() > kMostConflicts) {
        out += labelled("", fmt::format("and {} more (--json lists all)", summary.conflicts.size() - kMostConflicts));
    }
    return out +
           labelled("",
                    "No clustering can satisfy these and the must-links: methods with soft constraints (pck-means) "
                    "violate the cheaper ones, methods with hard constraints stop with an error. Look for a wrong "
                    "pair among them.");
}

std::string as_text(const Problem& problem, const ConstraintSummary& summary) {
    std::string out = describe_data(problem);
    if (summary.must + summary.cannot == 0) return out + labelled("Constraints", "none");
    out +=
        labelled("Constraints", fmt::format("{} and {} on {}", counted(summary.must, "must-link"),
                                            counted(summary.cannot, "cannot-link"), counted(summary.instances, "row")));
    out += labelled(
        "Groups", fmt::format("must-links join rows into {}, the largest has {}", counted(summary.components, "group"),
                              counted(summary.largest_component, "row")));
    out += labelled("Implied",
                    fmt::format("{} and {} follow from the given ones", counted(summary.implied_must, "must-link"),
                                counted(summary.implied_cannot, "cannot-link")));
    return out + describe_conflicts(problem.data, summary);
}

int run_check(const CheckArguments& arguments) {
    ProgressBar bar(!arguments.run.quiet);
    const ReadRequest request = to_request(arguments.data);
    Context context(settings_of(arguments.run, bar));
    bar.step("reading the data");
    const Problem problem = read_problem(request, context);
    const ConstraintSummary summary = summarize_constraints(problem.data);
    bar.erase();
    if (arguments.run.json) {
        print_data(as_json(problem.data, summary));
    } else if (!arguments.run.quiet) {
        print_out(as_text(problem, summary));
    }
    return kDone;
}

}  // namespace

void add_constraints_check(CLI::App& parent, Commands& commands) {
    auto arguments = std::make_shared<CheckArguments>();
    CLI::App* app = add_command(
        parent,
        {.name = "check",
         .title = "Summarize constraints and show where they contradict each other.",
         .description = "Counts the constraints, the groups of must-linked rows and the implied constraints, and "
                        "lists cannot-links that contradict must-links. Contradictions are not an error: the "
                        "status is 0 either way.",
         .usage = "DATA [--constraints FILE] [options]",
         .examples = {"constraints check iris --constraints pairs.csv", "constraints check data --json"}});
    add_data_arguments(*app, arguments->data);
    add_constraints_argument(*app, arguments->data);
    add_mapping_arguments(*app, arguments->data);
    add_json_argument(*app, arguments->run, "Print the counts and every conflict as JSON.");
    add_quiet_argument(*app, arguments->run);
    commands.push_back({app, [arguments](const Invocation&) { return run_check(*arguments); }});
}

}  // namespace mvlink::cli
