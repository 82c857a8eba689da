#include "manual.hpp"

#include "help.hpp"
#include "text.hpp"

#include <mvlink/version.hpp>

#include <fmt/format.h>

namespace mvlink::cli {
namespace {

constexpr auto kStatus = R"(.SH EXIT STATUS
.TP
0
done
.TP
2
usage, or an option that is invalid in itself
.TP
3
malformed input, or input and options that do not fit each other
.TP
4
numerical failure
.TP
5
a file is missing, unreadable or unwritable
.TP
6
out of memory, or a bug in mvlink
.TP
130
interrupted: the result so far is written and marked
)";

/// Text for man: hyphens stay hyphens, and a line never begins with one of its requests.
std::string roff(const std::string& text) {
    std::string out;
    for (const char c : text) {
        if (out.empty() || out.back() == '\n') out += c == '.' || c == '\'' ? "\\&" : "";
        if (c == '\\') {
            out += "\\e";
        } else if (c == '-') {
            out += "\\-";
        } else {
            out += c;
        }
    }
    return out;
}

std::string options_text(const CLI::App& app) {
    std::string out;
    for (const auto& [group, options] : grouped_options(app)) {
        out += ".P\n.I " + roff(group) + "\n";
        for (const CLI::Option* option : options) {
            out += ".TP\n.B " + roff(option_usage(*option)) + "\n" + roff(option->get_description()) + "\n";
        }
    }
    return out;
}

/// One command and those below it.
std::string command_text(const CLI::App& app, const std::string& name) {
    const CommandText* text = text_of(app);
    std::string out;
    if (text != nullptr) {
        out += fmt::format(".SS {0}\n.B {0}\n{1}\n.P\n{2}\n", roff(name), roff(text->usage), roff(text->description));
        out += options_text(app);
        if (!text->examples.empty()) out += ".P\n.I Examples\n.nf\n";
        for (const std::string& example : text->examples) {
            out += "  " + roff("mvlink " + example) + "\n";
        }
        if (!text->examples.empty()) out += ".fi\n";
    }
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
        out += command_text(*command, name + " " + command->get_name());
    }
    return out;
}

}  // namespace

std::string manual_page(const CLI::App& program) {
    std::string out = fmt::format(".TH MVLINK 1 \"\" \"mvlink {}\" \"User commands\"\n", version());
    out += ".SH NAME\nmvlink \\- semi\\-supervised clustering of data in one or several views\n";
    out += ".SH SYNOPSIS\n.B mvlink\n.I COMMAND\n[arguments]\n.SH DESCRIPTION\n";
    out += roff(program.get_description()) + "\n.SH COMMANDS\n" + command_text(program, "mvlink");
    return out + kStatus;
}

}  // namespace mvlink::cli
