#include "command.hpp"
#include "data_arguments.hpp"
#include "help.hpp"
#include "large_files.hpp"
#include "output_file.hpp"
#include "progress_bar.hpp"
#include "question_arguments.hpp"
#include "run_arguments.hpp"
#include "screen.hpp"
#include "text.hpp"

#include <mvlink/error.hpp>
#include <mvlink/io.hpp>
#include <mvlink/journal.hpp>

#include <filesystem>
#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace mvlink::cli {
namespace {

struct FromJournalArguments {
    DataArguments data;
    std::vector<std::string> journals;
    std::string file;
    bool force = false;
    RunArguments run;
};

/// Answers of a journal whose lines name nobody are told apart from those of other journals by its name, or by its path
/// where several have one name.
void name_people(std::vector<SessionEvent>& events, const std::string& journal,
                 const std::vector<std::string>& journals) {
    if (journals.size() < 2) return;
    const auto name_of = [](const std::string& file) { return std::filesystem::path(file).stem().string(); };
    const auto alike = std::count_if(journals.begin(), journals.end(),
                                     [&](const std::string& other) { return name_of(other) == name_of(journal); });
    for (SessionEvent& event : events) {
        if (event.person.empty()) event.person = alike == 1 ? name_of(journal) : journal;
    }
}

std::string merged_text(const MergedAnswers& merged) {
    std::string out =
        fmt::format("{} from the answers", counted(static_cast<long long>(merged.constraints.size()), "constraint"));
    if (merged.undecided > 0) {
        out += fmt::format("; {} left out, because answers contradict each other", counted(merged.undecided, "pair"));
    }
    out += ".\n";
    if (merged.people.size() > 1) {
        out += fmt::format("{}, {} judged by several: they agree on {} (Krippendorff's alpha {:.2f}).\n",
                           counted(static_cast<long long>(merged.people.size()), "person"),
                           counted(merged.shared, "pair"), merged.agreed, merged.alpha);
        for (const PersonReport& person : merged.people) {
            out += fmt::format("  {}: {}, about {:.0f} % wrong\n", person.name.empty() ? "(no name)" : person.name,
                               counted(person.answers, "answer"), 100 * person.error_rate);
        }
    }
    return out;
}

std::string merged_json(const MergedAnswers& merged) {
    auto people = nlohmann::ordered_json::array();
    for (const PersonReport& person : merged.people) {
        people.push_back({{"name", person.name},
                          {"answers", person.answers},
                          {"repeats", person.repeats},
                          {"contradicted", person.contradicted},
                          {"error_rate", person.error_rate}});
    }
    const nlohmann::ordered_json json{{"schema", 1},
                                      {"constraints", merged.constraints.size()},
                                      {"undecided", merged.undecided},
                                      {"shared", merged.shared},
                                      {"agreed", merged.agreed},
                                      {"alpha", merged.alpha},
                                      {"people", people}};
    return json.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

int run_from_journal(const FromJournalArguments& arguments) {
    const OutputFile file(arguments.file, OwnFile::constraints, arguments.force);
    ProgressBar bar(!arguments.run.quiet);
    Context context(settings_of(arguments.run, bar));
    const Problem problem = read_large_problem(to_request(arguments.data), context);
    std::vector<std::string> journals = arguments.journals;
    if (journals.empty()) journals.push_back(journal_of({}, arguments.data).string());
    std::vector<std::vector<SessionEvent>> sessions;
    for (const std::string& journal : journals) {
        sessions.push_back(read_journal(journal, problem.data).events);
        name_people(sessions.back(), journal, journals);
    }
    const MergedAnswers merged = merge_answers(problem, sessions);
    const std::string csv = constraints_csv(problem.data, merged.constraints);
    bar.erase();
    if (!file.is_screen() || !arguments.run.json) file.write(csv);
    if (arguments.run.json) {
        print_out(merged_json(merged));
    } else if (!arguments.run.quiet && !file.is_screen()) {
        print_out(merged_text(merged));
    }
    return kDone;
}

}  // namespace

void add_constraints_from_journal(CLI::App& parent, Commands& commands) {
    auto arguments = std::make_shared<FromJournalArguments>();
    CLI::App* app = add_command(
        parent,
        {.name = "from-journal",
         .title = "Turn the answers of a journal into constraints.",
         .description = "Reads one or several journals of `ask` about the same data and writes the constraints that "
                        "the answers amount to, weighted by how reliable each person seems to be. Of several people it "
                        "says how far they agree.",
         .usage = "DATA [--journal FILE]... [-o FILE]",
         .examples = {"constraints from-journal iris -o constraints.csv",
                      "constraints from-journal iris --journal anna.jsonl --journal ben.jsonl -o constraints.csv"}});
    add_data_arguments(*app, arguments->data);
    add_mapping_arguments(*app, arguments->data);
    app->add_option("--journal", arguments->journals,
                    "A journal; may be given several times. Default: answers.jsonl in the dataset folder.")
        ->option_text("FILE");
    app->add_option("-o", arguments->file, "Where the constraints go. Default: standard output.")->option_text("FILE");
    add_force_argument(*app, arguments->force);
    add_json_argument(*app, arguments->run, "Print counts, people and agreement as JSON.");
    add_quiet_argument(*app, arguments->run);
    commands.push_back({app, [arguments](const Invocation&) { return run_from_journal(*arguments); }});
}

}  // namespace mvlink::cli
