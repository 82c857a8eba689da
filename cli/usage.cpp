#include "usage.hpp"

#include "text.hpp"

#include <mvlink/registry.hpp>

#include <algorithm>
#include <vector>

#include <fmt/format.h>

namespace mvlink::cli {
namespace {

/// The deepest command that was recognised.
const CLI::App& chosen_command(const CLI::App& program) {
    const CLI::App* app = &program;
    while (!app->get_subcommands().empty()) {
        app = app->get_subcommands().front();
    }
    return *app;
}

std::string full_name(const CLI::App& app) {
    const CLI::App* parent = app.get_parent();
    return parent == nullptr ? app.get_name() : full_name(*parent) + " " + app.get_name();
}

std::vector<std::string> command_names(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
        names.push_back(command->get_name());
    }
    return names;
}

std::vector<std::string> flag_names(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::Option* option : app.get_options()) {
        for (const std::string& name : option->get_lnames())
            names.push_back("--" + name);
        for (const std::string& name : option->get_snames())
            names.push_back("-" + name);
    }
    return names;
}

std::string suggestion(const std::string& word, const std::vector<std::string>& names, const std::string& otherwise) {
    const std::string nearest = nearest_name(word, names);
    return nearest.empty() ? otherwise : fmt::format("did you mean {}?", nearest);
}

std::string explain_unknown_flag(const CLI::App& app, const std::string& flag) {
    const std::string name = flag.substr(0, flag.find('='));
    return fmt::format("{}: unknown option {}; {}", full_name(app), name,
                       suggestion(name, flag_names(app), fmt::format("see {} --help", full_name(app))));
}

}  // namespace

std::string unknown_command(const CLI::App& app, const std::string& word) {
    const std::vector<std::string> names = command_names(app);
    if (names.empty()) return fmt::format("{}: unexpected argument \"{}\"", full_name(app), word);
    return fmt::format("{}: unknown command \"{}\"; {}", full_name(app), word,
                       suggestion(word, names, fmt::format("there are {}", join(names, ", "))));
}

std::string explain_parse_error(const CLI::App& program, const CLI::ParseError& error) {
    const CLI::App& app = chosen_command(program);
    // What is unknown comes first: a misspelt flag is often the one that is then said to be missing.
    const std::vector<std::string> extras = program.remaining(true);
    const auto flag = std::find_if(extras.begin(), extras.end(),
                                   [](const std::string& word) { return word.size() > 1 && word.front() == '-'; });
    if (flag != extras.end()) return explain_unknown_flag(app, *flag);
    if (!extras.empty()) return unknown_command(app, extras.front());
    if (error.get_name() == "RequiredError" && !command_names(app).empty()) {
        return fmt::format("{}: which one? There are {}", full_name(app), join(command_names(app), ", "));
    }
    return fmt::format("{}: {}", full_name(app), error.what());
}

}  // namespace mvlink::cli
