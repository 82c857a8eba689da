#pragma once

#include <mvlink/constraint.hpp>
#include <mvlink/export.hpp>
#include <mvlink/matrix.hpp>
#include <mvlink/model.hpp>
#include <mvlink/options.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mvlink {
inline namespace v1 {

enum class StopReason { converged, max_iter, cancelled };
MVLINK_API std::string_view to_string(StopReason reason) noexcept;

/// What a partition groups: the rows of one view, the objects, or (SMVC) the rows in one of several clusterings.
enum class Scope { view, objects, clustering };

struct Partition {
    Scope scope = Scope::view;
    std::string name;  ///< the view's name, "objects", or "clustering1"
    int n_clusters = 0;
    std::vector<std::int32_t> labels;  ///< 0 .. n_clusters - 1
    std::vector<double> confidence;    ///< in [0, 1], one per label
};

/// Something to know that does not change the answer. Codes are stable; `advice` lists options that would help, any one
/// of them.
struct Warning {
    std::string code;
    std::string message;
    double value = 0;
    std::vector<OptionText> advice = {};
};

/// How the judgements fared; one on objects counts once, and is satisfied if all its copies are. satisfied + violated =
/// given; implied counts what the closure adds.
struct ConstraintCounts {
    Index given = 0;
    Index implied = 0;
    Index satisfied = 0;
    Index violated = 0;
};

/// How the groups of a GroupRule fared: those of at least two objects. One is violated if two of its objects share a
/// cluster. satisfied + violated = given.
struct GroupCounts {
    std::string rule;  ///< its name; empty: there is no rule
    Index given = 0;
    Index satisfied = 0;
    Index violated = 0;
    Index largest = 0;  ///< objects of the largest group
};

struct Violation {
    Constraint constraint;  ///< of a judgement on objects, the first copy that is violated
    double cost = 0;        ///< what it adds to the objective, with all copies
};

struct ConstraintReport {
    ConstraintCounts must;
    ConstraintCounts cannot;
    GroupCounts groups;
    std::vector<Violation> violations;  ///< most expensive first
};

/// A constraint that looks wrong.
struct Suspect {
    Constraint constraint;
    double score = 0;           ///< distance that its two instances would save if they were free of all constraints
    double violated_share = 0;  ///< share of the method's runs that ended with it violated
    double probability = 0;     ///< that it is wrong, by the features and the estimated error rate
};

/// What a method learnt about the judgements it was given.
struct JudgementEstimate {
    double error_rate = -1;        ///< estimated share of wrong ones; -1: not estimated
    double weight = -1;            ///< what violating one of weight 1 costs in the objective; -1: not calibrated
    std::vector<Suspect> ranking;  ///< all of them, those that look wrong first: Result::suspects, then the others
};

/// How much features count in a metric that was learnt.
struct LearntMetric {
    struct Direction {
        double weight = 0;             ///< cost of one step along it
        std::vector<double> loadings;  ///< one per feature, in standard deviations, of length 1
    };
    int cluster = -1;                   ///< whose metric it is; -1: all clusters
    std::vector<double> weights;        ///< one per feature: cost of a difference of one standard deviation
    std::vector<Direction> directions;  ///< of a full metric: those that count most, strongest first
};

/// What characterizes a cluster in one view: its features with the largest weights.
struct Topic {
    struct Feature {
        Index column = 0;
        double weight = 0;
    };
    std::string view;
    int cluster = 0;
    std::vector<Feature> features;  ///< heaviest first
};

/// One of several clusterings of one table: the columns it is based on and the constraints that are about it.
struct Clustering {
    struct Dimension {
        Index column = 0;
        double probability = 0;
    };
    struct Link {
        Constraint constraint;
        double probability = 0;  ///< that the constraint is about this clustering
    };
    std::string name;                   ///< of its partition: "clustering1"
    std::vector<Dimension> dimensions;  ///< that most probably belong to it, in the order of columns
    std::vector<Link> constraints;      ///< that most probably are about it, in the order of the dataset
    double explained = 0;               ///< nats per row gained over one normal distribution per dimension
};

/// What the coordinates of an embedding are.
enum class EmbeddingKind {
    spectral,  ///< eigenvectors of a graph, as the clusters are read from them
    parts,     ///< how much of each part of a factorization a row holds
};

/// Rows or objects as the method sees them at the end, in a space of its own.
struct Embedding {
    Scope scope = Scope::view;  ///< what its rows are: rows of a view, or objects
    std::string name;           ///< the view's name, or "objects"
    EmbeddingKind kind = EmbeddingKind::spectral;
    Index rows = 0;
    Index cols = 0;
    std::vector<double> values;  ///< row after row
};

/// Numbers of clusters (one per clustering) that the method tried, and the objective that they reached.
struct TriedSize {
    std::vector<int> n_clusters;
    double objective = 0;
};

/// A threshold that the method tried in cross-validation.
struct TriedThreshold {
    double threshold = 0;
    double score = 0;  ///< mean of the shares of held-out must-links and cannot-links that the clusters satisfy
};

/// A constraint that one view inferred for another (or, alone, for itself), and what it follows from.
struct PropagatedConstraint {
    Constraint constraint;    ///< between two rows of the view that received it; origin `propagated`
    InstanceId a, b;          ///< the pair of rows that it was carried over to, in the view that it comes from
    InstanceId u, v;          ///< the rows of the constraint, given or implied, that this pair is similar to
    bool is_certain = false;  ///< given constraints and the mapping imply it anyway
    int round = 0;            ///< the first round, from 0, since which it was inferred in every round
};

/// An object whose rows ended in different clusters.
struct Disagreement {
    Index object = 0;
    std::vector<InstanceId> rows;  ///< all rows of the object, by view
};

struct Result {
    std::string method;
    std::vector<OptionText> options;  ///< every option with the value used
    std::uint64_t seed = 0;
    std::vector<Partition> partitions;
    std::vector<double> objective;  ///< after each iteration
    int iterations = 0;
    StopReason stop_reason = StopReason::converged;
    std::vector<std::pair<std::string, double>> seconds;  ///< by phase, "total" among them
    ConstraintReport constraints;
    std::vector<Suspect> suspects;                 ///< largest score first
    JudgementEstimate judgements;                  ///< from methods that calibrate the weight of constraints
    std::vector<LearntMetric> metrics;             ///< from methods that learn them: one, or one per cluster
    std::vector<double> view_weights;              ///< one per view, from methods that learn them
    std::vector<Topic> topics;                     ///< by view, then cluster, from methods that factorize
    std::vector<Clustering> clusterings;           ///< from methods that find several
    std::vector<Embedding> embeddings;             ///< from methods with a space of their own; the report draws it
    std::vector<TriedSize> tried;                  ///< if the method chose the number of clusters itself
    std::vector<TriedThreshold> thresholds;        ///< if the method chose a threshold itself, in rising order
    std::vector<PropagatedConstraint> propagated;  ///< by view, pair and type, from methods that infer constraints
    std::vector<Disagreement> disagreements;       ///< by object, from methods that cluster each view of mapped data
    std::vector<Warning> warnings;
    Model model;
};

/// Where a run starts, instead of its own initialization; cluster numbers are kept. Earlier labels (-1: unknown), an
/// earlier model, which must outlive the run, or, for methods with centroids, the centroids themselves (k x d). At most
/// one of them.
struct Start {
    std::vector<Partition> partitions;
    const Model* model = nullptr;
    NamedArray centroids;

    [[nodiscard]] bool empty() const noexcept {
        return partitions.empty() && model == nullptr && centroids.values.empty();
    }
};

}  // namespace v1
}  // namespace mvlink
