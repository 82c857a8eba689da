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
enum class Fill { perturbation, kmeans_plus_plus };
template <>
struct EnumNames<Fill> {
    static constexpr std::array<std::string_view, 2> values{"perturbation", "k-means++"};
};

enum class VisitOrder { random, index };
template <>
struct EnumNames<VisitOrder> {
    static constexpr std::array<std::string_view, 2> values{"random", "index"};
};

struct PckMeansOptions {
    int n_clusters = 8;
    PckMeansInit init = PckMeansInit::constraints;
    FarthestFirst farthest_first = FarthestFirst::mutual;
    Fill fill = Fill::kmeans_plus_plus;
    OrAuto<int> n_init = {};
    int max_iter = 100;
    double tol = 1e-6;
    double constraint_weight = 1;
    bool closure = true;
    VisitOrder order = VisitOrder::random;

    template <class Self, class Visitor>
    static void describe(Self& self, Visitor&& field) {
        field("n_clusters", self.n_clusters, at_least(1), "Number of clusters K.");
        field("init", self.init, any_of_enum,
              "How the centroids start: from the neighbourhoods that must-links make, k-means++, or random rows.");
        field("farthest_first", self.farthest_first, any_of_enum,
              "Which neighbourhoods start clusters when there are more than K: by distance times sqrt(|Np||Nq|) "
              "(mutual, the authors' code) or times |Np| (literal, the paper's words).");
        field("fill", self.fill, any_of_enum,
              "Where clusters without a neighbourhood start: random perturbations of the global mean, or k-means++.");
        field("n_init", self.n_init, at_least(1),
              "Number of starts; the lowest objective wins. auto: 10, or 1 where neighbourhoods start every cluster.");
        field("max_iter", self.max_iter, at_least(1), "Most rounds of assignment and means in one start.");
        field("tol", self.tol, at_least(0),
              "Stop when no label changes and the objective falls by less than this share.");
        field("constraint_weight", self.constraint_weight, at_least(0),
              "Cost of one violated constraint of weight 1, on the scale of a squared distance between rows.");
        field("closure", self.closure, any_value,
              "Also count the constraints that follow from the given ones; off is safer when some are wrong.");
        field("order", self.order, any_of_enum, "Order in which constrained rows are assigned.");
    }
};

/// PCK-Means: K-Means whose objective, Eq. (1), adds the weight of every violated constraint.
MVLINK_API Result pck_means(const Dataset& data, const PckMeansOptions& options, Context& context,
                            const Start& start = {});

}  // namespace v1
}  // namespace mvlink
