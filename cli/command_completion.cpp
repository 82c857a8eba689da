#include "command.hpp"
#include "help.hpp"
#include "screen.hpp"
#include "text.hpp"

#include <mvlink/experiments.hpp>
#include <mvlink/registry.hpp>

#include <memory>

#include <fmt/format.h>

namespace mvlink::cli {
namespace {

/// An option of a command as a shell completes it.
struct CompletedOption {
    std::vector<std::string> names;  ///< "-k", "--method"
    bool takes_value = false;
    std::vector<std::string> values;  ///< empty: any; files are offered
    std::string help;
};

/// A command, and what may follow it.
struct CompletedCommand {
    std::string path;  ///< "constraints sample"; empty: the program
    std::string title;
    std::vector<std::string> words;  ///< commands, or values of its first argument; empty: files
    std::vector<CompletedOption> options;
};

std::vector<std::string> method_names() {
    std::vector<std::string> names;
    for (const MethodInfo& method : methods()) {
        names.push_back(method.name);
    }
    return names;
}

/// The choices that the parser checks, which it lists in braces; those of --method from the registry.
std::vector<std::string> values_of(const CLI::Option& option) {
    if (option.check_lname("method")) {
        std::vector<std::string> names = method_names();
        names.insert(names.begin(), "auto");
        return names;
    }
    const std::string type = option.get_type_name();
    const std::size_t open = type.find('{'), close = type.rfind('}');
    if (open == std::string::npos || close == std::string::npos) return {};
    return split(type.substr(open + 1, close - open - 1), ',');
}

/// Words of the first argument of commands that take a name.
std::vector<std::string> words_of(const std::string& path) {
    if (path == "methods") return method_names();
    if (path == "completion") return {"bash", "zsh", "fish"};
    if (path != "reproduce" && path != "data") return {};
    std::vector<std::string> names;
    for (const PaperInfo& paper : reproducible_papers()) {
        names.push_back(paper.name);
    }
    return names;
}

CompletedCommand completed(const CLI::App& app, const std::string& path) {
    CompletedCommand command{path, app.get_description(), words_of(path), {}};
    for (const CLI::App* sub : app.get_subcommands([](const CLI::App*) { return true; })) {
        command.words.push_back(sub->get_name());
    }
    for (const CLI::Option* option : app.get_options()) {
        if (option->get_positional() || option->get_group().empty()) continue;
        CompletedOption one{{}, option->get_items_expected_max() > 0, values_of(*option), option->get_description()};
        for (const std::string& name : option->get_snames())
            one.names.push_back("-" + name);
        for (const std::string& name : option->get_lnames())
            one.names.push_back("--" + name);
        command.options.push_back(std::move(one));
    }
    return command;
}

void collect(const CLI::App& app, const std::string& path, std::vector<CompletedCommand>& commands) {
    commands.push_back(completed(app, path));
    for (const CLI::App* sub : app.get_subcommands([](const CLI::App*) { return true; })) {
        collect(*sub, path.empty() ? sub->get_name() : path + " " + sub->get_name(), commands);
    }
}

std::string bash_script(const std::vector<CompletedCommand>& commands) {
    std::string paths, words, values;
    for (const CompletedCommand& command : commands) {
        if (!command.path.empty()) paths += fmt::format("            \"{0}\") command=\"{0}\" ;;\n", command.path);
        std::vector<std::string> options;
        for (const CompletedOption& option : command.options) {
            options.insert(options.end(), option.names.begin(), option.names.end());
            if (option.values.empty()) continue;
            for (const std::string& name : option.names) {
                values +=
                    fmt::format("        \"{}:{}\") values=\"{}\" ;;\n", command.path, name, join(option.values, " "));
            }
        }
        words += fmt::format("        \"{}\") words=\"{}\" options=\"{}\" ;;\n", command.path, join(command.words, " "),
                             join(options, " "));
    }
    return fmt::format(R"(# Completion of mvlink for bash, printed by: mvlink completion bash
_mvlink() {{
    local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}}
    local command="" word values="" words="" options=""
    for word in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
        case "${{command:+$command }}$word" in
{}        esac
    done
    case "$command:$previous" in
{}    esac
    case "$command" in
{}    esac
    if [ -n "$values" ]; then
        COMPREPLY=($(compgen -W "$values" -- "$current"))
    elif [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W "$options" -- "$current"))
    elif [ -n "$words" ]; then
        COMPREPLY=($(compgen -W "$words" -- "$current"))
    else
        COMPREPLY=($(compgen -f -- "$current"))
    fi
}}
complete -o filenames -o bashdefault -F _mvlink mvlink
)",
                       paths, values, words);
}

