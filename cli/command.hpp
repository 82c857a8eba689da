#pragma once

#include <CLI/CLI.hpp>

#include <functional>
#include <string>
#include <vector>

/// The commands of mvlink. Each declares its arguments on the parser and says what to do once they are parsed.
namespace mvlink::cli {

/// Beside the codes of mvlink::Error.
constexpr int kDone = 0;
constexpr int kInterrupted = 130;

/// How the program was called.
struct Invocation {
    std::string command_line;             ///< to repeat it
    std::vector<std::string> words = {};  ///< of it, without the name of the program
};

struct Command {
    CLI::App* app = nullptr;
    std::function<int(const Invocation&)> run;  ///< returns the exit status
};
using Commands = std::vector<Command>;

void add_cluster(CLI::App& parent, Commands& commands);
void add_predict(CLI::App& parent, Commands& commands);
void add_evaluate(CLI::App& parent, Commands& commands);
void add_compare(CLI::App& parent, Commands& commands);
void add_constraints(CLI::App& parent, Commands& commands);
void add_constraints_sample(CLI::App& parent, Commands& commands);
void add_constraints_from_labels(CLI::App& parent, Commands& commands);
void add_constraints_close(CLI::App& parent, Commands& commands);
void add_constraints_check(CLI::App& parent, Commands& commands);
void add_constraints_folds(CLI::App& parent, Commands& commands);
void add_constraints_propagate(CLI::App& parent, Commands& commands);
void add_constraints_from_journal(CLI::App& parent, Commands& commands);
void add_ask(CLI::App& parent, Commands& commands);
void add_generate(CLI::App& parent, Commands& commands);
void add_methods(CLI::App& parent, Commands& commands);
void add_completion(CLI::App& program, Commands& commands);
void add_data(CLI::App& parent, Commands& commands);
void add_reproduce(CLI::App& parent, Commands& commands);
void add_serve(CLI::App& parent, Commands& commands);
void add_demo(CLI::App& parent, Commands& commands);
void add_select(CLI::App& parent, Commands& commands);

}  // namespace mvlink::cli
