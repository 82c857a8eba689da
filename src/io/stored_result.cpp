#include "io/stored_result.hpp"

#include "io/course_of_model.hpp"
#include "io/learnt_features.hpp"
#include "io/writers.hpp"

#include <mvlink/version.hpp>

#include <algorithm>

namespace mvlink {
inline namespace v1 {
namespace {

constexpr std::size_t kMostUndoubted = 1000;  // judgements behind the suspects
constexpr std::size_t kMostFeatures = 100;    // of each metric; the model holds them all

InstanceRef stored_instance(const Dataset& data, InstanceId instance) {
    const View& view = data.view(instance.view);
    if (view.has_ids()) return {view.name(), view.row_name(instance.row)};
    return {view.name(), instance.row};
}

/// The features with the largest values, by name.
std::vector<NamedValue> largest_features(const Run& run, const std::vector<double>& values) {
    std::vector<NamedValue> named;
    for (const std::size_t feature : io::largest_positions(values, kMostFeatures))
        named.emplace_back(io::feature_name(run, feature), values[feature]);
    return named;
}

StoredMetric stored_metric(const Run& run, const LearntMetric& metric) {
    StoredMetric stored;
    if (metric.cluster >= 0) stored.cluster = metric.cluster;
    stored.weights = largest_features(run, metric.weights);
    for (const LearntMetric::Direction& direction : metric.directions)
        stored.directions.push_back({direction.weight, largest_features(run, direction.loadings)});
    return stored;
}

StoredTopic stored_topic(const Run& run, const Topic& topic) {
    StoredTopic stored{topic.view, topic.cluster, {}};
    for (const Topic::Feature& feature : topic.features)
        stored.features.emplace_back(io::feature_name(run, topic.view, feature.column), feature.weight);
    return stored;
}

StoredClustering stored_clustering(const Run& run, const Clustering& clustering) {
    StoredClustering stored{clustering.name, clustering.explained, {}, {}};
    for (const auto& [column, probability] : clustering.dimensions) {
        stored.dimensions.push_back({io::feature_name(run, static_cast<std::size_t>(column)), column, probability});
    }
    for (const Clustering::Link& link : clustering.constraints)
        stored.constraints.push_back({io::stored_constraint(run.problem.data, link.constraint), link.probability});
    return stored;
}

std::vector<StoredView> stored_views(const Dataset& data, const Result& result) {
    std::vector<StoredView> stored;
    const std::vector<StoredGraph> graphs = io::graphs_of(result.model);
    for (const View& view : data.views()) {
        const std::size_t place = stored.size();
        stored.push_back({view.name(), view.rows(), view.cols(), view.kind()});
        if (place < result.view_weights.size()) stored.back().weight = result.view_weights[place];
        if (place < graphs.size()) stored.back().graph = graphs[place];
    }
    return stored;
}

StoredPreparation stored_preparation(const Model& model, const ViewPreparation& preparation) {
    StoredPreparation stored{preparation.view, {}};
    for (const PreparationStep& step : preparation.steps)
        stored.steps.push_back(step.step);
    const auto view = model.find_view(preparation.view, static_cast<int>(model.views.size()));
    if (view && *view < model.cols.size()) stored.cols = model.cols[*view];
    return stored;
}

void store_explanations(const Run& run, StoredResult& stored) {
    for (const LearntMetric& metric : run.result.metrics)
        stored.metrics.push_back(stored_metric(run, metric));
    for (const Topic& topic : run.result.topics)
        stored.topics.push_back(stored_topic(run, topic));
    for (const Clustering& clustering : run.result.clusterings)
        stored.clusterings.push_back(stored_clustering(run, clustering));
    for (const ViewPreparation& preparation : run.result.model.preparation)
        stored.preparation.push_back(stored_preparation(run.result.model, preparation));
}

std::vector<StoredSuspect> stored_suspects(const Dataset& data, const std::vector<Suspect>& suspects) {
    std::vector<StoredSuspect> stored;
    stored.reserve(suspects.size());
    for (const Suspect& suspect : suspects) {
        stored.push_back({io::stored_constraint(data, suspect.constraint), suspect.score, suspect.violated_share,
                          suspect.probability});
    }
    return stored;
}

void store_constraints(const Dataset& data, const Result& result, StoredResult& stored) {
    stored.must = result.constraints.must;
    stored.cannot = result.constraints.cannot;
    stored.groups = result.constraints.groups;
    for (const Violation& violation : result.constraints.violations)
        stored.violations.push_back({io::stored_constraint(data, violation.constraint), violation.cost});
    stored.suspects = stored_suspects(data, result.suspects);
    if (result.judgements.error_rate >= 0) stored.error_rate = result.judgements.error_rate;
    if (result.judgements.weight >= 0) stored.judgement_weight = result.judgements.weight;
    const auto& ranking = result.judgements.ranking;
    const std::size_t kept = std::min(ranking.size(), result.suspects.size() + kMostUndoubted);
    stored.judgement_ranking = stored_suspects(data, {ranking.begin(), ranking.begin() + static_cast<Index>(kept)});
}

/// What views inferred and where they differ.
void store_views_together(const Run& run, StoredResult& stored) {
    const Dataset& data = run.problem.data;
    stored.thresholds = run.result.thresholds;
    for (const PropagatedConstraint& one : run.result.propagated) {
        if (stored.propagated.empty()) {
            for (const View& view : data.views())
                stored.propagated.push_back({view.name(), 0, 0});
        }
        StoredPropagation& of_view = stored.propagated[one.constraint.a.view];
        if (!one.is_certain) ++(one.constraint.link == Link::must ? of_view.must : of_view.cannot);
    }
    if (run.result.disagreements.empty()) return;
    const std::vector<std::string> names =
        run.problem.object_ids.empty() ? io::object_names(data) : run.problem.object_ids;
    for (const Disagreement& one : run.result.disagreements) {
        stored.disagreements.push_back({names[one.object], {}});
        for (const InstanceId id : one.rows) {
            const Partition& partition = run.result.partitions[id.view];
            stored.disagreements.back().rows.emplace_back(stored_instance(data, id), partition.labels[id.row]);
        }
    }
}

}  // namespace

namespace io {

StoredConstraint stored_constraint(const Dataset& data, const Constraint& constraint) {
    return {stored_instance(data, constraint.a), stored_instance(data, constraint.b), constraint.link,
            constraint.weight};
}

}  // namespace io

StoredResult stored_result(const Run& run) {
    const Result& result = run.result;
    StoredResult stored;
    stored.method = result.method;
    for (const auto& [name, value] : result.options)
        stored.options.emplace_back(name, value);
    stored.seed = result.seed;
    stored.version = version();
    stored.machine_level = machine_level();
    stored.objective = result.objective;
    stored.changes = io::changes_of(result.model);
    stored.iterations = result.iterations;
    stored.stop_reason = result.stop_reason;
    stored.seconds = result.seconds;
    store_constraints(run.problem.data, result, stored);
    store_explanations(run, stored);
    stored.views = stored_views(run.problem.data, result);
    stored.tried = result.tried;
    store_views_together(run, stored);
    stored.scores = run.scores;
    stored.clustering_scores = run.clustering_scores;
    stored.held_out = run.held_out;
    stored.candidates = run.candidates;
    stored.warnings = run.problem.warnings;
    stored.warnings.insert(stored.warnings.end(), result.warnings.begin(), result.warnings.end());
    return stored;
}

}  // namespace v1
}  // namespace mvlink