/// Inside single quotes; what `stops` lists is left out, since zsh's own syntax uses it.
std::string quoted_help(const std::string& help, std::string_view stops) {
    const std::string sentence = help.substr(0, help.find(". "));
    std::string out;
    for (const char c : sentence) {
        if (c == '\'') {
            out += "'\\''";
        } else if (stops.find(c) == std::string_view::npos) {
            out += c;
        }
    }
    return out;
}

std::string zsh_option(const CompletedOption& option) {
    std::string out;
    for (const std::string& name : option.names) {
        const std::string value =
            !option.takes_value
                ? ""
                : fmt::format(":value:{}",
                              option.values.empty() ? "_files" : fmt::format("({})", join(option.values, " ")));
        out += fmt::format(" \\\n            '*{}[{}]{}'", name, quoted_help(option.help, "[]:"), value);
    }
    return out;
}

std::string zsh_script(const std::vector<CompletedCommand>& commands) {
    std::string cases;
    for (const CompletedCommand& command : commands) {
        std::string options;
        for (const CompletedOption& option : command.options) {
            options += zsh_option(option);
        }
        const std::string words = command.words.empty()
                                      ? std::string("'*:file:_files'")
                                      : fmt::format("'1:word:({})' '*:file:_files'", join(command.words, " "));
        cases += fmt::format("        \"{}\") _arguments {}{} ;;\n", command.path, words, options);
    }
    return fmt::format(R"(#compdef mvlink
# Completion of mvlink for zsh, printed by: mvlink completion zsh
_mvlink() {{
    local command="" word
    local -a known
    known=({})
    while (( CURRENT > 2 )); do
        word="${{command:+$command }}$words[2]"
        (( $known[(Ie)$word] )) || break
        command=$word
        shift words
        (( CURRENT-- ))
    done
    case "$command" in
{}    esac
}}
compdef _mvlink mvlink
)",
                       [&] {
                           std::vector<std::string> known;
                           for (const CompletedCommand& command : commands) {
                               if (!command.path.empty()) known.push_back("'" + command.path + "'");
                           }
                           return join(known, " ");
                       }(),
                       cases);
}

std::string fish_condition(const std::string& path) {
    if (path.empty()) return "__fish_use_subcommand";
    std::string out;
    for (const std::string& word : split(path, ' ')) {
        out += (out.empty() ? "" : "; and ") + ("__fish_seen_subcommand_from " + word);
    }
    return out;
}

std::string fish_script(const std::vector<CompletedCommand>& commands) {
    std::string out = "# Completion of mvlink for fish, printed by: mvlink completion fish\n";
    for (const CompletedCommand& command : commands) {
        const std::string start = fmt::format("complete -c mvlink -n '{}'", fish_condition(command.path));
        if (!command.words.empty()) out += fmt::format("{} -f -a '{}'\n", start, join(command.words, " "));
        for (const CompletedOption& option : command.options) {
            out += start;
            for (const std::string& name : option.names) {
                out += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
            }
            if (option.takes_value)
                out += option.values.empty() ? " -r" : fmt::format(" -xa '{}'", join(option.values, " "));
            out += fmt::format(" -d '{}'\n", quoted_help(option.help, ""));
        }
    }
    return out;
}

}  // namespace

void add_completion(CLI::App& program, Commands& commands) {
    auto shell = std::make_shared<std::string>();
    CLI::App* app = add_command(
        program, {.name = "completion",
                  .title = "Print the completion script of a shell.",
                  .description = "Prints a script that makes the shell complete commands, options and methods. "
                                 "make install puts it in place.",
                  .usage = "bash|zsh|fish",
                  .examples = {"completion bash > ~/.local/share/bash-completion/completions/mvlink"}});
    app->add_option("SHELL", *shell, "The shell: bash, zsh or fish.")
        ->required()
        ->check(CLI::IsMember({"bash", "zsh", "fish"}))
        ->group("Arguments");
    commands.push_back(
        {app, [shell, &program](const Invocation&) {
             std::vector<CompletedCommand> all;
             collect(program, "", all);
             print_out(*shell == "bash" ? bash_script(all) : *shell == "zsh" ? zsh_script(all) : fish_script(all));
             return kDone;
         }});
}

}  // namespace mvlink::cli
