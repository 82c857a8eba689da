#include "arrays.hpp"
#include "bindings.hpp"
#include "evidence.hpp"

#include <mvlink/compare.hpp>
#include <mvlink/io.hpp>

#include <pybind11/stl.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace py = pybind11;
using mvlink::StoredConstraint;
using mvlink::StoredResult;

py::dict groups_dict(const mvlink::GroupCounts& groups) {
    py::dict dict;
    dict["rule"] = groups.rule;
    dict["given"] = groups.given;
    dict["satisfied"] = groups.satisfied;
    dict["violated"] = groups.violated;
    dict["largest"] = groups.largest;
    return dict;
}

py::dict counts_dict(const mvlink::ConstraintCounts& counts) {
    py::dict dict;
    dict["given"] = counts.given;
    dict["implied"] = counts.implied;
    dict["satisfied"] = counts.satisfied;
    dict["violated"] = counts.violated;
    return dict;
}

namespace {

py::dict stored_constraint_dict(const StoredConstraint& constraint) {
    py::dict dict;
    dict["view_a"] = constraint.a.view;
    dict["a"] = constraint.a.key;
    dict["view_b"] = constraint.b.view;
    dict["b"] = constraint.b.key;
    dict["type"] = std::string(to_string(constraint.link));
    dict["weight"] = constraint.weight;
    return dict;
}

py::dict stored_report_dict(const StoredResult& result) {
    py::list violations;
    for (const auto& [constraint, cost] : result.violations) {
        py::dict dict = stored_constraint_dict(constraint);
        dict["cost"] = cost;
        violations.append(dict);
    }
    py::dict dict;
    dict["given"] = result.must.given + result.cannot.given;
    dict["satisfied"] = result.must.satisfied + result.cannot.satisfied;
    dict["violated"] = result.must.violated + result.cannot.violated;
    dict["must"] = counts_dict(result.must);
    dict["cannot"] = counts_dict(result.cannot);
    if (!result.groups.rule.empty()) dict["groups"] = groups_dict(result.groups);
    dict["violations"] = violations;
    return dict;
}

py::list stored_suspect_list(const std::vector<mvlink::StoredSuspect>& suspects) {
    py::list list;
    for (const mvlink::StoredSuspect& suspect : suspects) {
        py::dict dict = stored_constraint_dict(suspect.constraint);
        dict["score"] = suspect.score;
        dict["violated_share"] = suspect.violated_share;
        dict["probability"] = suspect.probability;
        list.append(dict);
    }
    return list;
}

py::dict stored_judgements_dict(const StoredResult& result) {
    py::dict dict;
    dict["estimated_error_rate"] = result.error_rate;
    dict["weight"] = result.judgement_weight;
    dict["ranking"] = stored_suspect_list(result.judgement_ranking);
    return dict;
}

py::list stored_metric_list(const StoredResult& result) {
    py::list list;
    for (const mvlink::StoredMetric& metric : result.metrics) {
        py::list directions;
        for (const auto& direction : metric.directions) {
            directions.append(py::make_tuple(direction.weight, direction.loadings));
        }
        py::dict dict;
        dict["cluster"] = metric.cluster;
        dict["weights"] = metric.weights;
        dict["directions"] = directions;
        list.append(dict);
    }
    return list;
}

py::list stored_topic_list(const StoredResult& result) {
    py::list list;
    for (const mvlink::StoredTopic& topic : result.topics) {
        py::dict dict;
        dict["view"] = topic.view;
        dict["cluster"] = topic.cluster;
        dict["features"] = topic.features;
        list.append(dict);
    }
    return list;
}

py::list stored_view_list(const StoredResult& result) {
    py::list list;
    for (const mvlink::StoredView& view : result.views) {
        py::dict dict;
        dict["name"] = view.name;
        dict["rows"] = view.rows;
        dict["cols"] = view.cols;
        dict["kind"] = view.kind;
        if (view.weight) dict["weight"] = *view.weight;
        if (view.graph) {
            py::dict graph;
            graph["edges"] = view.graph->edges;
            graph["parts"] = view.graph->parts;
            graph["isolated"] = view.graph->isolated;
            graph["missing"] = view.graph->missing;
            dict["graph"] = graph;
        }
        list.append(dict);
    }
    return list;
}

py::dict stored_clustering_dict(const mvlink::StoredClustering& clustering) {
    py::list dimensions, constraints;
    for (const auto& [name, column, probability] : clustering.dimensions) {
        py::dict dict;
        dict["name"] = name;
        dict["column"] = column;
        dict["probability"] = probability;
        dimensions.append(dict);
    }
    for (const auto& [constraint, probability] : clustering.constraints) {
        py::dict dict = stored_constraint_dict(constraint);
        dict["probability"] = probability;
        constraints.append(dict);
    }
    py::dict dict;
    dict["name"] = clustering.name;
    dict["explained"] = clustering.explained;
    dict["dimensions"] = dimensions;
    dict["constraints"] = constraints;
    return dict;
}

py::dict stored_measures_dict(const StoredResult& result) {
    py::dict measures;
    for (const mvlink::Score& score : result.scores) {
        const py::str partition(score.partition);
        if (!measures.contains(partition)) measures[partition] = py::dict();
        py::dict values;
        for (const auto& [name, value] : named(score.measures)) {
            values[py::str(name)] = value;
        }
        measures[partition][py::str(score.truth)] = values;
    }
    return measures;
}

py::dict text_dict(const std::vector<std::pair<std::string, std::string>>& pairs) {
    py::dict dict;
    for (const auto& [name, value] : pairs) {
        dict[py::str(name)] = value;
    }
    return dict;
}

/// What a run explained besides its labels.
void add_explanations(const StoredResult& result, py::dict& dict) {
    py::list preparation, clusterings, tried;
    for (const mvlink::StoredPreparation& view : result.preparation) {
        preparation.append(py::make_tuple(view.view, view.steps));
    }
    for (const mvlink::StoredClustering& clustering : result.clusterings) {
        clusterings.append(stored_clustering_dict(clustering));
    }
    for (const mvlink::TriedSize& size : result.tried) {
        tried.append(py::make_tuple(size.n_clusters, size.objective));
    }
    dict["suspects"] = stored_suspect_list(result.suspects);
    dict["judgements"] = stored_judgements_dict(result);
    dict["metrics"] = stored_metric_list(result);
    dict["topics"] = stored_topic_list(result);
    dict["preparation"] = preparation;
    dict["clusterings"] = clusterings;
    dict["tried"] = tried;
}

void add_labels(StoredResult& result, py::dict& dict) {
    py::dict labels, confidence, ids;
    for (mvlink::StoredPartition& partition : result.partitions) {
        const py::str name(partition.name);
        labels[name] = moved_array(std::move(partition.labels));
        confidence[name] = moved_array(std::move(partition.confidence));
        ids[name] = std::move(partition.ids);
    }
    dict["labels"] = labels;
    dict["confidence"] = confidence;
    dict["ids"] = ids;
}

py::dict stored_dict(StoredResult&& result) {
    py::dict dict, seconds;
    for (const auto& [phase, time] : result.seconds) {
        seconds[py::str(phase)] = time;
    }
    py::list warnings;
    for (const mvlink::Warning& warning : result.warnings) {
        warnings.append(py::make_tuple(warning.code, warning.message, warning.value));
    }
    dict["method"] = result.method;
    dict["options"] = text_dict(result.options);
    dict["seed"] = result.seed;
    dict["version"] = result.version;
    dict["machine_level"] = result.machine_level;
    dict["objective"] = moved_array(std::move(result.objective));
    py::list changes;
    for (const auto& [embedding, weights] : result.changes)
        changes.append(py::make_tuple(embedding, weights));
    dict["changes"] = changes;
    dict["iterations"] = result.iterations;
    dict["stop_reason"] = std::string(to_string(result.stop_reason));
    dict["seconds"] = seconds;
    dict["constraints"] = stored_report_dict(result);
    add_explanations(result, dict);
    dict["views"] = stored_view_list(result);
    dict["measures"] = stored_measures_dict(result);
    dict["e4sc"] = result.clustering_scores.e4sc;
    dict["e4fc"] = result.clustering_scores.e4fc;
    dict["held_out"] = held_out_dict(result.held_out);
    dict["candidates"] = candidate_list(result.candidates);
    dict["warnings"] = warnings;
    add_labels(result, dict);
    return dict;
}

}  // namespace

void bind_results(py::module_& module) {
    module.def(
        "read_result", [](const std::string& path) { return stored_dict(mvlink::read_result(path)); }, py::arg("path"));
    module.def(
        "compare_results",
        [](const std::vector<std::string>& paths) {
            const std::vector<std::filesystem::path> files(paths.begin(), paths.end());
            return mvlink::comparison_json(mvlink::compare_results(files));
        },
        py::arg("paths"));
}
