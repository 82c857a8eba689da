#include "command.hpp"
#include "help.hpp"
#include "label_files.hpp"
#include "run_arguments.hpp"
#include "screen.hpp"
#include "text.hpp"

#include <mvlink/clustering_measures.hpp>
#include <mvlink/error.hpp>
#include <mvlink/io.hpp>
#include <mvlink/measures.hpp>

#include <algorithm>
#include <array>
#include <memory>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace mvlink::cli {
namespace {

using Json = nlohmann::ordered_json;

struct EvaluateArguments {
    std::vector<std::string> truths;
    std::vector<std::string> labels;
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

/// Truths and labels, all of the same rows in the same order.
struct LabelLists {
    std::vector<SubspaceClustering> truths;
    std::vector<SubspaceClustering> found;
};

LabelLists read_all(const EvaluateArguments& arguments) {
    std::vector<std::string> files = arguments.truths;
    files.insert(files.end(), arguments.labels.begin(), arguments.labels.end());
    if (std::count(files.begin(), files.end(), "-") > 1) {
        throw Error(ErrorCode::usage, "standard input (-) is given twice; expected it once");
    }
    LabelLists lists;
    for (std::vector<std::int32_t>& labels : read_matching_labels(files)) {
        auto& list = lists.truths.size() < arguments.truths.size() ? lists.truths : lists.found;
        list.push_back({std::move(labels)});
    }
    return lists;
}

Evaluation evaluate(const std::vector<std::int32_t>& truth, const std::vector<std::int32_t>& labels) {
    const auto nmi = [&](NmiNormalizer normalizer) { return normalized_mutual_information(truth, labels, normalizer); };
    return {.rows = truth.size(),
            .classes = distinct(truth),
            .clusters = distinct(labels),
            .measures = named(measure(truth, labels)),
            .nmi = {{{"geometric", nmi(NmiNormalizer::geometric)},
                     {"arithmetic", nmi(NmiNormalizer::arithmetic)},
                     {"max", nmi(NmiNormalizer::max)}}}};
}

void add_figures(const Evaluation& evaluation, Json& json) {
    json["classes"] = evaluation.classes;
    json["clusters"] = evaluation.clusters;
    json["measures"] = Json::object();
    json["nmi"] = Json::object();
    for (const auto& [name, value] : evaluation.measures)
        json["measures"][name] = value;
    for (const auto& [name, value] : evaluation.nmi)
        json["nmi"][name] = value;
}

std::string text_of(const Json& json) {
    return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string as_json(const Evaluation& evaluation) {
    Json json{{"schema", 1}, {"rows", evaluation.rows}};
    add_figures(evaluation, json);
    return text_of(json);
}

std::string meaning(const std::string& measure) {
    static const std::vector<std::pair<std::string, std::string>> meanings{
        {"f_measure", "pairs of rows: harmonic mean of precision and recall"},
        {"precision", "share of the pairs put together that belong together"},
        {"recall", "share of the pairs that belong together that were put together"},
        {"nmi", "mutual information over the geometric mean of the entropies"},
        {"acc", "share of rows that are right under the best matching of clusters to classes"},
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

/// Several clusterings against several truths, each next to the truth it is matched with.
struct SeveralEvaluations {
    struct Match {
        std::string labels;
        std::string truth;  ///< empty: there is none left for it
        Evaluation evaluation;
    };
    std::size_t rows = 0;
    std::vector<Match> matches;
    double e4fc = 0;
};

SeveralEvaluations evaluate_several(const EvaluateArguments& arguments) {
    const auto [truths, found] = read_all(arguments);
    SeveralEvaluations all;
    all.rows = truths.front().labels.size();
    all.e4fc = e4fc(truths, found);
    for (const int truth : match_clusterings(truths, found)) {
        const std::size_t c = all.matches.size();
        SeveralEvaluations::Match match{arguments.labels[c], "", {}};
        if (truth >= 0) {
            const auto t = static_cast<std::size_t>(truth);
            match.truth = arguments.truths[t];
            match.evaluation = evaluate(truths[t].labels, found[c].labels);
        }
        all.matches.push_back(std::move(match));
    }
    return all;
}

std::string as_json(const SeveralEvaluations& all) {
    Json json{{"schema", 1}, {"rows", all.rows}, {"e4fc", all.e4fc}, {"clusterings", Json::array()}};
    for (const auto& match : all.matches) {
        Json entry{{"labels", match.labels}, {"truth", match.truth.empty() ? Json(nullptr) : Json(match.truth)}};
        if (!match.truth.empty()) add_figures(match.evaluation, entry);
        json["clusterings"].push_back(std::move(entry));
    }
    return text_of(json);
}

std::string as_table(const SeveralEvaluations& all) {
    using Align = Table::Align;
    std::vector<Table::Column> columns{{"labels", Align::left}, {"truth", Align::left}};
    for (const auto& [name, value] : named(Measures{}))
        columns.push_back({name, Align::right});
    Table table(columns);
    for (const auto& match : all.matches) {
        std::vector<std::string> cells{match.labels, match.truth.empty() ? "none left" : match.truth};
        for (const auto& [name, value] : match.evaluation.measures)
            cells.push_back(fmt::format("{:.4f}", value));
        cells.resize(columns.size());
        table.add(cells);
    }
    return fmt::format(
        "{}; every clustering next to the truth it is matched with\n\n{}\ne4fc  {:.4f}  all clusters "
        "against all classes: mean of the best F1, both ways\n",
        counted(static_cast<long long>(all.rows), "row"), table.text(), all.e4fc);
}

template <class Figures>
int print(const EvaluateArguments& arguments, const Figures& figures) {
    print_out(arguments.run.json ? as_json(figures) : as_table(figures));
    return kDone;
}

int run_evaluate(const EvaluateArguments& arguments) {
    if (arguments.truths.size() > 1 || arguments.labels.size() > 1) {
        return print(arguments, evaluate_several(arguments));
    }
    const LabelLists lists = read_all(arguments);
    return print(arguments, evaluate(lists.truths.front().labels, lists.found.front().labels));
}

}  // namespace

void add_evaluate(CLI::App& parent, Commands& commands) {
    auto arguments = std::make_shared<EvaluateArguments>();
    CLI::App* app = add_command(
        parent,
        {.name = "evaluate",
         .title = "Compare labels with the truth.",
         .description =
             "Compares clusters with true classes, row by row, in every measure. The names of clusters and "
             "classes do not matter. Both files hold one label per line, or are csv files with a label column "
             "as mvlink writes them; if both also have an id column, rows are matched by it. A negative "
             "label in the truth means unknown and is left out. Several clusterings of the same rows are "
             "matched with their truths one to one: give --truth and --labels once for each.",
         .usage = "--truth FILE --labels FILE [options]",
         .examples = {"evaluate --truth iris/labels.txt --labels out/labels_x.csv",
                      "evaluate --truth a.txt --labels b.txt --json",
                      "evaluate --truth labels_upper.txt --truth labels_lower.txt --labels out/labels_clustering1.csv "
                      "--labels out/labels_clustering2.csv"}});
    const auto add_files = [&](const char* name, std::vector<std::string>& files, const char* help) {
        app->add_option(name, files, help)
            ->required()
            ->option_text("FILE")
            ->group("Data")
            ->expected(1)
            ->allow_extra_args(false)
            ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    };
    add_files("--truth", arguments->truths, "True classes; may be given several times.");
    add_files("--labels", arguments->labels, "Labels to judge; may be given several times.");
    add_json_argument(*app, arguments->run, "Print the numbers as JSON.");
    add_quiet_argument(*app, arguments->run);
    commands.push_back({app, [arguments](const Invocation&) { return run_evaluate(*arguments); }});
}

}  // namespace mvlink::cli
