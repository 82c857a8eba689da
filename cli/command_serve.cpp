#include "command.hpp"
#include "data_arguments.hpp"
#include "failure.hpp"
#include "help.hpp"
#include "progress_bar.hpp"
#include "question_arguments.hpp"
#include "run_arguments.hpp"
#include "screen.hpp"

#include <mvlink/io.hpp>

#include <chrono>
#include <memory>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "serve/app.hpp"
#include "serve/server.hpp"

namespace mvlink::cli {
namespace {

struct ServeArguments {
    DataArguments data;
    QuestionArguments questions;
    RunArguments run;
    std::string person;
    unsigned short port = 0;
    int idle_stop = 0;
};

serve::App::Setup setup_of(const ServeArguments& arguments) {
    serve::App::Setup setup;
    setup.desk.session = to_setup(arguments.questions);
    setup.desk.journal = journal_of(arguments.questions, arguments.data);
    QuestionArguments beside = arguments.questions;
    beside.journal.clear();
    setup.folder = journal_of(beside, arguments.data).parent_path();  // where the data are: images and texts too
    if (setup.folder.empty()) setup.folder = ".";
    setup.desk.person = arguments.person;
    setup.desk.refits.seed = arguments.run.seed;
    setup.desk.refits.threads = arguments.run.threads;
    return setup;
}

/// What the person has to know about the journal before the page opens.
void report_torn_journal(const serve::App& app) {
    const std::string file = app.desk.journal_file().string();
    if (app.desk.journal_was_torn()) {
        print_error(
            fmt::format("{0}: the last line was incomplete and counts for nothing; it is kept in {0}.torn", file));
    }
}

int run_serve(const ServeArguments& arguments) {
    const ReadRequest files = to_request(arguments.data);
    const serve::App::Setup setup = setup_of(arguments);
    serve::Server server(arguments.port);  // before the data: a port that is taken costs no work
    ProgressBar bar(!arguments.run.quiet);
    Context context({.seed = arguments.run.seed, .threads = arguments.run.threads});
    bar.step("reading the data");
    Problem problem = read_problem(files, context);
    bar.step("finding the first questions");
    serve::App app(std::move(problem), setup, server.port(), context);
    bar.erase();
    report_torn_journal(app);
    serve::Server::Options options;
    options.idle_stop = std::chrono::minutes(arguments.idle_stop);
    options.on_ready = [&app] {
        print_out(app.gate.address() + "\n");
        flush_out();
    };
    server.run([&app](const serve::Request& request) { return app.handle(request); }, options);
    return kDone;
}

}  // namespace

void add_serve(CLI::App& parent, Commands& commands) {
    auto arguments = std::make_shared<ServeArguments>();
    CLI::App* app = add_command(
        parent,
        {.name = "serve",
         .title = "Judge pairs on a local page, with the clusters beside them.",
         .description =
             "Opens a page on this machine that shows two rows at a time and asks whether they belong together. The "
             "pairs are those whose answers help most. The page also shows the clusters on a map, every answer, and "
             "when to stop. Each answer is on disk before the next question appears. Prints one line: the address to "
             "open in a browser. It works once and only on this machine. Ctrl-C stops the page; the next start goes on "
             "from the journal.",
         .usage = "DATA [-k K] [options]",
         .examples = {"serve iris -k 3", "serve photos --journal mine.jsonl --person anna",
                      "serve --view x=points.csv -k 4 --port 8080"}});
    add_data_arguments(*app, arguments->data);
    add_constraints_argument(*app, arguments->data);
    add_mapping_arguments(*app, arguments->data);
    add_question_arguments(*app, arguments->questions);
    app->add_option("--person", arguments->person, "Who answers: a name for the journal. Default: none.")
        ->option_text("NAME")
        ->group("Questions");
    app->add_option("--port", arguments->port, "Port to listen on. Default: 0, any that is free.")
        ->option_text("P")
        ->check(number_between(0, 65535))
        ->group("Running");
    app->add_option("--idle-stop", arguments->idle_stop,
                    "Stop after this many minutes without a request. Default: 0, never.")
        ->option_text("MINUTES")
        ->check(number_between(0, 100000))
        ->group("Running");
    add_seed_argument(*app, arguments->run);
    add_threads_argument(*app, arguments->run);
    add_quiet_argument(*app, arguments->run);
    commands.push_back({app, [arguments](const Invocation&) { return run_serve(*arguments); }});
}

}  // namespace mvlink::cli
