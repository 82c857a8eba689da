#include "command.hpp"
#include "data_arguments.hpp"
#include "help.hpp"
#include "large_files.hpp"
#include "output_file.hpp"
#include "progress_bar.hpp"
#include "run_arguments.hpp"
#include "screen.hpp"
#include "text.hpp"

#include <mvlink/error.hpp>
#include <mvlink/folds.hpp>
#include <mvlink/io.hpp>

#include <algorithm>
#include <memory>
#include <string_view>

#include <fmt/format.h>

namespace mvlink::cli {
namespace {

struct FoldsArguments {
    DataArguments data;
    RunArguments run;
    int folds = 5;
    int only = 0;     ///< from 1; 0: all folds
    int without = 0;  ///< from 1; 0: none is left out
    std::string file;
    bool force = false;
};

void require_fold(const char* option, int fold, int folds) {
    if (fold <= folds) return;
    throw Error(ErrorCode::usage,
                fmt::format("{} {}: there are {} folds; expected 1 to {}", option, fold, folds, folds));
}

std::vector<FoldedConstraint> chosen(const std::vector<FoldedConstraint>& all, const FoldsArguments& arguments) {
    std::vector<FoldedConstraint> kept;
    std::copy_if(all.begin(), all.end(), std::back_inserter(kept), [&](const FoldedConstraint& one) {
        const int fold = one.fold + 1;
        return arguments.only > 0 ? fold == arguments.only : fold != arguments.without;
    });
    return kept;
}

/// The columns of constraints.csv and the fold, which readers of constraints ignore.
std::string folds_csv(const Dataset& data, const std::vector<FoldedConstraint>& folded) {
    std::vector<Constraint> plain;
    plain.reserve(folded.size());
    for (const FoldedConstraint& one : folded)
        plain.push_back(one.constraint);
    const std::string csv = constraints_csv(data, plain);
    std::string out;
    std::size_t line = 0;
    for (std::size_t begin = 0; begin < csv.size(); ++line) {
        const std::size_t end = csv.find('\n', begin);
        out += std::string_view(csv).substr(begin, end - begin);
        out += line == 0 ? ",fold\n" : fmt::format(",{}\n", folded[line - 1].fold + 1);
        begin = end + 1;
    }
    return out;
}

int run_folds(const FoldsArguments& arguments) {
    require_fold("--only", arguments.only, arguments.folds);
    require_fold("--without", arguments.without, arguments.folds);
    const ReadRequest request = to_request(arguments.data);
    const OutputFile file(arguments.file, OwnFile::constraints, arguments.force);
    ProgressBar bar(!arguments.run.quiet);
    Context context(settings_of(arguments.run, bar));
    bar.step("reading the data");
    const Problem problem = read_large_problem(request, context);
    bar.erase();
    const std::vector<FoldedConstraint> all =
        constraint_folds(problem.data, arguments.folds, context.stream("constraints/folds"));
    const std::vector<FoldedConstraint> kept = chosen(all, arguments);
    const std::string csv = folds_csv(problem.data, kept);
    file.write(csv);
    if (!arguments.run.quiet && !file.is_screen()) {
        print_out(fmt::format("Written to {}: {} of {}.\n", shell_quoted(arguments.file),
                              counted(static_cast<long long>(kept.size()), "constraint"),
                              counted(arguments.folds, "fold")));
    }
    return kDone;
}

}  // namespace

void add_constraints_folds(CLI::App& parent, Commands& commands) {
    auto arguments = std::make_shared<FoldsArguments>();
    CLI::App* app = add_command(
        parent,
        {.name = "folds",
         .title = "Divide constraints into folds, to learn from some and test with the others.",
         .description = "Writes the constraints with a column fold, 1 to N. Nothing in a fold follows from the other "
                        "folds: not by the closure, not through the mapping, not as a copy in another view. So a "
                        "fold that was held out is a fair test. Lines of all folds, or of some (--only, --without), "
                        "can be given as --constraints.",
         .usage = "DATA [--constraints FILE] [--folds N] [--only F|--without F] [options]",
         .examples = {"constraints folds iris --constraints pairs.csv -o folds.csv",
                      "constraints folds iris --constraints pairs.csv --without 1 -o train.csv",
                      "constraints folds iris --constraints pairs.csv --only 1 -o test.csv"}});
    add_data_arguments(*app, arguments->data);
    add_constraints_argument(*app, arguments->data);
    add_partial_labels_argument(*app, arguments->data);
    add_mapping_arguments(*app, arguments->data);
    app->add_option("--folds", arguments->folds, "Number of folds. Default: 5.")
        ->option_text("N")
        ->check(CLI::Range(2, 1'000'000))
        ->group("Folds");
    CLI::Option* only = app->add_option("--only", arguments->only, "Only the constraints of this fold: to test with.")
                            ->option_text("F")
                            ->check(CLI::Range(1, 1'000'000))
                            ->group("Folds");
    app->add_option("--without", arguments->without, "All constraints but those of this fold: to learn from.")
        ->option_text("F")
        ->check(CLI::Range(1, 1'000'000))
        ->excludes(only)
        ->group("Folds");
    add_seed_argument(*app, arguments->run);
    app->add_option("-o", arguments->file, "File to write instead of printing.")->option_text("FILE")->group("Output");
    add_force_argument(*app, arguments->force);
    add_quiet_argument(*app, arguments->run);
    commands.push_back({app, [arguments](const Invocation&) { return run_folds(*arguments); }});
}

}  // namespace mvlink::cli
