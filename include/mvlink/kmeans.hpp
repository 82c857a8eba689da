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
        field("init", self.init, any_of_enum, "How the centroids start: k-means++ (greedy), or random rows.");
        field("n_init", self.n_init, at_least(1), "Number of starts; the lowest objective wins.");
        field("max_iter", self.max_iter, at_least(1), "Most rounds of assignment and means in one start.");
        field("tol", self.tol, at_least(0), "Stop when the objective falls by less than this share.");
    }
};

/// K-Means: k-means++ or random start, Lloyd's rounds, empty clusters repaired. Constraints are counted, not used.
MVLINK_API Result kmeans(const Dataset& data, const KMeansOptions& options, Context& context, const Start& start = {});

/// What `auto` stands for: what works best, or what the paper says.
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

/// How far a neighbourhood p counts from a chosen one q: d sqrt(|Np| |Nq|), the authors' code, or d |Np|, the paper's
/// words.
enum class FarthestFirst { mutual, literal };
template <>
struct EnumNames<FarthestFirst> {
    static constexpr std::array<std::string_view, 2> values{"mutual", "literal"};
};

/// Where clusters without a neighbourhood start: around the global mean, as the paper says, or at rows far from the
/// others.
enum class Fill { automatic, perturbation, kmeans_plus_plus };
template <>
struct EnumNames<Fill> {
    static constexpr std::array<std::string_view, 3> values{"auto", "perturbation", "k-means++"};
};

/// In which order constrained rows are assigned (sec. 3.2); greedy: fewest constraints first, then nearest to a
/// centroid.
enum class VisitOrder { random, greedy, index };
template <>
struct EnumNames<VisitOrder> {
    static constexpr std::array<std::string_view, 3> values{"random", "greedy", "index"};
};

/// What constraint_weight counts: cost itself, or shares of the mean squared distance of the rows
/// from their mean.
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
    double constraint_weight = 1;
    WeightScale weight_scale = WeightScale::absolute;
    OrAuto<bool> closure = {};
    VisitOrder order = VisitOrder::random;

    template <class Self, class Visitor>
    static void describe(Self& self, Visitor&& field) {
        field("n_clusters", self.n_clusters, at_least(1), "Number of clusters K.");
        field("mode", self.mode, any_of_enum,
              "What `auto` stands for in fill and n_init: what works best, or what the paper says.");
        field("init", self.init, any_of_enum,
              "How the centroids start: from the neighbourhoods that must-links make, k-means++, or random rows.");
        field("farthest_first", self.farthest_first, any_of_enum,
              "Which neighbourhoods start clusters when there are more than K: by distance times sqrt(|Np||Nq|) "
              "(mutual, the authors' code) or times |Np| (literal, the paper's words).");
        field("fill", self.fill, any_of_enum,
              "Where clusters without a neighbourhood start: random perturbations of the global mean, or k-means++; "
              "auto: k-means++, in mode=paper perturbations.");
        field("n_init", self.n_init, at_least(1),
              "Number of starts; the lowest objective wins. auto: 10, or 1 where neighbourhoods start every cluster "
              "and in mode=paper.");
        field("max_iter", self.max_iter, at_least(1), "Most rounds of assignment and means in one start.");
        field("tol", self.tol, at_least(0),
              "Stop when no label changes and the objective falls by less than this share.");
        field("constraint_weight", self.constraint_weight, at_least(0),
              "Cost of one violated constraint of weight 1; weight_scale says on which scale.");
        field(
            "weight_scale", self.weight_scale, any_of_enum,
            "What constraint_weight counts: cost, to compare with squared distances between rows (absolute), or shares "
            "of the rows' mean squared distance from their mean (relative).");
        field("closure", self.closure, any_value,
              "Also count the constraints that follow from the given ones. auto: unless the given ones contradict each "
              "other, since then some are wrong, and what follows from them is wrong too; in mode=paper always.");
        field("order", self.order, any_of_enum,
              "Order in which constrained rows are assigned; greedy: fewest constraints first, then nearest to a "
              "centroid.");
    }
};

/// PCK-Means: K-Means whose objective, Eq. (1), adds the weight of every violated constraint.
MVLINK_API Result pck_means(const Dataset& data, const PckMeansOptions& options, Context& context,
                            const Start& start = {});

}  // namespace v1
}  // namespace mvlink
