#include "command.hpp"
#include "help.hpp"
#include "run_arguments.hpp"
#include "screen.hpp"
#include "text.hpp"

#include <mvlink/error.hpp>
#include <mvlink/io.hpp>
#include <mvlink/measures.hpp>

#include <array>
#include <memory>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace mvlink::cli {
namespace {

using Json = nlohmann::ordered_json;

struct EvaluateArguments {
    std::string truth;
    std::string labels;
    RunArguments run;
};

struct Evaluation {
    std::size_t rows = 0;
    std::size_t classes = 0;
    std::size_t clusters = 0;
    std::vector<std::pair<std::string, double>> measures;
    std::array<std::pair<std::string, double>, 3> nmi;
};

std::size_t distinct(const std::vector<std::int32_t>& labels) {
    std::set<std::int32_t> known(labels.begin(), labels.end());
    known.erase(known.begin(), known.lower_bound(0));
    return known.size();
}

Evaluation evaluate(const EvaluateArguments& arguments) {
    const std::vector<std::int32_t> truth = read_labels(arguments.truth).labels;
    const std::vector<std::int32_t> labels = read_labels(arguments.labels).labels;
    if (truth.size() != labels.size()) {
        throw Error(ErrorCode::input, fmt::format("{} has {} labels and {} has {}: they must be of the same rows",
                                                  arguments.truth, truth.size(), arguments.labels, labels.size()));
    }
    const auto nmi = [&](NmiNormalizer normalizer) { return normalized_mutual_information(truth, labels, normalizer); };
    return {.rows = truth.size(),
            .classes = distinct(truth),
            .clusters = distinct(labels),
            .measures = named(measure(truth, labels)),
            .nmi = {{{"geometric", nmi(NmiNormalizer::geometric)},
                     {"arithmetic", nmi(NmiNormalizer::arithmetic)},
                     {"max", nmi(NmiNormalizer::max)}}}};
}

std::string as_json(const Evaluation& evaluation) {
    Json json{{"schema", 1},
              {"rows", evaluation.rows},
              {"classes", evaluation.classes},
              {"clusters", evaluation.clusters},
              {"measures", Json::object()},
              {"nmi", Json::object()}};
    for (const auto& [name, value] : evaluation.measures)
        json["measures"][name] = value;
    for (const auto& [name, value] : evaluation.nmi)
        json["nmi"][name] = value;
    return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string meaning(const std::string& measure) {
    static const std::vector<std::pair<std::string, std::string>> meanings{
        {"f_measure", "pairs of rows: harmonic mean of precision and recall"},
        {"precision", "share of the pairs put together that belong together"},
        {"recall", "share of the pairs that belong together that were put together"},
        {"nmi", "mutual information over the geometric mean of the entropies"},
        {"acc", "share of rows right under the best matching of clusters to classes"},
        {"ari", "pairs right, corrected for chance (0: chance, 1: equal)"},
        {"purity", "share of rows in the main class of their cluster"}};
    for (const auto& [name, text] : meanings) {
        if (name == measure) return text;
    }
    return "";
}

std::string as_table(const Evaluation& evaluation) {
    Table table({{"measure", Table::Align::left}, {"value", Table::Align::right}, {"meaning", Table::Align::left}});
    for (const auto& [name, value] : evaluation.measures) {
        table.add({name, fmt::format("{:.4f}", value), meaning(name)});
    }
    for (std::size_t i = 1; i < evaluation.nmi.size(); ++i) {
        const auto& [name, value] = evaluation.nmi[i];
        table.add({"nmi " + name, fmt::format("{:.4f}", value),
                   name == "max" ? "over the larger entropy" : "over the arithmetic mean of the entropies"});
    }
    return fmt::format("{}, {} and {}\n\n{}", counted(static_cast<long long>(evaluation.rows), "row"),
                       evaluation.classes == 1 ? "1 class" : fmt::format("{} classes", evaluation.classes),
                       counted(static_cast<long long>(evaluation.clusters), "cluster"), table.text());
}

int run_evaluate(const EvaluateArguments& arguments) {
    const Evaluation evaluation = evaluate(arguments);
    print_out(arguments.run.json ? as_json(evaluation) : as_table(evaluation));
    return kDone;
}

}  // namespace

void add_evaluate(CLI::App& parent, Commands& commands) {
    auto arguments = std::make_shared<EvaluateArguments>();
    CLI::App* app = add_command(
        parent,
        {.name = "evaluate",
         .title = "Compare labels with the truth.",
         .description = "Compares clusters with true classes, row by row, in every measure. The names of clusters and "
                        "classes do not matter. Both files hold one label a line, or are csv files with a label column "
                        "as mvlink writes them; a negative label in the truth means unknown and is left out.",
         .usage = "--truth FILE --labels FILE [options]",
         .examples = {"evaluate --truth iris/labels.txt --labels out/labels_x.csv",
                      "evaluate --truth a.txt --labels b.txt --json"}});
    app->add_option("--truth", arguments->truth, "True classes.")->required()->option_text("FILE")->group("Data");
    app->add_option("--labels", arguments->labels, "Labels to judge.")->required()->option_text("FILE")->group("Data");
    add_json_argument(*app, arguments->run, "Print the figures as JSON.");
    add_quiet_argument(*app, arguments->run);
    commands.push_back({app, [arguments](const Invocation&) { return run_evaluate(*arguments); }});
}

}  // namespace mvlink::cli
