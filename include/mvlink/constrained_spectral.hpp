#pragma once

#include <mvlink/spectral.hpp>

/// Spectral methods that use constraints and that chen2019 compares with. They work on tables of all pairs of objects,
/// so they take up to a few thousand objects; mvcsc takes any number.
namespace mvlink {
inline namespace v1 {

namespace constrained_help {
constexpr Range kBetweenZeroAndOne{.least = 0, .most = 1, .least_excluded = true, .most_excluded = true};
}  // namespace constrained_help

struct CspOptions {
    int n_clusters = 8;
    double strictness = 0.25;
    OrAuto<int> n_neighbors = {};
    GraphMetric metric = GraphMetric::automatic;
    GraphAffinity affinity = GraphAffinity::automatic;
    double sigma = 1;
    GraphSymmetry symmetry = GraphSymmetry::either;
    GraphSearch search = GraphSearch::automatic;
    int n_init = 10;

    template <class Self, class Visitor>
    static void describe(Self& self, Visitor&& field) {
        field("n_clusters", self.n_clusters, at_least(1), "Number of clusters K.");
        field(
            "strictness", self.strictness, constrained_help::kBetweenZeroAndOne,
            "How well a cut has to satisfy the constraints, as a fraction of what the (K-1)th best direction reaches. "
            "Raise it if constraints are many; with few, a large value isolates the constrained objects.");
        GraphOptions::describe(self, field);
        field("n_init", self.n_init, at_least(1), spectral_help::kInit);
    }
};

/// CSP (Wang, Davidson 2010): the cheapest cuts of the graph among those that satisfy the constraints well enough. Up
/// to 3000 objects.
MVLINK_API Result csp(const Dataset& data, const CspOptions& options, Context& context, const Start& start = {});

/// What self-taught clusters if there are several views: the mean of their graphs, or each alone, of which one is kept.
enum class SelfTaughtFusion { mean, best };
template <>
struct EnumNames<SelfTaughtFusion> {
    static constexpr std::array<std::string_view, 2> values{"mean", "best"};
};

struct SelfTaughtOptions {
    int n_clusters = 8;
    SelfTaughtFusion fusion = SelfTaughtFusion::mean;
    double graph_weight = 0.1;
    double teaching_weight = 0.1;
    double rank_penalty = 0.1;
    int teach_every = 20;
    OrAuto<int> n_neighbors = {};
    GraphMetric metric = GraphMetric::automatic;
    GraphAffinity affinity = GraphAffinity::automatic;
    double sigma = 1;
    GraphSymmetry symmetry = GraphSymmetry::either;
    GraphSearch search = GraphSearch::automatic;
    bool normalize_rows = false;
    int n_init = 10;
    int max_iter = 60;
    double tol = 1e-5;

    template <class Self, class Visitor>
    static void describe(Self& self, Visitor&& field) {
        field("n_clusters", self.n_clusters, at_least(1), "Number of clusters K.");
        field("fusion", self.fusion, any_of_enum,
              "What is clustered: the mean of the graphs of all views (mean), or every view alone, of which the one "
              "that violates the fewest constraints is kept (best).");
        field("graph_weight", self.graph_weight, at_least(0), "How much the graph counts for the cut (alpha).");
        field("teaching_weight", self.teaching_weight, at_least(0),
              "How much the cut teaches the completed constraints, and they the cut (beta).");
        field("rank_penalty", self.rank_penalty, at_least(0),
              "Weight of the nuclear norm of the completed constraints (mu). Well above teaching_weight it leaves "
              "nothing of what was not given.");
        field("teach_every", self.teach_every, at_least(1), "Number of iterations after which the cut is made anew.");
        GraphOptions::describe(self, field);
        field("normalize_rows", self.normalize_rows, any_value, spectral_help::kNormalizeRows);
        field("n_init", self.n_init, at_least(1), spectral_help::kInit);
        field("max_iter", self.max_iter, at_least(1),
              "Maximum number of iterations; each decomposes a table of all pairs of objects.");
        field("tol", self.tol, at_least(0), "Stop when the objective changes by less than this fraction.");
    }
};

/// Self-taught spectral clustering (Wang, Wang, Qian, Wang, Davidson 2014): completes the constraints to a table of low
/// rank, which the cut of the graph helps to fill. Up to 1000 objects.
MVLINK_API Result self_taught(const Dataset& data, const SelfTaughtOptions& options, Context& context,
                              const Start& start = {});

/// How constraints are spread over several views: on the mixture of their graphs, or on each graph, then averaged.
enum class MmcpFusion { mixture, average };
template <>
struct EnumNames<MmcpFusion> {
    static constexpr std::array<std::string_view, 2> values{"mixture", "average"};
};

/// How spread constraints are scaled: to a largest value of 1, or not at all.
enum class MmcpScale { largest, none };
template <>
struct EnumNames<MmcpScale> {
    static constexpr std::array<std::string_view, 2> values{"max", "none"};
};

struct MmcpOptions {
    int n_clusters = 8;
    MmcpFusion fusion = MmcpFusion::mixture;
    double alpha = 0.6;
    MmcpScale scale = MmcpScale::largest;
    OrAuto<int> n_neighbors = {};
    GraphMetric metric = GraphMetric::automatic;
    GraphAffinity affinity = GraphAffinity::automatic;
    double sigma = 1;
    GraphSymmetry symmetry = GraphSymmetry::either;
    GraphSearch search = GraphSearch::automatic;
    bool normalize_rows = true;
    int n_init = 10;

    template <class Self, class Visitor>
    static void describe(Self& self, Visitor&& field) {
        field("n_clusters", self.n_clusters, at_least(1), "Number of clusters K, and of eigenvectors.");
        field("fusion", self.fusion, any_of_enum,
              "How constraints spread over several views: on the mixture of their graphs, or on each graph by itself, "
              "then averaged (average).");
        field("alpha", self.alpha, constrained_help::kBetweenZeroAndOne,
              "How far constraints spread over the graph: the larger, the farther.");
        field("scale", self.scale, any_of_enum,
              "Whether the spread constraints are scaled to a largest value of 1 (max), or left as they are (none): "
              "then few constraints change little.");
        GraphOptions::describe(self, field);
        field("normalize_rows", self.normalize_rows, any_value, spectral_help::kNormalizeRows);
        field("n_init", self.n_init, at_least(1), spectral_help::kInit);
    }
};

/// MMCP (Fu, Ip, Lu, Lu 2011): constraints spread over the graphs of all views and refine their weights; then spectral
/// clustering. Of one view it is E2CP (Lu, Ip 2010). Up to 5000 objects.
MVLINK_API Result mmcp(const Dataset& data, const MmcpOptions& options, Context& context, const Start& start = {});

struct MvmcOptions {
    int n_clusters = 8;
    OrAuto<int> n_components = {};
    double completion_weight = 1;
    double rank_penalty = 1;
    double consensus_weight = 1;
    OrAuto<int> n_neighbors = {};
    GraphMetric metric = GraphMetric::automatic;
    GraphAffinity affinity = GraphAffinity::automatic;
    double sigma = 1;
    GraphSymmetry symmetry = GraphSymmetry::either;
    GraphSearch search = GraphSearch::automatic;
    bool normalize_rows = true;
    int n_init = 10;
    int max_iter = 200;
    double tol = 1e-5;

    template <class Self, class Visitor>
    static void describe(Self& self, Visitor&& field) {
        field("n_clusters", self.n_clusters, at_least(1), "Number of clusters K, and of eigenvectors.");
        field("n_components", self.n_components, at_least(1),
              "Number of singular vectors of each view, in whose products similarities are sought. auto: 30, or fewer "
              "if the view has fewer columns.");
        field("completion_weight", self.completion_weight, above(0), "How much constraints count (C).");
        field("rank_penalty", self.rank_penalty, at_least(0),
              "Weight of the nuclear norm of the similarities of each view (mu).");
        field("consensus_weight", self.consensus_weight, at_least(0),
              "How strongly the similarities of the views are drawn together (lambda).");
        GraphOptions::describe(self, field);
        field("normalize_rows", self.normalize_rows, any_value, spectral_help::kNormalizeRows);
        field("n_init", self.n_init, at_least(1), spectral_help::kInit);
        field("max_iter", self.max_iter, at_least(1), "Maximum number of iterations over all views.");
        field("tol", self.tol, at_least(0), "Stop when the objective decreases by less than this fraction.");
    }
};

/// MVMC, after Zhao, Jiang, Zhou (2017): similarities of low rank for each view that agree with the constraints and
/// with each other; then spectral clustering of their mean. Graphs only place new rows. Up to 5000 objects.
MVLINK_API Result mvmc(const Dataset& data, const MvmcOptions& options, Context& context, const Start& start = {});

}  // namespace v1
}  // namespace mvlink
