#include "io/text.hpp"

#include <fmt/format.h>
#include <mvlink/io.hpp>
#include <nlohmann/json.hpp>

#include <cmath>

namespace mvlink {
inline namespace v1 {

namespace {

using Json = nlohmann::ordered_json;

// A value that is to get members begins as an object: nlohmann's null, asked for a member, says that it is an object
// before it has made one, and breaks if the memory for it is denied.

/// JSON has no NaN; it would silently become null.
double finite(double value, std::string_view what) {
    if (!std::isfinite(value)) {
        throw Error{ErrorCode::numerical, fmt::format("result.json: {} is not a finite number", what)};
    }
    return value;
}

/// Options are text; a number or a truth value is written as one.
Json option_json(const std::string& text) {
    if (text == "true" || text == "false") return text == "true";
    if (const auto integer = io::parse_integer(text)) return *integer;
    const auto number = io::parse_number(text);
    return number && std::isfinite(*number) ? Json(*number) : Json(text);
}

Json counts_json(const ConstraintCounts& counts) {
    return {{"given", counts.given},
            {"implied", counts.implied},
            {"satisfied", counts.satisfied},
            {"violated", counts.violated}};
}

Json groups_json(const GroupCounts& groups) {
    return {{"rule", groups.rule},
            {"given", groups.given},
            {"satisfied", groups.satisfied},
            {"violated", groups.violated},
            {"largest", groups.largest}};
}

/// An id as text if the view has ids, otherwise a row as a number.
Json key_json(const InstanceRef& instance) {
    return std::visit([](const auto& key) { return Json(key); }, instance.key);
}

Json constraint_json(const StoredConstraint& constraint) {
    return {{"view_a", constraint.a.view},        {"a", key_json(constraint.a)},
            {"view_b", constraint.b.view},        {"b", key_json(constraint.b)},
            {"type", to_string(constraint.link)}, {"weight", finite(constraint.weight, "the weight of a constraint")}};
}

Json constraints_json(const StoredResult& result) {
    Json violations = Json::array();
    for (const auto& [constraint, cost] : result.violations) {
        violations.push_back(constraint_json(constraint));
        violations.back()["cost"] = finite(cost, "the cost of a violation");
    }
    Json json{{"given", result.must.given + result.cannot.given},
              {"satisfied", result.must.satisfied + result.cannot.satisfied},
              {"violated", result.must.violated + result.cannot.violated},
              {"must", counts_json(result.must)},
              {"cannot", counts_json(result.cannot)},
              {"violations", std::move(violations)}};
    if (!result.groups.rule.empty()) json["groups"] = groups_json(result.groups);
    return json;
}

Json suspects_json(const std::vector<StoredSuspect>& suspects) {
    Json list = Json::array();
    for (const StoredSuspect& suspect : suspects) {
        list.push_back(constraint_json(suspect.constraint));
        list.back()["score"] = finite(suspect.score, "the score of a suspect");
        list.back()["violated_share"] = finite(suspect.violated_share, "the share of a suspect");
        list.back()["probability"] = finite(suspect.probability, "the probability of a suspect");
    }
    return list;
}

/// What the method learnt about the judgements; null: nothing.
Json judgements_json(const StoredResult& result) {
    const auto number = [](const std::optional<double>& value, const char* what) {
        return value ? Json(finite(*value, what)) : Json(nullptr);
    };
    return {{"estimated_error_rate", number(result.error_rate, "the error rate")},
            {"weight", number(result.judgement_weight, "the weight of a judgement")},
            {"doubtful", result.suspects.size()},
            {"ranking", suspects_json(result.judgement_ranking)}};
}

Json named_json(const std::vector<NamedValue>& values, const char* name_key, const char* value_key) {
    Json list = Json::array();
    for (const auto& [name, value] : values)
        list.push_back({{name_key, name}, {value_key, finite(value, "the weight of a feature")}});
    return list;
}

Json metrics_json(const StoredResult& result) {
    Json list = Json::array();
    for (const StoredMetric& metric : result.metrics) {
        Json directions = Json::array();
        for (const StoredMetric::Direction& direction : metric.directions) {
            directions.push_back({{"weight", finite(direction.weight, "the weight of a direction")},
                                  {"loadings", named_json(direction.loadings, "feature", "value")}});
        }
        list.push_back({{"cluster", metric.cluster ? Json(*metric.cluster) : Json(nullptr)},
                        {"weights", named_json(metric.weights, "feature", "weight")},
                        {"directions", std::move(directions)}});
    }
    return list;
}

/// There is one view only, so nobody needs its name.
Json link_json(const StoredClustering::Link& link) {
    return {{"a", key_json(link.constraint.a)},
            {"b", key_json(link.constraint.b)},
            {"type", to_string(link.constraint.link)},
            {"weight", finite(link.constraint.weight, "the weight of a constraint")},
            {"probability", finite(link.probability, "the probability of a constraint")}};
}

/// What each of several clusterings is based on.
Json clusterings_json(const StoredResult& result) {
    Json list = Json::array();
    for (const StoredClustering& clustering : result.clusterings) {
        Json dimensions = Json::array(), constraints = Json::array();
        for (const auto& [name, column, probability] : clustering.dimensions) {
            dimensions.push_back({{"name", name},
                                  {"column", column},
                                  {"probability", finite(probability, "the probability of a dimension")}});
        }
        for (const StoredClustering::Link& link : clustering.constraints)
            constraints.push_back(link_json(link));
        list.push_back({{"name", clustering.name},
                        {"explained", finite(clustering.explained, "what a clustering explains")},
                        {"dimensions", std::move(dimensions)},
                        {"constraints", std::move(constraints)}});
    }
    return list;
}

/// The top features of each cluster in each view.
Json topics_json(const StoredResult& result) {
    Json list = Json::array();
    for (const StoredTopic& topic : result.topics) {
        list.push_back({{"view", topic.view},
                        {"cluster", topic.cluster},
                        {"features", named_json(topic.features, "name", "weight")}});
    }
    return list;
}

Json changes_json(const StoredResult& result) {
    Json list = Json::array();
    for (const auto& [embedding, weights] : result.changes)
        list.push_back({{"embedding", finite(embedding, "a change")}, {"weights", finite(weights, "a change")}});
    return list;
}

Json tried_json(const StoredResult& result) {
    Json list = Json::array();
    for (const TriedSize& size : result.tried)
        list.push_back({{"n_clusters", size.n_clusters}, {"objective", finite(size.objective, "an objective")}});
    return list;
}

Json thresholds_json(const StoredResult& result) {
    Json list = Json::array();
    for (const auto& [threshold, score] : result.thresholds)
        list.push_back({{"threshold", finite(threshold, "a threshold")}, {"score", finite(score, "a score")}});
    return list;
}

Json propagated_json(const StoredResult& result) {
    Json list = Json::array();
    for (const auto& [view, must, cannot] : result.propagated)
        list.push_back({{"view", view}, {"must", must}, {"cannot", cannot}});
    return list;
}

Json disagreements_json(const StoredResult& result) {
    Json list = Json::array();
    for (const StoredDisagreement& one : result.disagreements) {
        Json rows = Json::array();
        for (const auto& [instance, label] : one.rows)
            rows.push_back({{"view", instance.view}, {"row", key_json(instance)}, {"label", label}});
        list.push_back({{"object", one.object}, {"rows", std::move(rows)}});
    }
    return list;
}

Json views_json(const StoredResult& result) {
    Json views = Json::array();
    for (const StoredView& view : result.views) {
        Json entry = {{"name", view.name}, {"rows", view.rows}, {"cols", view.cols}, {"kind", view.kind}};
        if (view.weight) entry["weight"] = finite(*view.weight, "the weight of a view");
        if (view.graph) {
            entry["graph"] = {{"edges", view.graph->edges},
                              {"parts", view.graph->parts},
                              {"isolated", view.graph->isolated},
                              {"missing", view.graph->missing}};
        }
        views.push_back(std::move(entry));
    }
    return views;
}

/// The preparation of the features; `cols` is the number of columns that the method saw.
Json preparation_json(const StoredResult& result) {
    Json list = Json::array();
    for (const StoredPreparation& preparation : result.preparation) {
        Json entry = {{"view", preparation.view}, {"steps", preparation.steps}};
        if (preparation.cols) entry["cols"] = *preparation.cols;
        list.push_back(std::move(entry));
    }
    return list;
}

Json measures_json(const std::vector<Score>& scores) {
    Json measures = Json::object();
    for (const Score& found : scores) {
        Json& of_partition = measures.emplace(found.partition, Json::object()).first.value();
        Json& entry = of_partition.emplace(found.truth, Json::object()).first.value();
        for (const auto& [name, value] : named(found.measures))
            entry[name] = finite(value, name);
    }
    return measures;
}

Json agreement_json(const Agreement& agreement) {
    return {{"kept", finite(agreement.kept, "a share")},
            {"low", finite(agreement.low, "a share")},
            {"high", finite(agreement.high, "a share")},
            {"must", agreement.must},
            {"must_kept", finite(agreement.must_kept, "a share")},
            {"cannot", agreement.cannot},
            {"cannot_kept", finite(agreement.cannot_kept, "a share")}};
}

/// What judgements say about runs that did not see them; without numbers where nothing was measured.
Json held_out_json(const HeldOut& found) {
    Json entry = {{"folds", found.folds}, {"judgements", found.judgements}};
    if (!found.reason.empty()) entry["reason"] = found.reason;
    entry["uses_judgements"] = found.uses_judgements;
    entry["tried"] = found.tried;
    if (found.rows > 0) entry["sampled_rows"] = found.rows;
    if (!found.measured()) return entry;
    entry.update(agreement_json(found.guided));
    if (!found.without.empty()) {
        entry["without"] = found.without;
        entry["unguided"] = agreement_json(found.unguided);
    }
    return entry;
}

Json candidate_json(const TriedCandidate& tried) {
    Json preparation = Json::array(), options = Json::object();
    for (const PreparationRequest& request : tried.candidate.preparation)
        preparation.push_back(preparation_text(request));
    for (const auto& [name, value] : tried.candidate.options)
        options[name] = option_json(value);
    Json entry = {
        {"method", tried.candidate.method}, {"options", std::move(options)}, {"preparation", std::move(preparation)}};
    if (!tried.candidate.views.empty()) entry["views"] = tried.candidate.views;
    entry["state"] = to_string(tried.state);
    entry["guided"] = tried.guided;
    entry["chosen"] = tried.chosen;
    entry["agreement"] = agreement_json(tried.agreement);
    entry["quality"] = finite(tried.quality, "a confidence");
    entry["seconds"] = finite(tried.seconds, "a time");
    if (!tried.note.empty()) entry["note"] = tried.note;
    return entry;
}

Json candidates_json(const std::vector<TriedCandidate>& candidates) {
    Json list = Json::array();
    for (const TriedCandidate& tried : candidates)
        list.push_back(candidate_json(tried));
    return list;
}

Json warnings_json(const StoredResult& result) {
    Json warnings = Json::array();
    for (const Warning& warning : result.warnings) {
        warnings.push_back({{"code", warning.code},
                            {"message", with_advice(warning.message, warning.advice)},
                            {"value", finite(warning.value, "the value of a warning")}});
    }
    return warnings;
}

Json files_json(const StoredResult& result) {
    Json list = Json::array();
    for (const StoredFile& file : result.files)
        list.push_back({{"name", file.name}, {"bytes", file.bytes}, {"crc32", file.crc32}});
    return list;
}

/// How the run went.
void add_course(const StoredResult& result, Json& document) {
    document["schema"] = kResultSchema;
    document["method"] = result.method;
    document["options"] = Json::object();
    for (const auto& [name, value] : result.options)
        document["options"][name] = option_json(value);
    document["seed"] = result.seed;
    document["version"] = result.version;
    document["machine_level"] = result.machine_level;
    document["objective"] = Json::array();
    for (const double value : result.objective)
        document["objective"].push_back(finite(value, "the objective"));
    if (!result.changes.empty()) document["changes"] = changes_json(result);
    document["iterations"] = result.iterations;
    document["stop_reason"] = to_string(result.stop_reason);
    document["seconds"] = Json::object();
    for (const auto& [phase, seconds] : result.seconds)
        document["seconds"][phase] = finite(seconds, "a time");
}

Json document_of(const StoredResult& result) {
    Json document = Json::object();
    add_course(result, document);
    document["constraints"] = constraints_json(result);
    document["suspects"] = suspects_json(result.suspects);
    if (result.error_rate || !result.judgement_ranking.empty()) document["judgements"] = judgements_json(result);
    document["metrics"] = metrics_json(result);
    if (!result.topics.empty()) document["topics"] = topics_json(result);
    document["views"] = views_json(result);
    document["preparation"] = preparation_json(result);
    if (!result.clusterings.empty()) document["clusterings"] = clusterings_json(result);
    if (!result.tried.empty()) document["tried"] = tried_json(result);
    if (!result.thresholds.empty()) document["thresholds"] = thresholds_json(result);
    if (!result.propagated.empty()) document["propagated"] = propagated_json(result);
    if (!result.disagreements.empty()) document["disagreements"] = disagreements_json(result);
    document["measures"] = measures_json(result.scores);
    const ClusteringScores& whole = result.clustering_scores;
    if (whole.e4sc) document["e4sc"] = finite(*whole.e4sc, "e4sc");
    if (whole.e4fc) document["e4fc"] = finite(*whole.e4fc, "e4fc");
    if (result.held_out.judgements > 0) document["held_out"] = held_out_json(result.held_out);
    if (!result.candidates.empty()) document["candidates"] = candidates_json(result.candidates);
    document["warnings"] = warnings_json(result);
    if (!result.files.empty()) document["files"] = files_json(result);
    return document;
}

}  // namespace

std::string selection_json(const Selection& selection, const std::string& command) {
    const Decision& decision = selection.decision;
    Json document = Json::object();
    document["schema"] = kResultSchema;
    document["recommendation"] = selection.sentence;
    document["command"] = command;
    document["interrupted"] = selection.interrupted;
    document["seconds"] = finite(selection.seconds, "a time");
    if (decision.held_out.judgements > 0) document["held_out"] = held_out_json(decision.held_out);
    document["candidates"] = candidates_json(decision.candidates);
    return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string result_json(const StoredResult& result) {
    // Ids may be bytes that are not UTF-8: they are replaced, not refused.
    return document_of(result).dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string result_json(const Run& run) {
    return result_json(stored_result(run));
}

}  // namespace v1
}  // namespace mvlink
