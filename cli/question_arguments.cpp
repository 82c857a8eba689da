#include "question_arguments.hpp"

#include "run_arguments.hpp"
#include "text.hpp"

#include <mvlink/error.hpp>
#include <mvlink/journal.hpp>

#include <algorithm>

#include <fmt/format.h>

namespace mvlink::cli {

void add_question_arguments(CLI::App& app, QuestionArguments& arguments) {
    add_method_arguments(app, arguments.method);
    add_preparation_argument(app, arguments.method);
    std::vector<std::string> names;
    for (const StrategyInfo& strategy : strategies())
        names.push_back(strategy.name);
    app.add_option("--strategy", arguments.options.strategy,
                   fmt::format("How questions are chosen: {}. Default: skeleton.", join(names, ", ")))
        ->option_text("NAME")
        ->group("Questions");
    app.add_option("--check-every", arguments.options.check_every,
                   "One question in this many is a check: asked again, or drawn at random. 0: none. Default: 12.")
        ->option_text("N")
        ->check(number_between(0, 1e6))
        ->group("Questions");
    app.add_option("--journal", arguments.journal,
                   "Where answers are kept. Default: answers.jsonl in the dataset folder, or beside the table.")
        ->option_text("FILE")
        ->group("Questions");
}

SessionSetup to_setup(const QuestionArguments& arguments) {
    SessionSetup setup;
    setup.options = arguments.options;
    setup.start = to_run_request(arguments.method);
    std::vector<std::string> names;
    for (const StrategyInfo& strategy : strategies())
        names.push_back(strategy.name);
    if (std::find(names.begin(), names.end(), setup.options.strategy) == names.end()) {
        const std::string nearest = nearest_name(setup.options.strategy, names);
        throw Error(ErrorCode::usage,
                    fmt::format("--strategy {}: it does not exist{}; expected one of {}", setup.options.strategy,
                                nearest.empty() ? "" : fmt::format(" (did you mean {}?)", nearest), join(names, ", ")));
    }
    return setup;
}

std::filesystem::path journal_of(const QuestionArguments& arguments, const DataArguments& data) {
    if (arguments.journal == "-") {
        throw Error(ErrorCode::usage, "--journal -: a journal is kept for the next call; expected the name of a file");
    }
    if (!arguments.journal.empty()) return arguments.journal;
    std::filesystem::path place = data.folder;
    if (place.empty() && !data.files.empty()) {
        const std::string& file = data.files.front();
        place = file.substr(std::min(file.find('=') + 1, file.size()));
    }
    std::error_code ignored;
    return (std::filesystem::is_directory(place, ignored) ? place : place.parent_path()) / kJournalFile;
}

}  // namespace mvlink::cli
