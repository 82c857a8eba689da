#include "command.hpp"
#include "help.hpp"
#include "run_arguments.hpp"
#include "screen.hpp"
#include "text.hpp"

#include <mvlink/registry.hpp>

#include <algorithm>
#include <cmath>
#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace mvlink::cli {
namespace {

struct MethodsArguments {
    std::string name;
    RunArguments run;
};

std::string views_text(const Needs& needs) {
    if (needs.max_views == needs.min_views) return std::to_string(needs.min_views);
    if (needs.max_views == 0) return fmt::format("{} or more", needs.min_views);
    return fmt::format("{} to {}", needs.min_views, needs.max_views);
}

std::string mapping_text(MappingNeed need) {
    switch (need) {
        case MappingNeed::none:
            return "not used";
        case MappingNeed::optional:
            return "used if present";
        case MappingNeed::required:
            return "needed";
    }
    return "";
}

std::string constraints_text(ConstraintUse use) {
    switch (use) {
        case ConstraintUse::ignored:
            return "not used";
        case ConstraintUse::in_view:
            return "within a view";
        case ConstraintUse::between_views:
            return "within and between views";
        case ConstraintUse::on_objects:
            return "on objects";
    }
    return "";
}

std::string range_text(const OptionInfo& option) {
    if (!option.choices.empty()) return join(option.choices, ", ");
    const Range& range = option.range;
    const bool low = std::isfinite(range.least);
    const bool high = std::isfinite(range.most);
    if (low && high) {
        return fmt::format("{}{:g} .. {:g}{}", range.least_excluded ? "above " : "", range.least, range.most,
                           range.most_excluded ? " (excluded)" : "");
    }
    if (low) return fmt::format("{} {:g}", range.least_excluded ? ">" : ">=", range.least);
    if (high) return fmt::format("{} {:g}", range.most_excluded ? "<" : "<=", range.most);
    return "";
}

std::string all_methods_text() {
    Table table({{"method"}, {"views"}, {"constraints"}, {"what it does"}});
    for (const MethodInfo& method : methods()) {
        table.add({method.name, views_text(method.needs), constraints_text(method.needs.constraints), method.title});
    }
    return table.text(0, text_width()) + "\nOptions of one method: mvlink methods NAME\n";
}

std::string one_method_text(const MethodInfo& method) {
    const std::size_t width = text_width();
    std::string out = fmt::format("{}: {}\n\n{}\n\n", method.name, method.title, wrap(method.description, width));
    Table needs({{""}, {""}});
    needs.add({"Views", views_text(method.needs)});
    needs.add({"Mapping", mapping_text(method.needs.mapping)});
    needs.add({"Constraints", constraints_text(method.needs.constraints)});
    needs.add({"Data", fmt::format("{}{}", method.needs.sparse ? "dense or sparse" : "dense",
                                   method.needs.nonnegative ? ", no negative values" : "")});
    needs.add({"Preparation", method.preparation + " (--prep changes it)"});
    needs.add({"New rows", method.predicts ? "mvlink predict labels them" : "cannot be labelled"});
    needs.add({"In Python", method.python_class});
    if (!method.paper.empty()) needs.add({"Paper", method.paper});
    out += needs.text(0, width) + "\nOptions (--set name=value; -k sets n_clusters):\n";
    for (const OptionInfo& option : method.options) {
        const std::string range = range_text(option);
        out += fmt::format("  {} = {}  ({}{}{})\n      {}\n", option.name, option.default_text, option.kind,
                           range.empty() ? "" : ": ", range, wrap(option.help, width, 6));
    }
    return out;
}

std::string one_method_json(const std::string& name) {
    for (const auto& method : nlohmann::ordered_json::parse(methods_json())) {
        if (method.at("name") == name) return method.dump(2);
    }
    return "null";
}

int run_methods(const MethodsArguments& arguments) {
    if (!arguments.name.empty()) {
        const MethodInfo& method = find_method(arguments.name);
        print_out(arguments.run.json ? one_method_json(method.name) + "\n" : one_method_text(method));
    } else {
        print_out(arguments.run.json ? methods_json() + "\n" : all_methods_text());
    }
    return kDone;
}

}  // namespace

void add_methods(CLI::App& parent, Commands& commands) {
    auto arguments = std::make_shared<MethodsArguments>();
    CLI::App* app = add_command(parent, {.name = "methods",
                                         .title = "List the methods, or the options of one.",
                                         .description = "Lists the methods and the data they need. With a name: "
                                                        "what that method does, when to use it, and its options "
                                                        "with default, range and meaning.",
                                         .usage = "[NAME] [options]",
                                         .examples = {"methods", "methods pck-means", "methods --json"}});
    app->add_option("NAME", arguments->name, "A method.")->group("Arguments");
    add_json_argument(*app, arguments->run, "Print the declarations as JSON.");
    add_quiet_argument(*app, arguments->run);
    commands.push_back({app, [arguments](const Invocation&) { return run_methods(*arguments); }});
}

}  // namespace mvlink::cli
