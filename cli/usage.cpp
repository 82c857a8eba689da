#include "usage.hpp"

#include "text.hpp"

#include <mvlink/error.hpp>
#include <mvlink/registry.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace mvlink::cli {
namespace {

/// The deepest command that was recognized.
const CLI::App& chosen_command(const CLI::App& program) {
    const CLI::App* app = &program;
    while (!app->get_subcommands().empty()) {
        app = app->get_subcommands().front();
    }
    return *app;
}

/// "constraints sample"; empty for the program itself.
std::string full_name(const CLI::App& app) {
    const CLI::App* parent = app.get_parent();
    if (parent == nullptr) return "";
    const std::string before = full_name(*parent);
    return before.empty() ? app.get_name() : before + " " + app.get_name();
}

/// Says which command it is about, if one was named.
std::string about(const CLI::App& app, const std::string& message) {
    const std::string name = full_name(app);
    return name.empty() ? message : name + ": " + message;
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
    const std::string command = full_name(app);
    const std::string otherwise = fmt::format("see mvlink {}--help", command.empty() ? "" : command + " ");
    return about(app, fmt::format("unknown option {}; {}", name, suggestion(name, flag_names(app), otherwise)));
}

/// Why no option takes this word as a number, or none takes it as a whole one.
std::string not_taken_as_number(const std::string& word) {
    char* end = nullptr;
    const double number = std::strtod(word.c_str(), &end);
    if (word.empty() || *end != 0 || std::isnan(number)) return "is not a valid number";
    const bool is_written_whole = word.find_first_not_of("+-0123456789") == std::string::npos;
    return is_written_whole || std::isinf(number) ? "is out of range" : "is not a whole number such as 3";
}

/// The parser's own messages are about its internals; these are about the command line.
std::string reworded(const CLI::ParseError& error) {
    std::string text = error.what();
    const std::string option = text.substr(0, text.find(':'));
    if (error.get_name() == "RequiredError") return text.substr(0, text.find(' ')) + " is missing";
    if (error.get_name() == "ArgumentMismatch") {
        return option + (text.find(" missing") != std::string::npos ? " needs a value" : " was given more than once");
    }
    if (error.get_name() == "ConversionError") {
        const std::string what = "Could not convert: ";
        if (text.rfind(what, 0) != 0) return text;
        const std::string conversion = text.substr(what.size());  // "--seed = value"
        const std::size_t equals = std::min(conversion.find(" = "), conversion.size());
        const std::string value = conversion.substr(std::min(equals + 3, conversion.size()));
        return fmt::format("{}: \"{}\" {}", conversion.substr(0, conversion.find(' ')), value,
                           not_taken_as_number(value));
    }
    return text;
}

}  // namespace

std::string unknown_command(const CLI::App& app, const std::string& word) {
    const std::vector<std::string> names = command_names(app);
    if (names.empty()) return about(app, fmt::format("unexpected argument \"{}\"", word));
    return about(app, fmt::format("unknown command \"{}\"; {}", word,
                                  suggestion(word, names, fmt::format("there are {}", join(names, ", ")))));
}

void require_values(const CLI::App& program) {
    const CLI::App& app = chosen_command(program);
    for (const CLI::Option* option : app.get_options()) {
        const std::vector<std::string>& values = option->results();
        if (std::find(values.begin(), values.end(), "") == values.end()) continue;
        throw Error(ErrorCode::usage, about(app, option->get_name() + " is empty; expected a value"));
    }
}

std::string explain_parse_error(const CLI::App& program, const CLI::ParseError& error) {
    const CLI::App& app = chosen_command(program);
    // Unknown words first: a misspelt flag is often the one that would be reported as missing.
    const std::vector<std::string> extras = program.remaining(true);
    const auto is_flag = [](const std::string& word) { return word.size() > 1 && word.front() == '-'; };
    const auto flag = std::find_if(extras.begin(), extras.end(), is_flag);
    // The options depend on the command.
    const bool names_command = !command_names(app).empty() && !extras.empty() && flag != extras.begin();
    if (names_command) return unknown_command(app, extras.front());
    if (flag != extras.end()) return explain_unknown_flag(app, *flag);
    if (!extras.empty()) return unknown_command(app, extras.front());
    if (error.get_name() == "RequiredError" && !command_names(app).empty()) {
        return about(app, fmt::format("which one? There are {}", join(command_names(app), ", ")));
    }
    return about(app, reworded(error));
}

}  // namespace mvlink::cli
