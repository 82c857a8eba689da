#include "program.hpp"

#include "command.hpp"
#include "help.hpp"
#include "manual.hpp"
#include "screen.hpp"
#include "text.hpp"
#include "usage.hpp"

#include <mvlink/error.hpp>
#include <mvlink/registry.hpp>
#include <mvlink/version.hpp>

#include <algorithm>
#include <memory>

#include <fmt/format.h>

namespace mvlink::cli {
namespace {

constexpr auto kDescription =
    "mvlink clusters data in one or several views, guided by what you know: pairs that belong together (must-link) and "
    "pairs that do not (cannot-link).";

constexpr auto kOverview = R"(mvlink {version}: clusters data, guided by pairs that belong together or do not.

Most used:
  mvlink demo                                  see what it does, on built-in data
  mvlink cluster records.csv -k 3              cluster one table; --join out.csv adds the clusters to it
  mvlink cluster DATA -k 3 -o out              cluster a table or a dataset folder, with a report to open
  mvlink constraints check DATA                look at the constraints before using them
  mvlink evaluate --truth F --labels F         compare labels with the truth

All commands: mvlink --help. One command: mvlink help cluster.
)";

/// `mvlink help constraints sample`: the help of the command that the words name.
void add_help(CLI::App& program, Commands& commands) {
    auto words = std::make_shared<std::vector<std::string>>();
    auto man = std::make_shared<bool>(false);
    CLI::App* app = add_command(program, {.name = "help",
                                          .title = "Show the help of a command.",
                                          .description = "Shows the help of a command.",
                                          .usage = "[COMMAND]",
                                          .examples = {"help cluster", "help constraints sample"}});
    app->add_option("COMMAND", *words, "The command. Default: the list of all commands.");
    app->add_flag("--man", *man, "Print the manual page of all commands, as man reads it.");
    commands.push_back({app, [words, man, &program](const Invocation&) {
                            program.clear();
                            if (*man) {
                                print_out(manual_page(program));
                                return kDone;
                            }
                            const CLI::App* found = &program;
                            std::string prefix;
                            for (const std::string& word : *words) {
                                const auto subcommands = found->get_subcommands(
                                    [&](const CLI::App* sub) { return sub->get_name() == word; });
                                if (subcommands.empty()) {
                                    throw Error(ErrorCode::usage, unknown_command(*found, word));
                                }
                                prefix += (prefix.empty() ? "" : " ") + found->get_name();
                                found = subcommands.front();
                            }
                            print_out(found->help(prefix));
                            return kDone;
                        }});
}

void add_commands(CLI::App& program, Commands& commands) {
    add_cluster(program, commands);
    add_predict(program, commands);
    add_evaluate(program, commands);
    add_compare(program, commands);
    add_constraints(program, commands);
    add_ask(program, commands);
    add_generate(program, commands);
    add_methods(program, commands);
    add_select(program, commands);
    add_serve(program, commands);
    add_reproduce(program, commands);
    add_data(program, commands);
    add_demo(program, commands);
    add_completion(program, commands);
    add_help(program, commands);
}

std::string command_line(const std::vector<std::string>& words) {
    std::vector<std::string> quoted{"mvlink"};
    std::transform(words.begin(), words.end(), std::back_inserter(quoted), shell_quoted);
    return join(quoted, " ");
}

/// Returns false where help or the version was asked for and shown.
bool parse(CLI::App& program, const std::vector<std::string>& words) {
    std::vector<std::string> reversed(words.rbegin(), words.rend());
    try {
        program.parse(std::move(reversed));
    } catch (const CLI::CallForHelp&) {
        print_out(program.help());
        return false;
    } catch (const CLI::CallForVersion& version) {
        print_out(std::string(version.what()) + "\n");
        return false;
    } catch (const CLI::ParseError& error) {
        throw Error(ErrorCode::usage, explain_parse_error(program, error));
    }
    require_values(program);
    return true;
}

/// The deepest command that was named.
int run_chosen(const Commands& commands, const Invocation& invocation) {
    for (const Command& command : commands) {
        if (command.app->parsed() && command.app->get_subcommands().empty()) return command.run(invocation);
    }
    throw Error(ErrorCode::internal, "internal error: a command was parsed that has no function");
}

}  // namespace

int run_program(const std::vector<std::string>& words) {
    CLI::App program(kDescription, "mvlink");
    Commands commands;
    use_readable_help(program);
    program.set_version_flag("--version", fmt::format("mvlink {} ({})", version(), machine_level()))
        ->description("Show the version and exit.")
        ->group("Other");
    add_commands(program, commands);
    if (!parse(program, words)) return kDone;
    if (program.get_subcommands().empty()) {
        print_out(fmt::format(kOverview, fmt::arg("version", version())));
        return kDone;
    }
    return run_chosen(commands, {command_line(words), words});
}

}  // namespace mvlink::cli
