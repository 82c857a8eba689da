#pragma once

#include <mvlink/context.hpp>
#include <mvlink/dataset.hpp>
#include <mvlink/export.hpp>
#include <mvlink/options.hpp>
#include <mvlink/result.hpp>

/// The K-Means family (bilenko2004). Every method clusters the only view of the dataset.
namespace mvlink {
inline namespace v1 {

enum class KMeansInit { kmeans_plus_plus, random };
template <>
struct EnumNames<KMeansInit> {
    static constexpr std::array<std::string_view, 2> values{"k-means++", "random"};
};

struct KMeansOptions {
    int n_clusters = 8;
    KMeansInit init = KMeansInit::kmeans_plus_plus;
    int n_init = 10;
    int max_iter = 300;
    double tol = 1e-6;

    template <class Self, class Visitor>
    static void describe(Self& self, Visitor&& field) {
        field("n_clusters", self.n_clusters, at_least(1), "Number of clusters K.");
        field("init", self.init, any_of_enum, "How the centroids are initialized: greedy k-means++, or random rows.");
        field("n_init", self.n_init, at_least(1), "Number of restarts; the one with the lowest objective wins.");
        field("max_iter", self.max_iter, at_least(1), "Maximum number of iterations per restart.");
        field("tol", self.tol, at_least(0), "Stop when the objective decreases by less than this fraction.");
    }
};

/// K-Means: k-means++ or random start, Lloyd's iterations, empty clusters repaired. Constraints are counted, not used.
MVLINK_API Result kmeans(const Dataset& data, const KMeansOptions& options, Context& context, const Start& start = {});

/// What `auto` stands for: the value that works best, or the paper's.
enum class Mode { corrected, paper };
template <>
struct EnumNames<Mode> {
    static constexpr std::array<std::string_view, 2> values{"corrected", "paper"};
};

enum class PckMeansInit { constraints, kmeans_plus_plus, random };
template <>
struct EnumNames<PckMeansInit> {
    static constexpr std::array<std::string_view, 3> values{"constraints", "k-means++", "random"};
};

/// Distance of a neighbourhood p from a chosen one q: d sqrt(|Np| |Nq|) as in the authors' code, or d |Np| as the paper
/// says.
enum class FarthestFirst { mutual, literal };
template <>
struct EnumNames<FarthestFirst> {
    static constexpr std::array<std::string_view, 2> values{"mutual", "literal"};
};

/// Where clusters without a neighbourhood start: around the global mean, as in the paper, or at rows far from the other
/// centroids.
enum class Fill { automatic, perturbation, kmeans_plus_plus };
template <>
struct EnumNames<Fill> {
    static constexpr std::array<std::string_view, 3> values{"auto", "perturbation", "k-means++"};
};

/// Order in which constrained rows are assigned (sec. 3.2). greedy: rows with the fewest constraints first, then those
/// nearest to a centroid.
enum class VisitOrder { random, greedy, index };
template <>
struct EnumNames<VisitOrder> {
    static constexpr std::array<std::string_view, 3> values{"random", "greedy", "index"};
};

/// Unit of constraint_weight: a squared distance, or the mean squared distance of the rows from their mean.
enum class WeightScale { absolute, relative };
template <>
struct EnumNames<WeightScale> {
    static constexpr std::array<std::string_view, 2> values{"absolute", "relative"};
};

struct PckMeansOptions {
    int n_clusters = 8;
    Mode mode = Mode::corrected;
    PckMeansInit init = PckMeansInit::constraints;
    FarthestFirst farthest_first = FarthestFirst::mutual;
    Fill fill = Fill::automatic;
    OrAuto<int> n_init = {};
    int max_iter = 100;
    double tol = 1e-6;
    OrAuto<double> constraint_weight = {};
    WeightScale weight_scale = WeightScale::absolute;
    OrAuto<bool> closure = {};
    VisitOrder order = VisitOrder::random;

    template <class Self, class Visitor>
    static void describe(Self& self, Visitor&& field) {
        field("n_clusters", self.n_clusters, at_least(1), "Number of clusters K.");
        field(
            "mode", self.mode, any_of_enum,
            "What `auto` stands for in fill, n_init, constraint_weight and closure: the value that works best, or the "
            "paper's.");
        field("init", self.init, any_of_enum,
              "How the centroids are initialized: from the neighbourhoods (groups of must-linked rows), by k-means++, "
              "or at random rows.");
        field("farthest_first", self.farthest_first, any_of_enum,
              "How to choose among more than K neighbourhoods: distance times sqrt(|Np||Nq|) (mutual, as in the "
              "authors' code), or times |Np| (literal, as the paper says).");
        field("fill", self.fill, any_of_enum,
              "How clusters without a neighbourhood are initialized: random perturbations of the global mean, or "
              "k-means++. auto: k-means++; perturbation in mode=paper.");
        field("n_init", self.n_init, at_least(1),
              "Number of restarts; the one with the lowest objective wins. auto: 10, but 1 if the neighbourhoods "
              "initialize every cluster, and 1 in mode=paper. If constraint_weight=auto, restarts from K-Means without "
              "constraints and from k-means++ are added.");
        field("max_iter", self.max_iter, at_least(1), "Maximum number of iterations per restart.");
        field("tol", self.tol, at_least(0),
              "Stop when no label changes and the objective decreases by less than this fraction.");
        field(
            "constraint_weight", self.constraint_weight, at_least(0),
            "Penalty for violating a constraint of weight 1, in the unit that weight_scale sets. auto: calibrated. The "
            "scale of the distances and the error rate of the constraints are estimated, and a violation costs what "
            "an error of that probability is worth. 1 in mode=paper.");
        field("weight_scale", self.weight_scale, any_of_enum,
              "Unit of constraint_weight: a squared distance between rows (absolute), or the mean squared distance of "
              "the rows from their mean (relative).");
        field("closure", self.closure, any_value,
              "Also use the constraints that follow from the given ones. auto: not if constraint_weight=auto, so that "
              "one wrong constraint does not spread; else yes, unless the given ones contradict each other; then some "
              "are wrong, and so is what follows from them. Always yes in mode=paper.");
        field(
            "order", self.order, any_of_enum,
            "Order in which constrained rows are assigned. greedy: rows with the fewest constraints first, then those "
            "nearest to a centroid.");
    }
};

/// PCK-Means: K-Means whose objective, Eq. (1), adds the weight of every violated constraint.
MVLINK_API Result pck_means(const Dataset& data, const PckMeansOptions& options, Context& context,
                            const Start& start = {});

}  // namespace v1
}  // namespace mvlink
