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
    std::vector<double> confidence;    ///< in [0, 1], one a label
};

/// Advice that does not change the answer. Codes are stable.
struct Warning {
    std::string code;
    std::string message;
    double value = 0;
};

/// How the given constraints fared. satisfied + violated = given; implied counts what the closure adds.
struct ConstraintCounts {
    Index given = 0;
    Index implied = 0;
    Index satisfied = 0;
    Index violated = 0;
};

struct Violation {
    Constraint constraint;
    double cost = 0;  ///< what it adds to the objective
};

struct ConstraintReport {
    ConstraintCounts must;
    ConstraintCounts cannot;
    std::vector<Violation> violations;  ///< dearest first
};

/// A constraint that looks wrong.
struct Suspect {
    Constraint constraint;
    double strain = 0;          ///< what its two instances would save in distances if they were free of all constraints
    double violated_share = 0;  ///< share of the method's runs that ended with it violated
};

/// How much features count in a metric that was learnt.
struct LearntMetric {
    struct Direction {
        double weight = 0;             ///< what one step along it costs
        std::vector<double> loadings;  ///< one a feature, in standard deviations, of length 1
    };
    int cluster = -1;                   ///< whose metric it is; -1: of all clusters
    std::vector<double> weights;        ///< one a feature: what a difference of one standard deviation costs
    std::vector<Direction> directions;  ///< of a full metric: those that count most, strongest first
};

/// What marks a cluster in one view: the features that weigh most in it.
struct Topic {
    struct Feature {
        Index column = 0;
        double weight = 0;
    };
    std::string view;
    int cluster = 0;
    std::vector<Feature> features;  ///< heaviest first
};

/// One of several clusterings of one table: the columns it rests on and the constraints that it took.
struct Clustering {
    struct Dimension {
        Index column = 0;
        double probability = 0;
    };
    struct Link {
        Constraint constraint;
        double probability = 0;  ///< that the constraint speaks of this clustering
    };
    std::string name;                   ///< of its partition: "clustering1"
    std::vector<Dimension> dimensions;  ///< that are most probably its own, in the order of columns
    std::vector<Link> constraints;      ///< that are most probably its own, in the order of the dataset
    double explained = 0;               ///< nats a row that it gains over one normal distribution a dimension
};

/// A number of clusters (one a clustering) that the method tried, and what it reached.
struct TriedSize {
    std::vector<int> n_clusters;
    double objective = 0;
};

struct Result {
    std::string method;
    std::vector<OptionText> options;  ///< every option with the value used
    std::uint64_t seed = 0;
    std::vector<Partition> partitions;
    std::vector<double> objective;  ///< after each round
    int iterations = 0;
    StopReason stop_reason = StopReason::converged;
    std::vector<std::pair<std::string, double>> seconds;  ///< by phase, "total" among them
    ConstraintReport constraints;
    std::vector<Suspect> suspects;        ///< largest strain first
    std::vector<LearntMetric> metrics;    ///< from methods that learn them: one, or one a cluster
    std::vector<double> view_weights;     ///< one a view, from methods that learn them
    std::vector<Topic> topics;            ///< by view, then cluster, from methods that factorise
    std::vector<Clustering> clusterings;  ///< from methods that find several
    std::vector<TriedSize> tried;         ///< where the method chose the number of clusters itself
    std::vector<Warning> warnings;
    Model model;
};

/// Where a run begins instead of its own start, cluster numbers kept: earlier labels (-1: unknown), an earlier model,
/// or for methods with centroids the centroids themselves (k x d). At most one of them.
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
