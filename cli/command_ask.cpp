#include "asking.hpp"
#include "command.hpp"
#include "data_arguments.hpp"
#include "failure.hpp"
#include "help.hpp"
#include "interrupt.hpp"
#include "labels_text.hpp"
#include "output_file.hpp"
#include "progress_bar.hpp"
#include "question_arguments.hpp"
#include "run_arguments.hpp"
#include "screen.hpp"
#include "text.hpp"

#include <mvlink/error.hpp>
#include <mvlink/io.hpp>
#include <mvlink/journal.hpp>

#include <algorithm>
#include <filesystem>
#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace mvlink::cli {
namespace {

struct AskArguments {
    DataArguments data;
    QuestionArguments questions;
    RunArguments run;
    int next = 0;
    std::string file;
    bool force = false;
    std::string answers;
    std::string labels;
    std::string person;

    [[nodiscard]] bool works_with_files() const { return next > 0 || !answers.empty() || !labels.empty(); }
    [[nodiscard]] bool prints_questions() const { return next > 0 && (file.empty() || file == "-"); }
};

void check_standard_streams(const AskArguments& arguments) {
    const int printed =
        (arguments.run.json ? 1 : 0) + (arguments.prints_questions() ? 1 : 0) + (arguments.labels == "-" ? 1 : 0);
    if (arguments.works_with_files() && printed > 1) {
        throw Error(ErrorCode::usage,
                    "two of --json, the questions (without -o FILE) and --labels - write to standard output; expected "
                    "one of them");
    }
    if (!reads_standard_input(arguments.data)) return;
    if (arguments.answers == "-") {
        throw Error(ErrorCode::usage, "standard input (-) is given twice; expected it once");
    }
    if (!arguments.works_with_files()) {
        throw Error(ErrorCode::usage,
                    "ask: standard input holds data, so nobody can answer there; expected --next N, or data in a file");
    }
}

/// Whether the labels have a file of their own.
bool outputs_differ(const AskArguments& arguments) {
    const auto place = [](const std::filesystem::path& file) { return std::filesystem::weakly_canonical(file); };
    const std::filesystem::path labels = place(arguments.labels);
    if (arguments.labels == "-") return true;
    return labels != place(journal_of(arguments.questions, arguments.data)) &&
           (arguments.file.empty() || labels != place(arguments.file)) &&
           (arguments.answers.empty() || labels != place(arguments.answers));
}

void check_arguments(const AskArguments& arguments) {
    check_standard_streams(arguments);
    if (arguments.run.json && !arguments.works_with_files()) {
        throw Error(ErrorCode::usage,
                    "--json: says how far the session has come, which needs --next, --answers or "
                    "--labels");
    }
    if (!arguments.labels.empty() && !outputs_differ(arguments)) {
        throw Error(ErrorCode::usage,
                    fmt::format("--labels {}: another file of this call; expected one of its own", arguments.labels));
    }
    if (!arguments.file.empty() && arguments.next == 0) {
        throw Error(ErrorCode::usage,
                    fmt::format("-o {}: it says where questions go, which needs --next N", arguments.file));
    }
}

/// The files that it writes. Questions may replace the answers that are taken first.
struct AskOutputs {
    explicit AskOutputs(const AskArguments& arguments)
        : questions(arguments.file, OwnFile::questions, arguments.force || arguments.file == arguments.answers),
          labels(arguments.labels, OwnFile::labels, arguments.force) {}
    OutputFile questions, labels;
};

/// What the objects are called: by their row where there is one view or rows are objects, else with the view.
std::string labels_csv(const Dataset& data, const Partition& partition) {
    std::string out = "id,label,confidence\n";
    const bool rows_are_objects = data.objects().rows_are_objects();
    std::vector<bool> written(data.objects().count(), false);
    for (int view = 0; view < data.n_views(); ++view) {
        for (Index row = 0; row < data.view(view).rows(); ++row) {
            const auto object = static_cast<std::size_t>(data.objects().of({view, row}));
            if (written[object]) continue;
            written[object] = true;
            const std::string name = data.view(view).row_name(row);
            const bool alone = rows_are_objects || data.view(view).has_ids();
            out += fmt::format("{},{},{:.4f}\n",
                               csv_quoted(alone ? name : fmt::format("{}:{}", data.view(view).name(), name)),
                               partition.labels[object], partition.confidence[object]);
        }
    }
    return out;
}

/// labels.csv for the first clustering, labels_clustering2.csv beside it for the second.
std::string labels_file(const std::string& file, std::size_t clustering) {
    if (clustering == 0) return file;
    const std::filesystem::path path(file);
    return (path.parent_path() /
            fmt::format("{}_clustering{}{}", path.stem().string(), clustering + 1, path.extension().string()))
        .string();
}

/// Returns the files.
std::vector<std::string> write_labels(const OutputFile& file, QuestionSession& session) {
    std::vector<std::string> files;
    std::vector<Partition> clusterings = session.clusterings();
    if (file.is_screen()) {
        for (Partition& partition : clusterings)
            partition.scope = Scope::clustering;
        print_data(clusterings.size() > 1 ? label_lines(session.problem().data, clusterings)
                                          : labels_csv(session.problem().data, clusterings.front()));
        return {file.name()};
    }
    for (const Partition& partition : clusterings) {
        files.push_back(labels_file(file.name(), files.size()));
        write_text(files.back(), labels_csv(session.problem().data, partition));
    }
    return files;
}

std::string progress_json(QuestionSession& session, Index taken, Index written) {
    const SessionProgress progress = session.progress();
    const nlohmann::ordered_json json{{"schema", 1},
                                      {"answers", progress.answers},
                                      {"same", progress.same},
                                      {"different", progress.different},
                                      {"not_sure", progress.not_sure},
                                      {"taken", taken},
                                      {"questions", written},
                                      {"conflicts", progress.conflicts},
                                      {"audits", progress.audits},
                                      {"audits_agreed", progress.audits_agreed},
                                      {"agreement_low", progress.agreement_low},
                                      {"agreement_high", progress.agreement_high},
                                      {"may_move", progress.may_move},
                                      {"next_twenty", progress.next_twenty},
                                      {"recommendation", progress.recommendation}};
    return json.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

struct TakenAnswers {
    Index taken = 0, known = 0;
};

/// Answers are all read before the first is taken: a bad line leaves the journal as it was. People fill in a file bit
/// by bit and give it several times: what the journal has from it already is no further witness.
TakenAnswers take_answers(const AskArguments& arguments, JournaledSession& session) {
    if (arguments.answers.empty()) return {};
    auto events = read_answers(arguments.answers, session.session().problem().data);
    const std::vector<SessionEvent>& before = session.journal().contents().events;
    const auto known = [&](const SessionEvent& event) {
        return std::any_of(before.begin(), before.end(), [&](const SessionEvent& other) {
            return other.type == EventType::answer && other.strategy == event.strategy && other.a == event.a &&
                   other.b == event.b && other.verdict == event.verdict && other.same_in == event.same_in &&
                   other.person == event.person;
        });
    };
    TakenAnswers found;
    for (SessionEvent& event : events) {
        if (event.person.empty()) event.person = arguments.person;
        if (known(event)) {
            ++found.known;
            continue;
        }
        session.submit(event);
        ++found.taken;
    }
    return found;
}

void work_with_files(const AskArguments& arguments, const AskOutputs& outputs, JournaledSession& session) {
    const TakenAnswers answers = take_answers(arguments, session);
    std::vector<Question> questions;
    if (arguments.next > 0) {
        questions = session.session().next(arguments.next);
        outputs.questions.write(questions_csv(session.session().problem().data, questions));
    }
    std::vector<std::string> labels;
    if (!arguments.labels.empty()) labels = write_labels(outputs.labels, session.session());
    if (arguments.run.json) {
        print_out(progress_json(session.session(), answers.taken, static_cast<Index>(questions.size())));
        return;
    }
    const bool on_screen = arguments.prints_questions() || arguments.labels == "-";
    if (arguments.run.quiet || on_screen) return;
    if (!arguments.answers.empty()) {
        print_out(fmt::format("{} taken{}.\n", counted(answers.taken, "answer"),
                              answers.known == 0 ? "" : fmt::format("; {} known before", answers.known)));
    }
    if (arguments.next > 0) {
        print_out(fmt::format(
            "{} written to {}: add a column answer (same, different, not-sure{}) and give the "
            "file back with --answers.\n",
            counted(static_cast<long long>(questions.size()), "question"), arguments.file,
            session.session().respects().empty() ? "" : ", or \"same in 1\" where it holds in one respect"));
    }
    if (labels.size() > 1) print_out(fmt::format("Labels of every clustering are in {}.\n", join(labels, ", ")));
    for (std::size_t i = 0; i < session.session().respects().size(); ++i)
        print_out(fmt::format("{} {}\n", i + 1, session.session().respects()[i]));
    print_out(describe_progress(session.session()));
}

void report_torn(const JournaledSession& session) {
    if (session.journal().contents().torn.empty()) return;
    print_error(fmt::format("{}: the last line was incomplete and counts for nothing; it is kept in {}.torn",
                            session.journal().file().string(), session.journal().file().string()));
}

int run_ask(const AskArguments& arguments) {
    check_arguments(arguments);
    const AskOutputs outputs(arguments);
    const SessionSetup setup = to_setup(arguments.questions);
    ProgressBar bar(!arguments.run.quiet);
    Context context(settings_of(arguments.run, bar));
    bar.step("reading the data");
    Problem problem = read_problem(to_request(arguments.data), context);
    bar.step("finding neighbours");
    JournaledSession session(std::move(problem), setup, journal_of(arguments.questions, arguments.data), context);
    bar.erase();
    report_torn(session);
    if (arguments.works_with_files()) {
        work_with_files(arguments, outputs, session);
        return kDone;
    }
    ask_in_terminal(session, arguments.person);
    if (!arguments.run.quiet) print_out(describe_progress(session.session()));
    return kDone;
}

}  // namespace

void add_ask(CLI::App& parent, Commands& commands) {
    auto arguments = std::make_shared<AskArguments>();
    CLI::App* app = add_command(
        parent,
        {.name = "ask",
         .title = "Ask which rows belong together, the most useful questions first.",
         .description =
             "Chooses pairs of rows for a person to judge, keeps every answer in a journal, and says which clusters "
             "follow. Without --next, --answers or --labels it asks in the terminal. The journal is on disk before the "
             "next question is shown, so nothing is lost; call the command again to go on.",
         .usage = "DATA [-k K] [options]",
         .examples = {"ask iris -k 3", "ask iris -k 3 --next 20 -o questions.csv",
                      "ask iris -k 3 --answers answers.csv --labels labels.csv",
                      "ask iris --strategy uncertain --journal anna.jsonl --person anna"}});
    add_data_arguments(*app, arguments->data);
    add_constraints_argument(*app, arguments->data);
    add_mapping_arguments(*app, arguments->data);
    add_question_arguments(*app, arguments->questions);
    app->add_option("--next", arguments->next, "Write this many questions instead of asking them.")
        ->option_text("N")
        ->check(number_between(1, 1e6))
        ->group("Files");
    app->add_option("-o", arguments->file, "Where the questions go: view_a,a,view_b,b,why. Default: standard output.")
        ->option_text("FILE")
        ->group("Files");
    app->add_option("--answers", arguments->answers,
                    "Take answers from a csv: the same columns and `answer` (same, different, not-sure; of several "
                    "clusterings also \"same in 1\"), perhaps `person`.")
        ->option_text("FILE")
        ->group("Files");
    app->add_option("--labels", arguments->labels,
                    "Write the clusters that follow from the answers now: id,label,confidence. Of several clusterings "
                    "the first; the others beside it, as labels_clustering2.csv and so on.")
        ->option_text("FILE")
        ->group("Files");
    add_force_argument(*app, arguments->force);
    app->add_option("--person", arguments->person, "Who answers, where several people do.")
        ->option_text("NAME")
        ->group("Questions");
    add_seed_argument(*app, arguments->run);
    add_threads_argument(*app, arguments->run);
    add_json_argument(*app, arguments->run, "Print how far the session has come as JSON.");
    add_quiet_argument(*app, arguments->run);
    commands.push_back({app, [arguments](const Invocation&) { return run_ask(*arguments); }});
}

}  // namespace mvlink::cli
