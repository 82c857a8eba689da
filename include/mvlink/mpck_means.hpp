#pragma once

#include <mvlink/kmeans.hpp>

/// K-Means with learnt metrics (bilenko2004): MPCK-Means, and MK-Means, the paper's comparison method.
namespace mvlink {
inline namespace v1 {

/// Form of the learnt metric A: one weight per feature, Eq. (8), or a full matrix, Eq. (7).
enum class MetricForm { diagonal, full };
template <>
struct EnumNames<MetricForm> {
    static constexpr std::array<std::string_view, 2> values{"diagonal", "full"};
};

/// Which labels an assignment starts from: those of the previous iteration, none in the first iterations, or both
/// tried.
enum class LabelMemory { automatic, keep, forget, best };
template <>
struct EnumNames<LabelMemory> {
    static constexpr std::array<std::string_view, 4> values{"auto", "keep", "forget", "best"};
};

/// Reference distance for a violated cannot-link, Eq. (5): between the corners of the data's bounding box, or between
/// the two rows that are farthest apart under the metric.
enum class FarthestPair { automatic, box, exact };
template <>
struct EnumNames<FarthestPair> {
    static constexpr std::array<std::string_view, 3> values{"auto", "box", "exact"};
};

/// Which constraints shape the metric: all, or not the soft ones that propagation inferred.
enum class LearnFrom { all, certain };
template <>
struct EnumNames<LearnFrom> {
    static constexpr std::array<std::string_view, 2> values{"all", "certain"};
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
    OrAuto<double> constraint_weight = {};
    OrAuto<bool> closure = {};
    VisitOrder order = VisitOrder::random;
    LabelMemory memory = LabelMemory::automatic;
    FarthestPair farthest_pair = FarthestPair::automatic;
    int freeze_after = 10;
    double floor = 0.01;
    LearnFrom learn_from = LearnFrom::all;
    OrAuto<double> shrinkage = {};

    template <class Self, class Visitor>
    static void describe(Self& self, Visitor&& field) {
        field("n_clusters", self.n_clusters, at_least(1), "Number of clusters K.");
        field(
            "mode", self.mode, any_of_enum,
            "What `auto` stands for in fill, n_init, constraint_weight, closure, memory and shrinkage: the value that "
            "works best, or the paper's.");
        field("metric", self.metric, any_of_enum,
              "Form of the learnt metric: one weight per feature (diagonal), or a full matrix, which also rotates the "
              "axes.");
        field("per_cluster", self.per_cluster, any_value, "Learn one metric per cluster instead of one for all.");
        describe_restarts(self, field);
        describe_guidance(self, field);
    }

private:
    template <class Self, class Visitor>
    static void describe_restarts(Self& self, Visitor&& field) {
        field("init", self.init, any_of_enum,
              "How the centroids are initialized: from the neighbourhoods (groups of must-linked rows), by k-means++, "
              "or at random rows.");
        field("farthest_first", self.farthest_first, any_of_enum,
              "How to choose among more than K neighbourhoods: distance times sqrt(|Np||Nq|) (mutual, as in the "
              "authors' code), or times |Np| (literal, as the paper says).");
        field("fill", self.fill, any_of_enum,
              "How clusters without a neighbourhood are initialized: random perturbations of the global mean, or "
              "k-means++. auto: k-means++; perturbation in mode=paper.");
        field(
            "n_init", self.n_init, at_least(1),
            "Number of restarts; the one with the lowest objective wins. auto: 10. If the neighbourhoods initialize "
            "every cluster, only the first restart uses them and the others use k-means++; where an iteration reads "
            "more than a million values (the rows, and both rows of every constraint) the first is the only one. 1 in "
            "mode=paper. If constraint_weight=auto, one from K-Means without constraints is added.");
        field("max_iter", self.max_iter, at_least(1), "Maximum number of iterations per restart.");
        field("tol", self.tol, at_least(0),
              "Stop when no label changes and the objective decreases by less than this fraction.");
    }

    template <class Self, class Visitor>
    static void describe_guidance(Self& self, Visitor&& field) {
        field("constraint_weight", self.constraint_weight, at_least(0),
              "Penalty for violating a constraint of weight 1, relative to the squared distance that the constraint "
              "is about. auto: calibrated. The scale of the distances and the error rate of the constraints are "
              "estimated, and an average violation costs what an error of that probability is worth. 1 in mode=paper.");
        field("closure", self.closure, any_value,
              "Also use the constraints that follow from the given ones. auto: not if constraint_weight=auto, so that "
              "one wrong constraint does not spread; else yes, unless the given ones contradict each other; then some "
              "are wrong, and so is what follows from them. Always yes in mode=paper.");
        field(
            "order", self.order, any_of_enum,
            "Order in which constrained rows are assigned. greedy: rows with the fewest constraints first, then those "
            "nearest to a centroid.");
        field("memory", self.memory, any_of_enum,
              "Whether an assignment starts from the previous labels (keep), ignores them in the first 15 iterations "
              "(forget), or tries both and keeps the lower objective (best). auto: best; keep in mode=paper.");
        field("farthest_pair", self.farthest_pair, any_of_enum,
              "Reference distance for a violated cannot-link: across the data's bounding box (diagonal metrics only), "
              "or between the two rows that are farthest apart. auto: box for diagonal metrics, exact for full ones.");
        field("freeze_after", self.freeze_after, at_least(0),
              "Keep the exact farthest pair fixed after this many iterations, so that the objective converges. 0: "
              "never.");
        field("floor", self.floor, above(0),
              "Minimum variance that a learnt metric assumes, as a fraction of the feature's own variance. It keeps "
              "weights from growing without limit.");
        field("learn_from", self.learn_from, any_of_enum,
              "Which constraints shape the metric: all, or given and implied ones alone, not those that propagation "
              "infers (certain).");
        field("shrinkage", self.shrinkage, between(0, 1),
              "How far learnt metrics are drawn towards equal weights of all features: 0 learns freely, 1 learns the "
              "common scale alone. auto: 0 or 1, whichever makes K-Means without constraints predict them better; 0 if "
              "constraint_weight is given.");
    }
};

/// MPCK-Means: PCK-Means that also learns, from data and constraints, how much features or directions count, Eq. (6).
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
              "Form of the learnt metric: one weight per feature (diagonal), or a full matrix, which also rotates the "
              "axes.");
        field("per_cluster", self.per_cluster, any_value, "Learn one metric per cluster instead of one for all.");
        field("init", self.init, any_of_enum, "How the centroids are initialized: greedy k-means++, or random rows.");
        field("n_init", self.n_init, at_least(1), "Number of restarts; the one with the lowest objective wins.");
        field("max_iter", self.max_iter, at_least(1), "Maximum number of iterations per restart.");
        field("tol", self.tol, at_least(0),
              "Stop when no label changes and the objective decreases by less than this fraction.");
        field("constraint_weight", self.constraint_weight, at_least(0),
              "How strongly a violated constraint of weight 1 shapes the metric.");
        field("closure", self.closure, any_value,
              "Also use the constraints that follow from the given ones. auto: yes, unless the given ones contradict "
              "each other; then some are wrong, and so is what follows from them.");
        field("farthest_pair", self.farthest_pair, any_of_enum,
              "Reference distance for a violated cannot-link: across the data's bounding box (diagonal metrics only), "
              "or between the two rows that are farthest apart. auto: box for diagonal metrics, exact for full ones.");
        field("freeze_after", self.freeze_after, at_least(0),
              "Keep the exact farthest pair fixed after this many iterations. 0: never.");
        field("floor", self.floor, above(0),
              "Minimum variance that a learnt metric assumes, as a fraction of the feature's own variance. It keeps "
              "weights from growing without limit.");
    }
};

/// MK-Means: K-Means whose metric is learnt with the constraints; its assignment ignores them.
MVLINK_API Result mk_means(const Dataset& data, const MkMeansOptions& options, Context& context,
                           const Start& start = {});

}  // namespace v1
}  // namespace mvlink
