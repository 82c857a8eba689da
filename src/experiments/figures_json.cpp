#include "experiments/pages.hpp"
#include "experiments/text_tables.hpp"

#include <mvlink/version.hpp>

#include <nlohmann/json.hpp>

#include <array>

namespace mvlink {
inline namespace v1 {
namespace experiments {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const Estimate& value) {
    return {{"mean", value.mean}, {"error", value.error}, {"low", value.low}, {"high", value.high}};
}

std::string measure_of(const Analysis& analysis, const std::string& named) {
    return named.empty() ? analysis.experiment().measures.front() : named;
}

/// One per measure, part and point; the mean over all parts has no "part".
void add_cells(const PlannedPanel& panel, const Experiment& experiment, std::size_t method, const Curve& curve,
               Json& cells) {
    for (std::size_t measure = 0; measure < curve.points.size(); ++measure) {
        for (std::size_t part = 0; part < curve.points[measure].size(); ++part) {
            for (std::size_t i = 0; i < panel.values.size(); ++i) {
                Json cell{{"dataset", panel.name},
                          {"method", experiment.methods[method].label},
                          {"measure", experiment.measures[measure]},
                          {"sweep", panel.values[i]}};
                if (part > 0) cell["part"] = panel.parts[part - 1];
                cell.update(json_of(curve.points[measure][part][i]));
                cell["seconds"] = curve.seconds;
                cells.push_back(std::move(cell));
            }
        }
    }
}

Json cells_json(const Analysis& analysis) {
    Json cells = Json::array();
    for (std::size_t p = 0; p < analysis.curves.size(); ++p) {
        for (std::size_t method = 0; method < analysis.curves[p].size(); ++method)
            add_cells(analysis.planned->panels[p], analysis.experiment(), method, analysis.curves[p][method], cells);
    }
    return cells;
}

Json claims_json(const Analysis& analysis) {
    static constexpr std::array kExpected{"better", "equal", "not worse"};
    Json claims = Json::array();
    for (const JudgedClaim& judged : analysis.claims) {
        Json comparisons = Json::array();
        for (const ComparisonOutcome& outcome : judged.comparisons) {
            const Comparison& comparison = *outcome.comparison;
            comparisons.push_back({{"dataset", comparison.dataset},
                                   {"measure", measure_of(analysis, comparison.measure)},
                                   {"part", comparison.part},
                                   {"a", {{"method", comparison.a.method}, {"sweep", comparison.a.x}}},
                                   {"b", {{"method", comparison.b.method}, {"sweep", comparison.b.x}}},
                                   {"expected", kExpected.at(static_cast<std::size_t>(comparison.expected))},
                                   {"difference", json_of(outcome.difference)},
                                   {"verdict", to_string(outcome.verdict)}});
        }
        claims.push_back({{"claim", judged.claim->text},
                          {"form", judged.form},
                          {"own", is_own(*judged.claim)},
                          {"source", judged.claim->source},
                          {"verdict", to_string(judged.verdict)},
                          {"detail", detail_of(judged)},
                          {"comparisons", std::move(comparisons)}});
    }
    return claims;
}

Json references_json(const Analysis& analysis) {
    Json references = Json::array();
    for (const ReferenceOutcome& outcome : analysis.references) {
        references.push_back({{"dataset", outcome.reference->dataset},
                              {"method", outcome.reference->method},
                              {"sweep", outcome.reference->x},
                              {"measure", measure_of(analysis, outcome.reference->measure)},
                              {"part", outcome.reference->part},
                              {"ours", json_of(outcome.ours)},
                              {"reference", outcome.reference->value},
                              {"reference_error", outcome.reference_error},
                              {"reached", outcome.reached}});
    }
    return references;
}

}  // namespace

std::string figures_json(const Report& report) {
    Json json{{"schema", 1},
              {"paper", report.paper.name},
              {"seed", report.seed},
              {"version", version()},
              {"machine_level", machine_level()},
              {"quick", report.quick},
              {"runs", report.plan.runs.size()},
              {"experiments", Json::array()}};
    for (const Analysis& analysis : report.analyses) {
        const Experiment& experiment = analysis.experiment();
        json["experiments"].push_back({{"name", experiment.name},
                                       {"title", experiment.title},
                                       {"measure", experiment.measures.front()},
                                       {"measures", experiment.measures},
                                       {"folds", experiment.folds},
                                       {"repetitions", analysis.planned->repetitions},
                                       {"cells", cells_json(analysis)},
                                       {"claims", claims_json(analysis)},
                                       {"reference_source", experiment.references.source},
                                       {"references", references_json(analysis)}});
    }
    return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace experiments
}  // namespace v1
}  // namespace mvlink
