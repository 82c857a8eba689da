#pragma once

#include <mvlink/kmeans.hpp>

/// K-Means with learnt metrics (bilenko2004): MPCK-Means, and MK-Means, which it compares with.
namespace mvlink {
inline namespace v1 {

/// Form of the learnt metric A: a weight a feature, Eq. (8), or a full matrix, Eq. (7).
enum class MetricForm { diagonal, full };
template <>
struct EnumNames<MetricForm> {
    static constexpr std::array<std::string_view, 2> values{"diagonal", "full"};
};

/// What the assignment of a round knows of the one before: the labels, nothing in the first rounds, or both tried.
enum class LabelMemory { automatic, keep, forget, best };
template <>
struct EnumNames<LabelMemory> {
    static constexpr std::array<std::string_view, 4> values{"auto", "keep", "forget", "best"};
};

/// What a violated cannot-link is measured against, Eq. (5): the corners of the data's bounding box, or the two rows
/// that are farthest apart under the metric.
enum class FarthestPair { automatic, box, exact };
template <>
struct EnumNames<FarthestPair> {
    static constexpr std::array<std::string_view, 3> values{"auto", "box", "exact"};
};

struct MpckMeansOptions {
    int n_clusters = 8;
    Mode mode = Mode::corrected;
    MetricForm metric = MetricForm::diagonal;
    bool per_cluster = false;
    PckMeansInit init = PckMeansInit::constraints;
    FarthestFirst farthest_first = FarthestFirst::mutual;
    Fill fill = Fill::automatic;
    OrAuto<int> n_init = {};
    int max_iter = 100;
    double tol = 1e-6;
    double constraint_weight = 1;
    OrAuto<bool> closure = {};
    VisitOrder order = VisitOrder::random;
    LabelMemory memory = LabelMemory::automatic;
    FarthestPair farthest_pair = FarthestPair::automatic;
    int freeze_after = 10;
    double floor = 0.01;

    template <class Self, class Visitor>
    static void describe(Self& self, Visitor&& field) {
        field("n_clusters", self.n_clusters, at_least(1), "Number of clusters K.");
        field("mode", self.mode, any_of_enum,
              "What `auto` stands for in fill, n_init and memory: what works best, or what the paper says.");
        field("metric", self.metric, any_of_enum,
              "Form of the learnt metric: a weight a feature (diagonal), or a full matrix, which also turns the axes.");
        field("per_cluster", self.per_cluster, any_value, "Learn one metric a cluster, or one for all.");
        field("init", self.init, any_of_enum,
              "How the centroids start: from the neighbourhoods that must-links make, k-means++, or random rows.");
        field("farthest_first", self.farthest_first, any_of_enum,
              "Which neighbourhoods start clusters when there are more than K: by distance times sqrt(|Np||Nq|) "
              "(mutual, the authors' code) or times |Np| (literal, the paper's words).");
        field("fill", self.fill, any_of_enum,
              "Where clusters without a neighbourhood start: random perturbations of the global mean, or k-means++; "
              "auto: k-means++, in mode=paper perturbations.");
        field(
            "n_init", self.n_init, at_least(1),
            "Number of starts; the lowest objective wins. auto: 10, where neighbourhoods start every cluster one there "
            "and the others by k-means++, beyond a million values only there; in mode=paper 1.");
        field("max_iter", self.max_iter, at_least(1), "Most rounds of assignment, means and metrics in one start.");
        field("tol", self.tol, at_least(0),
              "Stop when no label changes and the objective falls by less than this share.");
        field("constraint_weight", self.constraint_weight, at_least(0),
              "Cost of a violated constraint of weight 1, in units of the squared distance that it ought to bridge.");
        field("closure", self.closure, any_value,
              "Also count the constraints that follow from the given ones. auto: unless the given ones contradict each "
              "other, since then some are wrong, and what follows from them is wrong too; in mode=paper always.");
        field("order", self.order, any_of_enum,
              "Order in which constrained rows are assigned; greedy: fewest constraints first, then nearest to a "
              "centroid.");
        field(
            "memory", self.memory, any_of_enum,
            "Whether assignments keep the labels of the round before, forget them in the first 15 rounds, or both are "
            "tried and the lower objective wins (best). auto: best, in mode=paper keep.");
        field("farthest_pair", self.farthest_pair, any_of_enum,
              "What a violated cannot-link is measured against: the data's bounding box (diagonal metrics only), or "
              "the exact farthest pair of rows; auto: box for diagonal metrics, exact for full ones.");
        field("freeze_after", self.freeze_after, at_least(0),
              "Keep the exact farthest pair after this many rounds, so that the objective settles; 0: never keep it.");
        field("floor", self.floor, above(0),
              "Least variance of a learnt metric, as a share of the feature's own, so that no direction counts "
              "without limit.");
    }
};

/// MPCK-Means: PCK-Means that also learns how much features, or directions, count, from data and constraints, Eq. (6).
MVLINK_API Result mpck_means(const Dataset& data, const MpckMeansOptions& options, Context& context,
                             const Start& start = {});

struct MkMeansOptions {
    int n_clusters = 8;
    MetricForm metric = MetricForm::diagonal;
    bool per_cluster = false;
    KMeansInit init = KMeansInit::kmeans_plus_plus;
    int n_init = 10;
    int max_iter = 100;
    double tol = 1e-6;
    double constraint_weight = 1;
    OrAuto<bool> closure = {};
    FarthestPair farthest_pair = FarthestPair::automatic;
    int freeze_after = 10;
    double floor = 0.01;

    template <class Self, class Visitor>
    static void describe(Self& self, Visitor&& field) {
        field("n_clusters", self.n_clusters, at_least(1), "Number of clusters K.");
        field("metric", self.metric, any_of_enum,
              "Form of the learnt metric: a weight a feature (diagonal), or a full matrix, which also turns the axes.");
        field("per_cluster", self.per_cluster, any_value, "Learn one metric a cluster, or one for all.");
        field("init", self.init, any_of_enum, "How the centroids start: k-means++ (greedy), or random rows.");
        field("n_init", self.n_init, at_least(1), "Number of starts; the lowest objective wins.");
        field("max_iter", self.max_iter, at_least(1), "Most rounds of assignment, means and metrics in one start.");
        field("tol", self.tol, at_least(0),
              "Stop when no label changes and the objective falls by less than this share.");
        field("constraint_weight", self.constraint_weight, at_least(0),
              "Weight of a violated constraint of weight 1 in the metric.");
        field("closure", self.closure, any_value,
              "Also count the constraints that follow from the given ones. auto: unless the given ones contradict each "
              "other, since then some are wrong, and what follows from them is wrong too.");
        field("farthest_pair", self.farthest_pair, any_of_enum,
              "What a violated cannot-link is measured against: the data's bounding box (diagonal metrics only), or "
              "the exact farthest pair of rows; auto: box for diagonal metrics, exact for full ones.");
        field("freeze_after", self.freeze_after, at_least(0),
              "Keep the exact farthest pair after this many rounds; 0: never keep it.");
        field("floor", self.floor, above(0),
              "Least variance of a learnt metric, as a share of the feature's own, so that no direction counts "
              "without limit.");
    }
};

/// MK-Means: K-Means whose metric, but not its assignment, is learnt with the constraints.
MVLINK_API Result mk_means(const Dataset& data, const MkMeansOptions& options, Context& context,
                           const Start& start = {});

}  // namespace v1
}  // namespace mvlink
