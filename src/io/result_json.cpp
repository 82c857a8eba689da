#include "io/learnt_features.hpp"
#include "io/text.hpp"

#include <fmt/format.h>
#include <mvlink/io.hpp>
#include <mvlink/version.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace mvlink {
inline namespace v1 {

namespace {

using Json = nlohmann::ordered_json;

/// JSON has no NaN; it would silently become null.
double finite(double value, std::string_view what) {
    if (!std::isfinite(value)) {
        throw Error{ErrorCode::numerical, fmt::format("result.json: {} is not a finite number", what)};
    }
    return value;
}

/// Options are text; a number or a truth value is written as one.
Json option_value(const std::string& text) {
    if (text == "true" || text == "false") return text == "true";
    if (const auto integer = io::parse_integer(text)) return *integer;
    const auto number = io::parse_number(text);
    return number && std::isfinite(*number) ? Json(*number) : Json(text);
}

Json options_of(const std::vector<OptionText>& options) {
    Json object = Json::object();
    for (const auto& [name, value] : options)
        object[name] = option_value(value);
    return object;
}

Json counts_of(const ConstraintCounts& counts) {
    return {{"given", counts.given},
            {"implied", counts.implied},
            {"satisfied", counts.satisfied},
            {"violated", counts.violated}};
}

/// An id as text if the view has ids, otherwise a row as a number.
Json key_of(const Dataset& data, InstanceId instance) {
    const View& view = data.view(instance.view);
    return view.has_ids() ? Json(view.row_name(instance.row)) : Json(instance.row);
}

Json violation_of(const Dataset& data, const Violation& violation) {
    const Constraint& constraint = violation.constraint;
    return {{"view_a", data.view(constraint.a.view).name()},
            {"a", key_of(data, constraint.a)},
            {"view_b", data.view(constraint.b.view).name()},
            {"b", key_of(data, constraint.b)},
            {"type", to_string(constraint.link)},
            {"weight", finite(constraint.weight, "the weight of a violation")},
            {"cost", finite(violation.cost, "the cost of a violation")}};
}

Json constraints_of(const Dataset& data, const ConstraintReport& report) {
    Json violations = Json::array();
    for (const Violation& violation : report.violations)
        violations.push_back(violation_of(data, violation));
    return {{"given", report.must.given + report.cannot.given},
            {"satisfied", report.must.satisfied + report.cannot.satisfied},
            {"violated", report.must.violated + report.cannot.violated},
            {"must", counts_of(report.must)},
            {"cannot", counts_of(report.cannot)},
            {"violations", std::move(violations)}};
}

Json suspect_of(const Dataset& data, const Suspect& suspect) {
    const Constraint& constraint = suspect.constraint;
    return {{"view_a", data.view(constraint.a.view).name()},
            {"a", key_of(data, constraint.a)},
            {"view_b", data.view(constraint.b.view).name()},
            {"b", key_of(data, constraint.b)},
            {"type", to_string(constraint.link)},
            {"weight", finite(constraint.weight, "the weight of a suspect")},
            {"score", finite(suspect.strain, "the strain of a suspect")},
            {"violated_share", finite(suspect.violated_share, "the share of a suspect")}};
}

Json suspects_of(const Run& run) {
    Json list = Json::array();
    for (const Suspect& suspect : run.result.suspects)
        list.push_back(suspect_of(run.problem.data, suspect));
    return list;
}

constexpr std::size_t kMostFeatures = 100;  // of each metric; the model holds them all

/// The features with the largest values, by name.
Json features_of(const Run& run, const std::vector<double>& values, const char* key) {
    Json list = Json::array();
    for (const std::size_t feature : io::largest_positions(values, kMostFeatures))
        list.push_back(
            {{"feature", io::feature_name(run, feature)}, {key, finite(values[feature], "a learnt weight")}});
    return list;
}

Json metrics_of(const Run& run) {
    Json list = Json::array();
    for (const LearntMetric& metric : run.result.metrics) {
        Json directions = Json::array();
        for (const LearntMetric::Direction& direction : metric.directions) {
            directions.push_back({{"weight", finite(direction.weight, "the weight of a direction")},
                                  {"loadings", features_of(run, direction.loadings, "value")}});
        }
        list.push_back({{"cluster", metric.cluster < 0 ? Json(nullptr) : Json(metric.cluster)},
                        {"weights", features_of(run, metric.weights, "weight")},
                        {"directions", std::move(directions)}});
    }
    return list;
}

Json link_of(const Dataset& data, const Clustering::Link& link) {
    const Constraint& constraint = link.constraint;
    return {{"a", key_of(data, constraint.a)},
            {"b", key_of(data, constraint.b)},
            {"type", to_string(constraint.link)},
            {"weight", finite(constraint.weight, "the weight of a constraint")},
            {"probability", finite(link.probability, "the probability of a constraint")}};
}

/// What each of several clusterings is based on.
Json clusterings_of(const Run& run) {
    Json list = Json::array();
    for (const Clustering& clustering : run.result.clusterings) {
        Json dimensions = Json::array(), constraints = Json::array();
        for (const auto& [column, probability] : clustering.dimensions) {
            dimensions.push_back({{"name", io::feature_name(run, static_cast<std::size_t>(column))},
                                  {"column", column},
                                  {"probability", finite(probability, "the probability of a dimension")}});
        }
        for (const Clustering::Link& link : clustering.constraints)
            constraints.push_back(link_of(run.problem.data, link));
        list.push_back({{"name", clustering.name},
                        {"explained", finite(clustering.explained, "what a clustering explains")},
                        {"dimensions", std::move(dimensions)},
                        {"constraints", std::move(constraints)}});
    }
    return list;
}

/// The top features of each cluster in each view.
Json topics_of(const Run& run) {
    Json list = Json::array();
    for (const Topic& topic : run.result.topics) {
        Json features = Json::array();
        for (const Topic::Feature& feature : topic.features) {
            features.push_back({{"name", io::feature_name(run, topic.view, feature.column)},
                                {"weight", finite(feature.weight, "the weight of a feature")}});
        }
        list.push_back({{"view", topic.view}, {"cluster", topic.cluster}, {"features", std::move(features)}});
    }
    return list;
}

Json tried_of(const Result& result) {
    Json list = Json::array();
    for (const TriedSize& size : result.tried)
        list.push_back({{"n_clusters", size.n_clusters}, {"objective", finite(size.objective, "an objective")}});
    return list;
}

Json views_of(const Dataset& data, const std::vector<double>& weights) {
    Json views = Json::array();
    for (int v = 0; v < data.n_views(); ++v) {
        const View& view = data.view(v);
        Json entry = {{"name", view.name()}, {"rows", view.rows()}, {"cols", view.cols()}, {"kind", view.kind()}};
        const auto number = static_cast<std::size_t>(v);
        if (weights.size() > number) entry["weight"] = finite(weights[number], "the weight of a view");
        views.push_back(std::move(entry));
    }
    return views;
}

/// The preparation of the features; `cols` is the number of columns that the method saw.
Json preparation_of(const Model& model) {
    Json list = Json::array();
    for (const ViewPreparation& preparation : model.preparation) {
        Json steps = Json::array();
        for (const PreparationStep& step : preparation.steps)
            steps.push_back(step.step);
        Json entry = {{"view", preparation.view}, {"steps", std::move(steps)}};
        const auto view = std::find(model.views.begin(), model.views.end(), preparation.view) - model.views.begin();
        if (static_cast<std::size_t>(view) < model.cols.size())
            entry["cols"] = model.cols[static_cast<std::size_t>(view)];
        list.push_back(std::move(entry));
    }
    return list;
}

Json measures_of(const Problem& problem, const std::vector<Partition>& partitions) {
    Json measures = Json::object();
    for (const Score& found : score(problem, partitions)) {
        Json& entry = measures[found.partition][found.truth];
        for (const auto& [name, value] : named(found.measures))
            entry[name] = finite(value, name);
    }
    return measures;
}

Json warnings_of(const Problem& problem, const Result& result) {
    Json warnings = Json::array();
    for (const auto* list : {&problem.warnings, &result.warnings}) {
        for (const Warning& warning : *list) {
            warnings.push_back({{"code", warning.code},
                                {"message", with_advice(warning.message, warning.advice)},
                                {"value", finite(warning.value, "the value of a warning")}});
        }
    }
    return warnings;
}

Json document_of(const Run& run) {
    const Result& result = run.result;
    Json document;
    document["schema"] = 1;
    document["method"] = result.method;
    document["options"] = options_of(result.options);
    document["seed"] = result.seed;
    document["version"] = version();
    document["machine_level"] = machine_level();
    document["objective"] = Json::array();
    for (const double value : result.objective)
        document["objective"].push_back(finite(value, "the objective"));
    document["iterations"] = result.iterations;
    document["stop_reason"] = to_string(result.stop_reason);
    document["seconds"] = Json::object();
    for (const auto& [phase, seconds] : result.seconds)
        document["seconds"][phase] = finite(seconds, "a time");
    document["constraints"] = constraints_of(run.problem.data, result.constraints);
    document["suspects"] = suspects_of(run);
    document["metrics"] = metrics_of(run);
    if (!result.topics.empty()) document["topics"] = topics_of(run);
    document["views"] = views_of(run.problem.data, result.view_weights);
    document["preparation"] = preparation_of(result.model);
    if (!result.clusterings.empty()) document["clusterings"] = clusterings_of(run);
    if (!result.tried.empty()) document["tried"] = tried_of(result);
    document["measures"] = measures_of(run.problem, result.partitions);
    const ClusteringScores whole = score_clusterings(run.problem, result);
    if (whole.e4sc) document["e4sc"] = finite(*whole.e4sc, "e4sc");
    if (whole.e4fc) document["e4fc"] = finite(*whole.e4fc, "e4fc");
    document["warnings"] = warnings_of(run.problem, result);
    return document;
}

}  // namespace

std::string result_json(const Run& run) {
    // Ids may be bytes that are not UTF-8: they are replaced, not refused.
    return document_of(run).dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace v1
}  // namespace mvlink
