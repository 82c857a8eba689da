#include "experiments/text_tables.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace mvlink {
inline namespace v1 {
namespace experiments {
namespace {

std::string mean_text(const Estimate& value) {
    if (std::isnan(value.error)) return fmt::format("{:.3f}", value.mean);
    return fmt::format("{:.3f} ± {:.3f}", value.mean, value.high - value.mean);
}

std::string difference_text(const Estimate& value) {
    if (std::isnan(value.error)) return fmt::format("{:+.3f}", value.mean);
    return fmt::format("{:+.3f} ({:+.3f} to {:+.3f})", value.mean, value.low, value.high);
}

std::string side_text(const Side& side) {
    return fmt::format("{} at {}", side.method, side.x);
}

std::string comparison_text(const Comparison& comparison) {
    const bool better = comparison.expected == Expectation::better;
    return fmt::format("{} {} {}", side_text(comparison.a), better ? "better than" : "equal to",
                       side_text(comparison.b));
}

}  // namespace

std::string axis_name(const Experiment& experiment) {
    switch (experiment.axis) {
        case Axis::constraints:
            return "number of constraints";
        case Axis::wrong_share:
            return "share of wrong constraints";
        case Axis::option:
            return experiment.option;
    }
    return {};
}

std::string measure_name(const std::string& measure) {
    static const std::vector<std::pair<std::string, std::string>> names{{"f_measure", "pairwise F-measure"},
                                                                        {"precision", "pairwise precision"},
                                                                        {"recall", "pairwise recall"},
                                                                        {"nmi", "NMI"},
                                                                        {"acc", "accuracy"},
                                                                        {"ari", "adjusted Rand index"},
                                                                        {"purity", "purity"}};
    const auto known =
        std::find_if(names.begin(), names.end(), [&](const auto& name) { return name.first == measure; });
    return known == names.end() ? measure : known->second;
}

std::vector<TextTable> curve_tables(const Plan& plan, const Analysis& analysis) {
    const Experiment& experiment = analysis.experiment();
    std::vector<TextTable> tables;
    for (std::size_t p = 0; p < analysis.curves.size(); ++p) {
        const PlannedPanel& panel = analysis.planned->panels[p];
        TextTable table{fmt::format("{}: {} by {}, mean ± half the 95 % interval of {} repetitions{}",
                                    plan.materials[panel.material].recipe.name, measure_name(experiment.measure),
                                    axis_name(experiment), analysis.planned->repetitions,
                                    experiment.folds > 0 ? fmt::format(" of {} folds", experiment.folds) : ""),
                        {"method"},
                        {}};
        for (const double x : panel.values)
            table.head.push_back(fmt::format("{}", x));
        for (std::size_t method = 0; method < experiment.methods.size(); ++method) {
            table.rows.push_back({experiment.methods[method].label});
            for (const Estimate& point : analysis.curves[p][method].points)
                table.rows.back().push_back(mean_text(point));
        }
        tables.push_back(std::move(table));
    }
    return tables;
}

TextTable reference_table(const Analysis& analysis) {
    const ReferenceSet& set = analysis.experiment().references;
    TextTable table{"Beside the reference: " + set.source,
                    {"dataset", "method", "at", "ours", "reference", "its standard error (taken)", "reached"},
                    {}};
    for (const ReferenceOutcome& outcome : analysis.references) {
        const Reference& reference = *outcome.reference;
        table.rows.push_back({reference.dataset, reference.method, fmt::format("{}", reference.x),
                              mean_text(outcome.ours), fmt::format("{:.3f}", reference.value),
                              fmt::format("{:.3f}", outcome.reference_error), outcome.reached ? "yes" : "no"});
    }
    return table;
}

TextTable comparison_table(const Analysis& analysis) {
    TextTable table{"What the claims say, paired over repetitions",
                    {"claim", "dataset", "expected", "difference (95 % interval)", "verdict"},
                    {}};
    for (std::size_t claim = 0; claim < analysis.claims.size(); ++claim) {
        for (const ComparisonOutcome& outcome : analysis.claims[claim].comparisons) {
            table.rows.push_back({std::to_string(claim + 1), outcome.comparison->dataset,
                                  comparison_text(*outcome.comparison), difference_text(outcome.difference),
                                  std::string(to_string(outcome.verdict))});
        }
    }
    return table;
}

std::string detail_of(const JudgedClaim& judged) {
    const auto& all = judged.comparisons;
    const auto count = [&](Verdict verdict, const std::string& dataset) {
        return std::count_if(all.begin(), all.end(), [&](const ComparisonOutcome& outcome) {
            return outcome.verdict == verdict && (dataset.empty() || outcome.comparison->dataset == dataset);
        });
    };
    std::string detail = fmt::format("{} of {} comparisons reproduced", count(Verdict::reproduced, ""), all.size());
    for (const Verdict verdict : {Verdict::not_reproduced, Verdict::inconclusive}) {
        std::vector<std::string> places;
        for (const ComparisonOutcome& outcome : all) {
            const std::string& dataset = outcome.comparison->dataset;
            const auto missed = count(verdict, dataset);
            const std::string place = missed > 1 ? fmt::format("{} ({})", dataset, missed) : dataset;
            if (missed > 0 && std::find(places.begin(), places.end(), place) == places.end()) places.push_back(place);
        }
        if (!places.empty()) detail += fmt::format("; {} on {}", to_string(verdict), fmt::join(places, ", "));
    }
    return detail;
}

TextTable verdict_table(const std::vector<Analysis>& analyses) {
    TextTable table{"", {"experiment", "verdict", "claim", "how far", "in the paper"}, {}};
    for (const Analysis& analysis : analyses) {
        for (const JudgedClaim& judged : analysis.claims) {
            table.rows.push_back({analysis.experiment().name, std::string(to_string(judged.verdict)),
                                  judged.claim->text, detail_of(judged), judged.claim->source});
        }
    }
    return table;
}

}  // namespace experiments
}  // namespace v1
}  // namespace mvlink
