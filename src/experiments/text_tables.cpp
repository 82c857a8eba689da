#include "experiments/text_tables.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace mvlink {
inline namespace v1 {
namespace experiments {
namespace {

std::string mean_text(const Estimate& value) {
    if (std::isnan(value.mean)) return "none";
    if (value.mean >= 100) return fmt::format("{:.0f} ± {:.0f}", value.mean, value.high - value.mean);
    if (std::isnan(value.error)) return fmt::format("{:.3f}", value.mean);
    return fmt::format("{:.3f} ± {:.3f}", value.mean, value.high - value.mean);
}

std::string difference_text(const Estimate& value) {
    if (std::isnan(value.error)) return fmt::format("{:+.3f}", value.mean);
    return fmt::format("{:+.3f} ({:+.3f} to {:+.3f})", value.mean, value.low, value.high);
}

/// A point of the sweep; a percentage of pairs also as a number per row.
std::string value_text(const Plan& plan, const Experiment& experiment, const PlannedPanel& panel, std::size_t i) {
    const double x = panel.values[i];
    if (experiment.axis != Axis::percent || x == 0) return fmt::format("{}", x);
    const double a_row = constraints_per_row(plan.materials[panel.materials[i]], experiment.setting.place, x);
    return fmt::format("{} ({:.3g})", x, a_row);
}

/// One row per method; the parts below each other and their mean last, if there are any.
void add_rows_by_place(const PlannedPanel& panel, const std::vector<Curve>& curves, std::size_t measure,
                       const Experiment& experiment, TextTable& table) {
    for (std::size_t method = 0; method < experiment.methods.size(); ++method) {
        const auto& parts = curves[method].points[measure];
        for (std::size_t i = 1; i <= parts.size(); ++i) {
            const std::size_t part = i % parts.size();
            table.rows.push_back({experiment.methods[method].label});
            if (parts.size() > 1) table.rows.back().push_back(part == 0 ? "mean" : panel.parts[part - 1]);
            for (const Estimate& point : parts[part])
                table.rows.back().push_back(mean_text(point));
        }
    }
}

/// One row per method, one column per part: if there is only one point.
void add_rows_by_part(const std::vector<Curve>& curves, std::size_t measure, const Experiment& experiment,
                      TextTable& table) {
    for (std::size_t method = 0; method < experiment.methods.size(); ++method) {
        table.rows.push_back({experiment.methods[method].label});
        const auto& parts = curves[method].points[measure];
        for (std::size_t i = 1; i <= parts.size(); ++i)
            table.rows.back().push_back(mean_text(parts[i % parts.size()].front()));
    }
}

bool lies_in_columns(const PlannedPanel& panel) {
    return panel.values.size() == 1 && !panel.parts.empty();
}

TextTable curve_table(const Plan& plan, const Analysis& analysis, std::size_t p, std::size_t measure) {
    const Experiment& experiment = analysis.experiment();
    const PlannedPanel& panel = analysis.planned->panels[p];
    const bool by_part = lies_in_columns(panel);
    TextTable table{
        fmt::format("{}: {} {} {}, mean ± half the 95 % interval of {} repetitions{}", panel.name,
                    measure_name(experiment.measures[measure]), by_part ? "at" : "by",
                    by_part ? fmt::format("{}: {}", axis_name(experiment), value_text(plan, experiment, panel, 0))
                            : axis_name(experiment),
                    analysis.planned->repetitions,
                    experiment.folds > 0 ? fmt::format(" of {} folds", experiment.folds) : ""),
        {"method"},
        {}};
    if (by_part) {
        table.head.insert(table.head.end(), panel.parts.begin(), panel.parts.end());
        table.head.push_back("mean");
        add_rows_by_part(analysis.curves[p], measure, experiment, table);
        return table;
    }
    if (!panel.parts.empty()) table.head.push_back("of");
    for (std::size_t i = 0; i < panel.values.size(); ++i)
        table.head.push_back(value_text(plan, experiment, panel, i));
    add_rows_by_place(panel, analysis.curves[p], measure, experiment, table);
    return table;
}

std::string side_text(const Side& side) {
    return fmt::format("{} at {}", side.method, side.x);
}

std::string comparison_text(const Comparison& comparison) {
    static constexpr std::array kExpected{"better than", "equal to", "not worse than"};
    const std::string of = (comparison.measure.empty() ? "" : ", " + measure_name(comparison.measure)) +
                           (comparison.part.empty() ? "" : ", " + comparison.part);
    return fmt::format("{} {} {}{}", side_text(comparison.a),
                       kExpected.at(static_cast<std::size_t>(comparison.expected)), side_text(comparison.b), of);
}

/// How large the differences are: the one with its interval, or the least, the median and the most of several.
std::string differences_of(const std::vector<ComparisonOutcome>& all) {
    if (all.size() == 1) return "difference " + difference_text(all.front().difference);
    std::vector<double> means;
    for (const ComparisonOutcome& outcome : all)
        means.push_back(outcome.difference.mean);
    std::sort(means.begin(), means.end());
    const std::size_t half = means.size() / 2;
    const double median = means.size() % 2 == 1 ? means[half] : (means[half - 1] + means[half]) / 2;
    return fmt::format("differences {:+.3f} to {:+.3f}, median {:+.3f}", means.front(), means.back(), median);
}

}  // namespace

std::string axis_name(const Experiment& experiment) {
    switch (experiment.axis) {
        case Axis::constraints:
            return "number of constraints";
        case Axis::percent:
            return "percent of pairs (constraints per row)";
        case Axis::per_row:
            return "constraints per row";
        case Axis::wrong_share:
            return experiment.setting.wrong_keeps_kinds
                       ? "share of must-links that are wrong, with as many cannot-links"
                       : "share of wrong constraints";
        case Axis::mapped:
            return "percent of objects that are mapped";
        case Axis::wrong_mapped:
            return "share of mapped objects that are mapped to the wrong rows";
        case Axis::option:
        case Axis::data:
            return experiment.option;
    }
    return {};
}

std::string measure_name(const std::string& measure) {
    static const std::vector<std::pair<std::string, std::string>> names{
        {"f_measure", "pairwise F-measure"},
        {"precision", "pairwise precision"},
        {"recall", "pairwise recall"},
        {"nmi", "NMI"},
        {"acc", "accuracy"},
        {"ari", "adjusted Rand index"},
        {"purity", "purity"},
        {"e4fc", "E4FC"},
        {"e4sc", "E4SC"},
        {"seconds", "seconds per run"},
        {"inferred", "constraints inferred"},
        {"precision_must", "precision of must-links"},
        {"precision_cannot", "precision of cannot-links"},
        {"precision_new", "precision of new pairs"}};
    const auto known =
        std::find_if(names.begin(), names.end(), [&](const auto& name) { return name.first == measure; });
    return known == names.end() ? measure : known->second;
}

std::vector<TextTable> curve_tables(const Plan& plan, const Analysis& analysis) {
    std::vector<TextTable> tables;
    for (std::size_t panel = 0; panel < analysis.curves.size(); ++panel) {
        for (std::size_t measure = 0; measure < analysis.experiment().measures.size(); ++measure)
            tables.push_back(curve_table(plan, analysis, panel, measure));
    }
    return tables;
}

TextTable reference_table(const Analysis& analysis) {
    const ReferenceSet& set = analysis.experiment().references;
    TextTable table{"Compared with the reference: " + set.source,
                    {"dataset", "method", "at", "ours", "reference", "its standard error (assumed)", "reached"},
                    {}};
    for (const ReferenceOutcome& outcome : analysis.references) {
        const Reference& reference = *outcome.reference;
        const std::string method = reference.method +
                                   (reference.measure.empty() ? "" : ", " + measure_name(reference.measure)) +
                                   (reference.part.empty() ? "" : ", " + reference.part);
        table.rows.push_back({reference.dataset, method, fmt::format("{}", reference.x), mean_text(outcome.ours),
                              fmt::format("{:.3f}", reference.value), fmt::format("{:.3f}", outcome.reference_error),
                              outcome.reached ? "yes" : "no"});
    }
    return table;
}

TextTable comparison_table(const Analysis& analysis) {
    TextTable table{"The claims, paired over repetitions",
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
    std::string detail =
        fmt::format("{} of {} comparisons; {}", count(Verdict::reproduced, ""), all.size(), differences_of(all));
    for (const Verdict verdict : {Verdict::slight, Verdict::not_reproduced, Verdict::inconclusive}) {
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

TextTable verdict_table(const std::vector<Analysis>& analyses, bool own) {
    TextTable table{"", {"experiment", "verdict", "claim", "detail"}, {}};
    if (!own) table.head.emplace_back("in the paper");
    for (const Analysis& analysis : analyses) {
        for (const JudgedClaim& judged : analysis.claims) {
            if (is_own(*judged.claim) != own) continue;
            table.rows.push_back({analysis.experiment().name, std::string(to_string(judged.verdict)),
                                  claim_text(judged), detail_of(judged)});
            if (!own) table.rows.back().push_back(judged.claim->source);
        }
    }
    return table;
}

std::string claim_text(const JudgedClaim& judged) {
    if (judged.form.empty()) return judged.claim->text;
    return fmt::format("{} ({})", judged.claim->text, judged.form);
}

}  // namespace experiments
}  // namespace v1
}  // namespace mvlink
