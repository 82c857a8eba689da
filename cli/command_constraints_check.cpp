#include "command.hpp"
#include "data_arguments.hpp"
#include "help.hpp"
#include "large_files.hpp"
#include "progress_bar.hpp"
#include "run_arguments.hpp"
#include "screen.hpp"
#include "summary.hpp"
#include "text.hpp"

#include <mvlink/constraints.hpp>
#include <mvlink/contradictions.hpp>
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

Json proofs_json(const Dataset& data) {
    Json proofs = Json::array();
    for (const Contradiction& found : find_contradictions(data)) {
        Json chain = Json::array();
        for (const Constraint& link : found.chain)
            chain.push_back(constraint_json(data, link));
        proofs.push_back({{"cannot", constraint_json(data, found.cannot)}, {"chain", std::move(chain)}});
        if (!found.group.empty()) proofs.back()["group"] = found.group;
    }
    return proofs;
}

std::string as_json(const Dataset& data, const ConstraintSummary& summary) {
    const ClusterBounds bounds = cluster_bounds(data);
    Json conflicts = Json::array();
    for (const Constraint& constraint : summary.conflicts) {
        conflicts.push_back(constraint_json(data, constraint));
    }
    Json json{{"schema", 1},
              {"given", summary.must + summary.cannot},
              {"must", {{"given", summary.must}, {"implied", summary.implied_must}}},
              {"cannot", {{"given", summary.cannot}, {"implied", summary.implied_cannot}}},
              {"instances", summary.instances},
              {"components", summary.components},
              {"largest_component", summary.largest_component},
              {"contradictions", data.contradictions()},
              {"conflicts", conflicts},
              {"proofs", proofs_json(data)},
              {"clusters", {{"least", bounds.least}, {"enough", bounds.enough}, {"most", bounds.most}}},
              {"coverage", {{"judged", bounds.judged}, {"objects", bounds.objects}}}};
    if (const GroupRule* rule = data.group_rule()) {
        json["groups"] = {
            {"rule", rule->name}, {"groups", rule->values.size()}, {"largest", largest_group(*rule).size}};
    }
    return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

/// "r1 and r2 (view text)"
std::string pair_text(const Dataset& data, const Constraint& constraint) {
    const View& a = data.view(constraint.a.view);
    const View& b = data.view(constraint.b.view);
    const std::string place = data.n_views() == 1 || constraint.origin == Origin::on_objects ? ""
                              : a.name() == b.name() ? fmt::format(" (view {})", a.name())
                                                     : fmt::format(" (views {} and {})", a.name(), b.name());
    return fmt::format("{} and {}{}", a.row_name(constraint.a.row), b.row_name(constraint.b.row), place);
}

std::string apart_text(const Dataset& data, const Contradiction& found) {
    if (found.group.empty()) return "said to be different";
    return fmt::format("both {} (at most one per cluster: \"{}\")", found.group, data.group_rule()->name);
}

std::string describe_rule(const Dataset& data) {
    const GroupRule* const rule = data.group_rule();
    if (rule == nullptr) return "";
    const LargestGroup largest = largest_group(*rule);
    return labelled("Rule", fmt::format("at most one \"{}\" per cluster: {}{}", rule->name,
                                        counted(static_cast<long long>(rule->values.size()), "group"),
                                        largest.group < 0
                                            ? ""
                                            : fmt::format(", the largest (\"{}\") has {}", rule->values[largest.group],
                                                          counted(largest.size, "row"))));
}

std::string describe_conflicts(const Dataset& data, const std::vector<Contradiction>& found) {
    if (found.empty()) return labelled("Conflicts", "none: all constraints can be satisfied together");
    const auto of_rule = std::count_if(found.begin(), found.end(), [](const auto& one) { return !one.group.empty(); });
    std::vector<std::string> what;
    const auto of_pairs = static_cast<long long>(found.size()) - of_rule;
    if (of_pairs > 0) what.push_back(counted(of_pairs, "cannot-link"));
    if (of_rule > 0) what.push_back(counted(of_rule, "pair") + " of one group");
    std::string out = labelled("Conflicts", fmt::format("{} {} contradicted by must-links", join(what, " and "),
                                                        found.size() == 1 ? "is" : "are"));
    for (std::size_t i = 0; i < std::min(found.size(), kMostConflicts); ++i) {
        std::vector<std::string> links;
        for (const Constraint& link : found[i].chain)
            links.push_back(pair_text(data, link));
        out +=
            labelled("", fmt::format("{} are {}, but {}", pair_text(data, found[i].cannot), apart_text(data, found[i]),
                                     links.empty() ? "they are rows of one object" : "the same: " + join(links, ", ")));
    }
    if (found.size() > kMostConflicts) {
        out += labelled("", fmt::format("and {} more (--json lists them)", found.size() - kMostConflicts));
    }
    return out +
           labelled("",
                    "No clustering can satisfy these and the must-links: methods with soft constraints (pck-means) "
                    "violate the cheaper ones, methods with hard constraints stop with an error. Look for a wrong "
                    "pair in each chain.");
}

std::string describe_bounds(const Dataset& data, const ClusterBounds& bounds) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < std::min<std::size_t>(bounds.apart.size(), kMostConflicts); ++i)
        names.push_back(data.view(bounds.apart[i].view).row_name(bounds.apart[i].row));
    const std::string apart = names.size() < 2 ? ""
                                               : fmt::format(" ({}{} are pairwise apart)", join(names, ", "),
                                                             names.size() < bounds.apart.size() ? ", .." : "");
    const std::string enough = bounds.enough > bounds.least ? fmt::format("; {} are enough", bounds.enough) : "";
    return labelled("Clusters",
                    fmt::format("at least {}{}{}, at most {}", bounds.least, apart, enough, grouped(bounds.most))) +
           labelled("Coverage", fmt::format("{} of {} have a judgement", grouped(bounds.judged),
                                            counted(bounds.objects, data.n_views() > 1 ? "object" : "row")));
}

std::string as_text(const Problem& problem, const ConstraintSummary& summary) {
    std::string out = describe_data(problem);
    out += describe_rule(problem.data);
    if (summary.must + summary.cannot == 0 && problem.data.group_rule() != nullptr)
        return out + describe_bounds(problem.data, cluster_bounds(problem.data));
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
    return out + describe_bounds(problem.data, cluster_bounds(problem.data)) +
           describe_conflicts(problem.data, find_contradictions(problem.data));
}

int run_check(const CheckArguments& arguments) {
    ProgressBar bar(!arguments.run.quiet);
    const ReadRequest request = to_request(arguments.data);
    Context context(settings_of(arguments.run, bar));
    bar.step("reading the data");
    const Problem problem = read_large_problem(request, context);
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
    add_partial_labels_argument(*app, arguments->data);
    add_group_rule_argument(*app, arguments->data);
    add_mapping_arguments(*app, arguments->data);
    add_json_argument(*app, arguments->run, "Print the counts and every conflict as JSON.");
    add_quiet_argument(*app, arguments->run);
    commands.push_back({app, [arguments](const Invocation&) { return run_check(*arguments); }});
}

}  // namespace mvlink::cli
