#pragma once

#include <mvlink/constraint.hpp>
#include <mvlink/evidence.hpp>
#include <mvlink/result.hpp>
#include <mvlink/score.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// A finished run as result.json tells it: by names, without the data. What was written can be read back, so that tools
/// can work on stored runs.
namespace mvlink {
inline namespace v1 {

/// A name and its number: a feature and its weight.
using NamedValue = std::pair<std::string, double>;

/// Two instances by name: ids where the view has ids, else rows.
struct StoredConstraint {
    InstanceRef a;
    InstanceRef b;
    Link link = Link::must;
    double weight = 1;
};

struct StoredViolation {
    StoredConstraint constraint;
    double cost = 0;
};

struct StoredSuspect {
    StoredConstraint constraint;
    double score = 0;
    double violated_share = 0;
    double probability = 0;
};

/// The graph of a view on the objects.
struct StoredGraph {
    Index edges = 0;
    Index parts = 0;     ///< that hold together, with at least one edge
    Index isolated = 0;  ///< objects of the view without an edge
    Index missing = 0;   ///< objects that the view lacks
};

struct StoredView {
    std::string name;
    Index rows = 0;
    Index cols = 0;
    std::string kind;
    std::optional<double> weight = {};
    std::optional<StoredGraph> graph = {};  ///< from methods that describe their graphs
};

/// How much one iteration changed the embedding and the weights of the views, as fractions of what they were.
struct StoredChange {
    double embedding = 0;
    double weights = 0;
};

struct StoredPreparation {
    std::string view;
    std::vector<std::string> steps;
    std::optional<Index> cols = {};  ///< number of features after the steps
};

struct StoredMetric {
    struct Direction {
        double weight = 0;
        std::vector<NamedValue> loadings;
    };
    std::optional<int> cluster = {};  ///< absent: of all clusters
    std::vector<NamedValue> weights;  ///< the largest ones
    std::vector<Direction> directions;
};

struct StoredTopic {
    std::string view;
    int cluster = 0;
    std::vector<NamedValue> features;
};

struct StoredClustering {
    struct Dimension {
        std::string name;
        Index column = 0;
        double probability = 0;
    };
    struct Link {
        StoredConstraint constraint;
        double probability = 0;
    };
    std::string name;
    double explained = 0;
    std::vector<Dimension> dimensions;
    std::vector<Link> constraints;
};

/// An object whose rows ended in different clusters: each with its label.
struct StoredDisagreement {
    std::string object;  ///< as labels_objects.csv names it
    std::vector<std::pair<InstanceRef, std::int32_t>> rows;
};

/// How many constraints were inferred for a view in the last round; those that follow from the given ones anyway are
/// not counted.
struct StoredPropagation {
    std::string view;
    Index must = 0;
    Index cannot = 0;
};

/// One labels_<name>.csv.
struct StoredPartition {
    Scope scope = Scope::view;
    std::string name;
    std::vector<std::string> ids;  ///< row numbers where there are no ids
    std::vector<std::int32_t> labels;
    std::vector<double> confidence;  ///< with 4 decimals
};

/// A file that the same run wrote beside result.json. It tells whether what is there now still belongs to the run.
struct StoredFile {
    std::string name;
    std::uint64_t bytes = 0;
    std::uint32_t crc32 = 0;  ///< as zlib and zip compute it
};

struct StoredResult {
    std::string method;
    std::vector<std::pair<std::string, std::string>> options;
    std::uint64_t seed = 0;
    std::string version;
    std::string machine_level;
    std::vector<double> objective;
    std::vector<StoredChange> changes;  ///< one per entry of `objective`, from methods that weigh views
    int iterations = 0;
    StopReason stop_reason = StopReason::converged;
    std::vector<std::pair<std::string, double>> seconds;
    ConstraintCounts must;
    ConstraintCounts cannot;
    GroupCounts groups;  ///< of the group rule, if there was one
    std::vector<StoredViolation> violations;
    std::vector<StoredSuspect> suspects;
    std::optional<double> error_rate = {};         ///< of the judgements, if it was estimated
    std::optional<double> judgement_weight = {};   ///< if it was calibrated
    std::vector<StoredSuspect> judgement_ranking;  ///< the suspects, then the other judgements
    std::vector<StoredMetric> metrics;
    std::vector<StoredTopic> topics;
    std::vector<StoredView> views;
    std::vector<StoredPreparation> preparation;
    std::vector<StoredClustering> clusterings;
    std::vector<TriedSize> tried;
    std::vector<TriedThreshold> thresholds;
    std::vector<StoredPropagation> propagated;
    std::vector<StoredDisagreement> disagreements;
    std::vector<Score> scores;
    ClusteringScores clustering_scores;
    HeldOut held_out;
    std::vector<TriedCandidate> candidates;
    std::vector<Warning> warnings;
    std::vector<StoredFile> files;            ///< written with it; empty in text that no folder was written with
    std::vector<StoredPartition> partitions;  ///< of the label files beside result.json; empty without them
};

}  // namespace v1
}  // namespace mvlink
