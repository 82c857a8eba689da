#include "help.hpp"

#include "screen.hpp"
#include "text.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <memory>

namespace mvlink::cli {
namespace {

constexpr std::size_t kOptionColumn = 26;

/// A command that knows its own text.
class CommandApp : public CLI::App {
public:
    explicit CommandApp(CommandText text) : CLI::App(text.title, text.name), text_(std::move(text)) {}
    [[nodiscard]] const CommandText& text() const noexcept { return text_; }

private:
    CommandText text_;
};

std::string two_columns(const std::string& left, const std::string& right) {
    std::string out = "  " + left;
    if (display_width(out) + 2 > kOptionColumn) {
        out += "\n" + std::string(kOptionColumn, ' ');
    } else {
        out = pad_right(out, kOptionColumn);
    }
    return out + wrap(right, text_width(), kOptionColumn) + "\n";
}

std::string option_groups(const CLI::App& app) {
    std::string out;
    for (const auto& [group, options] : grouped_options(app)) {
        out += "\n" + group + ":\n";
        for (const CLI::Option* option : options) {
            out += two_columns(option_usage(*option), option->get_description());
        }
    }
    return out;
}

std::string subcommand_list(const CLI::App& app) {
    const auto commands = app.get_subcommands([](const CLI::App* command) { return !command->get_group().empty(); });
    std::string out = commands.empty() ? "" : "\nCommands:\n";
    for (const CLI::App* command : commands) {
        out += two_columns(command->get_name(), command->get_description());
    }
    return out;
}

class ReadableHelp : public CLI::FormatterBase {
public:
    std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode /*mode*/) const override {
        const CommandText* text = text_of(*app);
        const std::string description = text != nullptr ? text->description : app->get_description();
        const std::string usage = text != nullptr ? text->usage : "COMMAND [arguments]";
        std::string out = wrap(description, text_width()) + "\n\nUsage: " + name + " " + usage + "\n";
        out += subcommand_list(*app) + option_groups(*app);
        if (text == nullptr) return out + app->get_footer();
        if (!text->examples.empty()) out += "\nExamples:\n";
        for (const std::string& example : text->examples) {
            out += "  mvlink " + example + "\n";
        }
        return out;
    }
};

}  // namespace

const CommandText* text_of(const CLI::App& app) {
    const auto* command = dynamic_cast<const CommandApp*>(&app);
    return command != nullptr ? &command->text() : nullptr;
}

std::vector<std::pair<std::string, std::vector<const CLI::Option*>>> grouped_options(const CLI::App& app) {
    std::vector<std::string> groups = app.get_groups();
    std::stable_partition(groups.begin(), groups.end(), [](const std::string& group) { return group != "Other"; });
    std::vector<std::pair<std::string, std::vector<const CLI::Option*>>> found;
    for (const std::string& group : groups) {
        auto options = app.get_options([&](const CLI::Option* option) { return option->get_group() == group; });
        if (!group.empty() && !options.empty()) found.emplace_back(group, std::move(options));
    }
    return found;
}

std::string option_usage(const CLI::Option& option) {
    const std::string value = option.get_option_text();
    const std::string name = option.get_positional() ? option.get_name(true) : option.get_name(false, true);
    return join(split(name, ','), ", ") + (value.empty() ? "" : " " + value);
}

CLI::App* add_command(CLI::App& parent, const CommandText& text) {
    auto command = std::make_shared<CommandApp>(text);
    command->formatter(std::make_shared<ReadableHelp>());
    command->set_help_flag("-h,--help", "Show this help and exit.")->group("Other");
    // A second word is data, even if it is spelt like a command.
    command->require_subcommand(0, 1);
    return parent.add_subcommand(command);
}

void use_readable_help(CLI::App& program) {
    program.formatter(std::make_shared<ReadableHelp>());
    program.set_help_flag("-h,--help", "Show this help and exit.")->group("Other");
    program.require_subcommand(0, 1);
}

}  // namespace mvlink::cli
