#include "command.hpp"
#include "help.hpp"

namespace mvlink::cli {

void add_constraints(CLI::App& parent, Commands& commands) {
    CLI::App* app = add_command(
        parent,
        {.name = "constraints",
         .title = "Make constraints from known classes, check given ones, or propagate them.",
         .description =
             "Works on must-link and cannot-link constraints: sample draws pairs from known classes, from-labels "
             "turns partly known classes into constraints, close adds what follows, folds divides them to test with "
             "some, check summarizes a set of "
             "constraints and shows where it contradicts itself, propagate writes those that views infer for each "
             "other, from-journal those that the answers to `ask` amount to.",
         .usage = "sample|from-labels|check|close|folds|propagate|from-journal DATA [options]",
         .examples = {"constraints sample iris --n 50 -o pairs.csv", "constraints check iris --constraints pairs.csv",
                      "constraints propagate quadrants -k 2 --constraints pairs.csv"}});
    add_constraints_sample(*app, commands);
    add_constraints_from_labels(*app, commands);
    add_constraints_check(*app, commands);
    add_constraints_close(*app, commands);
    add_constraints_folds(*app, commands);
    add_constraints_propagate(*app, commands);
    add_constraints_from_journal(*app, commands);
    app->require_subcommand(1);
}

}  // namespace mvlink::cli
