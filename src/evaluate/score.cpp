#include <mvlink/clustering_measures.hpp>
#include <mvlink/score.hpp>

#include "evaluate/fitted_truth.hpp"

#include <algorithm>

namespace mvlink {
inline namespace v1 {
namespace {

/// Several clusterings and the truths that fit them.
struct Comparison {
    std::vector<SubspaceClustering> found;
    std::vector<SubspaceClustering> truths;
    std::vector<std::string> names;  // of the truths
};

/// A truth may say nothing of the rows of a view.
bool has_known_class(const std::vector<std::int32_t>& labels) {
    return std::any_of(labels.begin(), labels.end(), [](std::int32_t label) { return label >= 0; });
}

Comparison compared(const Problem& problem, const std::vector<Partition>& partitions) {
    Comparison comparison;
    for (const Partition& partition : partitions) {
        if (partition.scope != Scope::clustering) continue;
        if (comparison.found.empty()) {
            for (const Truth& truth : problem.truths) {
                std::vector<std::int32_t> labels = fitted_truth(truth, partition, problem);
                if (!has_known_class(labels)) continue;
                comparison.truths.push_back({std::move(labels), {truth.columns}});
                comparison.names.push_back(truth.name);
            }
        }
        comparison.found.push_back({partition.labels, {}});
    }
    return comparison;
}

/// Each clustering against the truth it is matched with.
void add_matched(const Comparison& comparison, const std::vector<Partition>& partitions, std::vector<Score>& scores) {
    std::vector<int> matched = match_clusterings(comparison.truths, comparison.found);
    auto next = matched.begin();
    for (const Partition& partition : partitions) {
        if (partition.scope != Scope::clustering) continue;
        const int truth = *next++;
        if (truth < 0) continue;
        const auto place = static_cast<std::size_t>(truth);
        scores.push_back(
            {partition.name, comparison.names[place], measure(comparison.truths[place].labels, partition.labels)});
    }
}

/// Whether the columns that the method saw are those of the data: no step replaced them.
bool keeps_columns(const Model& model) {
    for (const ViewPreparation& preparation : model.preparation) {
        for (const PreparationStep& step : preparation.steps) {
            if (step.step.find('=') != std::string::npos) return false;  // pca=D, spectral=D
        }
    }
    return true;
}

/// Gives every clustering its columns; false if those of some clustering or truth are unknown.
bool add_columns(const Result& result, Comparison& comparison) {
    if (result.clusterings.size() != comparison.found.size() || !keeps_columns(result.model)) return false;
    bool any = false;
    for (std::size_t c = 0; c < comparison.found.size(); ++c) {
        std::vector<Index> columns;
        for (const auto& dimension : result.clusterings[c].dimensions)
            columns.push_back(dimension.column);
        any = any || !columns.empty();
        comparison.found[c].dimensions = {std::move(columns)};
    }
    const auto is_known = [](const SubspaceClustering& truth) { return !truth.dimensions.front().empty(); };
    return any && std::all_of(comparison.truths.begin(), comparison.truths.end(), is_known);
}

}  // namespace

std::vector<Score> score(const Problem& problem, const std::vector<Partition>& partitions) {
    std::vector<Score> scores;
    for (const Partition& partition : partitions) {
        if (partition.scope == Scope::clustering) continue;
        for (const Truth& truth : problem.truths) {
            const std::vector<std::int32_t> labels = fitted_truth(truth, partition, problem);
            if (has_known_class(labels))
                scores.push_back({partition.name, truth.name, measure(labels, partition.labels)});
        }
    }
    add_matched(compared(problem, partitions), partitions, scores);
    return scores;
}

ClusteringScores score_clusterings(const Problem& problem, const Result& result) {
    Comparison comparison = compared(problem, result.partitions);
    if (comparison.found.empty() || comparison.truths.empty()) return {};
    ClusteringScores scores;
    scores.e4fc = e4fc(comparison.truths, comparison.found);
    if (add_columns(result, comparison)) scores.e4sc = e4sc(comparison.truths, comparison.found);
    return scores;
}

}  // namespace v1
}  // namespace mvlink
