#include "io/json_fields.hpp"
#include "io/stored_result.hpp"
#include "io/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace mvlink {
inline namespace v1 {
namespace io {
namespace {

StopReason stop_reason_of(const JsonField& field) {
    const std::string text = field.text();
    for (const StopReason reason : {StopReason::converged, StopReason::max_iter, StopReason::cancelled}) {
        if (text == to_string(reason)) return reason;
    }
    field.refuse_for("converged, max_iter or cancelled");
}

Link link_type_of(const JsonField& field) {
    const std::string text = field.text();
    for (const Link link : {Link::must, Link::cannot}) {
        if (text == to_string(link)) return link;
    }
    field.refuse_for("must-link or cannot-link");
}

/// As the options machinery spells it.
std::string option_text_of(const JsonField& field) {
    const JsonField::Value& value = field.value();
    if (value.is_string()) return field.text();
    if (value.is_boolean()) return value.get<bool>() ? "true" : "false";
    if (value.is_number_integer()) return value.dump();
    return fmt::format("{}", field.number());
}

ConstraintCounts counts_of(const JsonField& field) {
    return {field.at("given").count(), field.at("implied").count(), field.at("satisfied").count(),
            field.at("violated").count()};
}

GroupCounts group_counts_of(const JsonField& field) {
    return {field.at("rule").text(), field.at("given").count(), field.at("satisfied").count(),
            field.at("violated").count(), field.at("largest").count()};
}

InstanceRef instance_of(const JsonField& key, std::string view) {
    if (key.value().is_string()) return {std::move(view), key.text()};
    return {std::move(view), key.count()};
}

/// Without a name of its own the only view is meant.
StoredConstraint constraint_of(const JsonField& field, const std::string& only_view = "") {
    const auto view = [&](const char* key) { return only_view.empty() ? field.at(key).text() : only_view; };
    return {instance_of(field.at("a"), view("view_a")), instance_of(field.at("b"), view("view_b")),
            link_type_of(field.at("type")), field.at("weight").number()};
}

std::vector<NamedValue> named_values_of(const JsonField& field, const char* name_key, const char* value_key) {
    std::vector<NamedValue> values;
    for (const JsonField& entry : field.list())
        values.emplace_back(entry.at(name_key).text(), entry.at(value_key).number());
    return values;
}

StoredMetric metric_of(const JsonField& field) {
    StoredMetric metric;
    if (!field.at("cluster").is_null()) metric.cluster = field.at("cluster").small_count();
    metric.weights = named_values_of(field.at("weights"), "feature", "weight");
    for (const JsonField& entry : field.at("directions").list()) {
        metric.directions.push_back(
            {entry.at("weight").number(), named_values_of(entry.at("loadings"), "feature", "value")});
    }
    return metric;
}

StoredClustering clustering_of(const JsonField& field, const std::string& view) {
    StoredClustering clustering{field.at("name").text(), field.at("explained").number(), {}, {}};
    for (const JsonField& entry : field.at("dimensions").list()) {
        clustering.dimensions.push_back(
            {entry.at("name").text(), entry.at("column").count(), entry.at("probability").number()});
    }
    for (const JsonField& entry : field.at("constraints").list())
        clustering.constraints.push_back({constraint_of(entry, view), entry.at("probability").number()});
    return clustering;
}

StoredView view_of(const JsonField& field) {
    StoredView view{field.at("name").text(), field.at("rows").count(), field.at("cols").count(),
                    field.at("kind").text()};
    if (const auto weight = field.find("weight")) view.weight = weight->number();
    if (const auto graph = field.find("graph")) {
        view.graph = StoredGraph{graph->at("edges").count(), graph->at("parts").count(), graph->at("isolated").count(),
                                 graph->at("missing").count()};
    }
    return view;
}

StoredPreparation preparation_of(const JsonField& field) {
    StoredPreparation preparation{field.at("view").text(), field.at("steps").texts()};
    if (const auto cols = field.find("cols")) preparation.cols = cols->count();
    return preparation;
}

TriedSize tried_of(const JsonField& field) {
    TriedSize size;
    for (const JsonField& entry : field.at("n_clusters").list())
        size.n_clusters.push_back(entry.small_count());
    size.objective = field.at("objective").number();
    return size;
}

StoredDisagreement disagreement_of(const JsonField& field) {
    StoredDisagreement one{field.at("object").text(), {}};
    for (const JsonField& row : field.at("rows").list())
        one.rows.emplace_back(instance_of(row.at("row"), row.at("view").text()), row.at("label").small_count());
    return one;
}

Measures measures_of(const JsonField& field) {
    Measures measures;
    const std::array<std::pair<const char*, double Measures::*>, 7> fields{{{"f_measure", &Measures::f_measure},
                                                                            {"precision", &Measures::precision},
                                                                            {"recall", &Measures::recall},
                                                                            {"nmi", &Measures::nmi},
                                                                            {"acc", &Measures::acc},
                                                                            {"ari", &Measures::ari},
                                                                            {"purity", &Measures::purity}}};
    for (const auto& [name, member] : fields)
        measures.*member = field.at(name).number();
    return measures;
}

/// Calls `take` with every entry of a list that may be missing.
template <class Take>
void for_each_in(const JsonField& document, const char* key, Take&& take) {
    const auto found = document.find(key);
    if (!found) return;
    for (const JsonField& entry : found->list())
        take(entry);
}

void read_course(const JsonField& document, StoredResult& result) {
    result.method = document.at("method").text();
    for (const auto& [name, value] : document.at("options").members())
        result.options.emplace_back(name, option_text_of(value));
    result.seed = document.at("seed").unsigned_number();
    result.version = document.at("version").text();
    result.machine_level = document.at("machine_level").text();
    for (const JsonField& value : document.at("objective").list())
        result.objective.push_back(value.number());
    result.iterations = document.at("iterations").small_count();
    result.stop_reason = stop_reason_of(document.at("stop_reason"));
    for (const auto& [phase, seconds] : document.at("seconds").members())
        result.seconds.emplace_back(phase, seconds.number());
}

StoredSuspect suspect_of(const JsonField& entry) {
    StoredSuspect suspect{constraint_of(entry), entry.at("score").number(), entry.at("violated_share").number()};
    if (const auto probability = entry.find("probability")) suspect.probability = probability->number();
    return suspect;
}

void read_judgements(const JsonField& document, StoredResult& result) {
    const auto judgements = document.find("judgements");
    if (!judgements) return;
    const JsonField error_rate = judgements->at("estimated_error_rate"), weight = judgements->at("weight");
    if (!error_rate.is_null()) result.error_rate = error_rate.number();
    if (!weight.is_null()) result.judgement_weight = weight.number();
    for_each_in(*judgements, "ranking",
                [&](const JsonField& entry) { result.judgement_ranking.push_back(suspect_of(entry)); });
}

void read_constraints_report(const JsonField& document, StoredResult& result) {
    const JsonField report = document.at("constraints");
    result.must = counts_of(report.at("must"));
    result.cannot = counts_of(report.at("cannot"));
    if (const auto groups = report.find("groups")) result.groups = group_counts_of(*groups);
    for (const JsonField& entry : report.at("violations").list())
        result.violations.push_back({constraint_of(entry), entry.at("cost").number()});
    for_each_in(document, "suspects", [&](const JsonField& entry) { result.suspects.push_back(suspect_of(entry)); });
    read_judgements(document, result);
}

void read_explanations(const JsonField& document, StoredResult& result) {
    const std::string first_view = result.views.empty() ? "" : result.views.front().name;
    for_each_in(document, "metrics", [&](const JsonField& entry) { result.metrics.push_back(metric_of(entry)); });
    for_each_in(document, "topics", [&](const JsonField& entry) {
        result.topics.push_back({entry.at("view").text(), entry.at("cluster").small_count(),
                                 named_values_of(entry.at("features"), "name", "weight")});
    });
    for_each_in(document, "preparation",
                [&](const JsonField& entry) { result.preparation.push_back(preparation_of(entry)); });
    for_each_in(document, "clusterings",
                [&](const JsonField& entry) { result.clusterings.push_back(clustering_of(entry, first_view)); });
    for_each_in(document, "tried", [&](const JsonField& entry) { result.tried.push_back(tried_of(entry)); });
    for_each_in(document, "changes", [&](const JsonField& entry) {
        result.changes.push_back({entry.at("embedding").number(), entry.at("weights").number()});
    });
    for_each_in(document, "thresholds", [&](const JsonField& entry) {
        result.thresholds.push_back({entry.at("threshold").number(), entry.at("score").number()});
    });
    for_each_in(document, "propagated", [&](const JsonField& entry) {
        result.propagated.push_back({entry.at("view").text(), entry.at("must").count(), entry.at("cannot").count()});
    });
    for_each_in(document, "disagreements",
                [&](const JsonField& entry) { result.disagreements.push_back(disagreement_of(entry)); });
}

void read_scores(const JsonField& document, StoredResult& result) {
    for (const auto& [partition, truths] : document.at("measures").members()) {
        for (const auto& [truth, measures] : truths.members())
            result.scores.push_back({partition, truth, measures_of(measures)});
    }
    if (const auto e4sc = document.find("e4sc")) result.clustering_scores.e4sc = e4sc->number();
    if (const auto e4fc = document.find("e4fc")) result.clustering_scores.e4fc = e4fc->number();
}

bool truth_of(const JsonField& field) {
    if (!field.value().is_boolean()) field.refuse_for("true or false");
    return field.value().get<bool>();
}

Agreement agreement_of(const JsonField& field) {
    return {field.at("must").count(),         field.at("cannot").count(), field.at("must_kept").number(),
            field.at("cannot_kept").number(), field.at("kept").number(),  field.at("low").number(),
            field.at("high").number()};
}

HeldOut held_out_of(const JsonField& field) {
    HeldOut found;
    found.folds = field.at("folds").small_count();
    found.judgements = field.at("judgements").count();
    if (const auto reason = field.find("reason")) found.reason = reason->text();
    found.uses_judgements = truth_of(field.at("uses_judgements"));
    found.tried = field.at("tried").small_count();
    if (const auto rows = field.find("sampled_rows")) found.rows = rows->count();
    if (!found.measured()) return found;
    found.guided = agreement_of(field);
    if (const auto without = field.find("without")) {
        found.without = without->text();
        found.unguided = agreement_of(field.at("unguided"));
    }
    return found;
}

CandidateState state_of(const JsonField& field) {
    const std::string text = field.text();
    for (const CandidateState state :
         {CandidateState::finished, CandidateState::dropped, CandidateState::failed, CandidateState::not_reached}) {
        if (text == to_string(state)) return state;
    }
    field.refuse_for("finished, dropped, failed or not-reached");
}

TriedCandidate candidate_of(const JsonField& field) {
    TriedCandidate tried{{field.at("method").text()}};
    for (const auto& [name, value] : field.at("options").members())
        tried.candidate.options.push_back({name, option_text_of(value)});
    for (const std::string& text : field.at("preparation").texts())
        tried.candidate.preparation.push_back(parse_preparation(text));
    if (const auto views = field.find("views")) tried.candidate.views = views->texts();
    tried.state = state_of(field.at("state"));
    tried.guided = truth_of(field.at("guided"));
    tried.chosen = truth_of(field.at("chosen"));
    tried.agreement = agreement_of(field.at("agreement"));
    tried.quality = field.at("quality").number();
    tried.seconds = field.at("seconds").number();
    if (const auto note = field.find("note")) tried.note = note->text();
    return tried;
}

StoredFile listed_file_of(const JsonField& entry) {
    const std::uint64_t sum = entry.at("crc32").unsigned_number();
    if (sum > std::numeric_limits<std::uint32_t>::max()) entry.at("crc32").refuse_for("a number of 32 bits");
    return {entry.at("name").text(), entry.at("bytes").unsigned_number(), static_cast<std::uint32_t>(sum)};
}

JsonField::Value document_in(const Bytes& bytes) {
    try {
        return JsonField::Value::parse(bytes.data.begin(), bytes.data.end());
    } catch (const JsonField::Value::parse_error& error) {
        refuse("{}: not valid JSON at byte {}", bytes.name, error.byte);
    } catch (const JsonField::Value::exception&) {
        refuse("{}: not valid JSON", bytes.name);
    }
}

}  // namespace

StoredResult parse_result(const Bytes& bytes) {
    const JsonField::Value value = document_in(bytes);
    const JsonField document(value, bytes.name);
    const JsonField schema = document.at("schema");
    if (schema.value() != kResultSchema) schema.refuse_for(fmt::format("{}, which this version reads", kResultSchema));
    StoredResult result;
    read_course(document, result);
    read_constraints_report(document, result);
    for (const JsonField& entry : document.at("views").list())
        result.views.push_back(view_of(entry));
    read_explanations(document, result);
    read_scores(document, result);
    if (const auto found = document.find("held_out")) result.held_out = held_out_of(*found);
    for_each_in(document, "candidates",
                [&](const JsonField& entry) { result.candidates.push_back(candidate_of(entry)); });
    for (const JsonField& entry : document.at("warnings").list()) {
        result.warnings.push_back({entry.at("code").text(), entry.at("message").text(), entry.at("value").number()});
    }
    for_each_in(document, "files", [&](const JsonField& entry) { result.files.push_back(listed_file_of(entry)); });
    return result;
}

}  // namespace io
}  // namespace v1
}  // namespace mvlink
