#pragma once

#include <mvlink/context.hpp>
#include <mvlink/dataset.hpp>
#include <mvlink/export.hpp>
#include <mvlink/options.hpp>
#include <mvlink/result.hpp>

/// Clusters from graphs of nearest neighbours: eigenvectors of normalized Laplacians, then K-Means. Several views share
/// their objects, and an object may be missing in a view. Constraints are counted, not used.
namespace mvlink {
inline namespace v1 {

/// What makes two rows neighbours. precomputed: the view is the graph itself.
enum class GraphMetric { automatic, euclidean, cosine, precomputed };
template <>
struct EnumNames<GraphMetric> {
    static constexpr std::array<std::string_view, 4> values{"auto", "euclidean", "cosine", "precomputed"};
};

/// How much an edge between two neighbours weighs.
enum class GraphAffinity { automatic, local_scaling, median, gaussian, cosine, binary };
template <>
struct EnumNames<GraphAffinity> {
    static constexpr std::array<std::string_view, 6> values{"auto",     "local-scaling", "median",
                                                            "gaussian", "cosine",        "binary"};
};

/// When two rows are joined: if either is among the nearest of the other, or only if both are.
enum class GraphSymmetry { either, mutual };
template <>
struct EnumNames<GraphSymmetry> {
    static constexpr std::array<std::string_view, 2> values{"either", "mutual"};
};

/// How neighbours are searched.
enum class GraphSearch { automatic, exact, approximate };
template <>
struct EnumNames<GraphSearch> {
    static constexpr std::array<std::string_view, 3> values{"auto", "exact", "approximate"};
};

/// How views become graphs: the same for every method of this family, whose options repeat these members (a base would
/// forbid `{.n_clusters = 3}`).
struct GraphOptions {
    OrAuto<int> n_neighbors = {};
    GraphMetric metric = GraphMetric::automatic;
    GraphAffinity affinity = GraphAffinity::automatic;
    double sigma = 1;
    GraphSymmetry symmetry = GraphSymmetry::either;
    GraphSearch search = GraphSearch::automatic;

    template <class Self, class Visitor>
    static void describe(Self& self, Visitor&& field) {
        field("n_neighbors", self.n_neighbors, at_least(1),
              "Number of nearest neighbours that every row is joined to. Raise it if the graph falls into pieces. "
              "auto: 10, or fewer if there are fewer rows.");
        field("metric", self.metric, any_of_enum,
              "How near two rows are: euclidean, cosine, or precomputed if the views are graphs already (square and "
              "symmetric, weights >= 0). auto: cosine for sparse views such as text, euclidean for dense ones.");
        field("affinity", self.affinity, any_of_enum,
              "Weight of an edge: exp(-d^2 / (s_i s_j)) with s the distance to the farthest of the n_neighbors "
              "(local-scaling), exp(-d^2 / 2 s^2) with s the median of these distances (median) or s = sigma "
              "(gaussian), the cosine, or 1 (binary). auto: cosine if the metric is cosine, else local-scaling.");
        field("sigma", self.sigma, above(0), "Width of the Gaussian if affinity is gaussian; ignored otherwise.");
        field("symmetry", self.symmetry, any_of_enum,
              "Join two rows if either is among the nearest of the other, or only if the relation is mutual.");
        field("search", self.search, any_of_enum,
              "How neighbours are searched: exact compares all pairs of rows, approximate is faster from about 100,000 "
              "rows and reports how many neighbours it finds. auto: exact up to about 100,000 rows.");
    }
};

namespace spectral_help {
constexpr std::string_view kNormalizeRows =
    "Scale the rows of the embedding to length 1 before K-Means, so that only their directions count.";
constexpr std::string_view kInit = "Number of restarts of K-Means on the embedding; the best one wins.";
constexpr std::string_view kEigenTol =
    "Largest residual of an eigenvector that is accepted, as a fraction of the width of the spectrum.";
constexpr std::string_view kEigenIter =
    "Maximum number of products of the graph with the block of eigenvectors; more are refused with an error.";
}  // namespace spectral_help

struct SpectralOptions {
    int n_clusters = 8;
    OrAuto<int> n_neighbors = {};
    GraphMetric metric = GraphMetric::automatic;
    GraphAffinity affinity = GraphAffinity::automatic;
    double sigma = 1;
    GraphSymmetry symmetry = GraphSymmetry::either;
    GraphSearch search = GraphSearch::automatic;
    bool normalize_rows = true;
    int n_init = 10;
    double eigen_tol = 1e-8;
    int eigen_max_iter = 5000;

    template <class Self, class Visitor>
    static void describe(Self& self, Visitor&& field) {
        field("n_clusters", self.n_clusters, at_least(1), "Number of clusters K, and of eigenvectors.");
        GraphOptions::describe(self, field);
        field("normalize_rows", self.normalize_rows, any_value, spectral_help::kNormalizeRows);
        field("n_init", self.n_init, at_least(1), spectral_help::kInit);
        field("eigen_tol", self.eigen_tol, above(0), spectral_help::kEigenTol);
        field("eigen_max_iter", self.eigen_max_iter, at_least(1), spectral_help::kEigenIter);
    }
};

/// Spectral clustering (Ng, Jordan, Weiss 2001) of one view, or of the mean Laplacian of several: K-Means on the K
/// eigenvectors of the smallest eigenvalues.
MVLINK_API Result spectral(const Dataset& data, const SpectralOptions& options, Context& context,
                           const Start& start = {});

struct AmglOptions {
    int n_clusters = 8;
    OrAuto<int> n_neighbors = {};
    GraphMetric metric = GraphMetric::automatic;
    GraphAffinity affinity = GraphAffinity::automatic;
    double sigma = 1;
    GraphSymmetry symmetry = GraphSymmetry::either;
    GraphSearch search = GraphSearch::automatic;
    bool normalize_rows = false;
    int n_init = 10;
    int max_iter = 50;
    double tol = 1e-6;
    double eigen_tol = 1e-8;

    template <class Self, class Visitor>
    static void describe(Self& self, Visitor&& field) {
        field("n_clusters", self.n_clusters, at_least(1), "Number of clusters K, and of eigenvectors.");
        GraphOptions::describe(self, field);
        field("normalize_rows", self.normalize_rows, any_value, spectral_help::kNormalizeRows);
        field("n_init", self.n_init, at_least(1), spectral_help::kInit);
        field("max_iter", self.max_iter, at_least(1), "Maximum number of updates of the weights of the views.");
        field("tol", self.tol, at_least(0), "Stop when no weight changes by more than this in one iteration.");
        field("eigen_tol", self.eigen_tol, above(0), spectral_help::kEigenTol);
    }
};

/// AMGL (Nie, Li, Li 2016): spectral clustering of a weighted sum of Laplacians. The weights follow from how smooth the
/// embedding is on each view, without a parameter.
MVLINK_API Result amgl(const Dataset& data, const AmglOptions& options, Context& context, const Start& start = {});

/// What the embeddings of the views are drawn to: each other, or a consensus.
enum class CoregScheme { pairwise, centroid };
template <>
struct EnumNames<CoregScheme> {
    static constexpr std::array<std::string_view, 2> values{"pairwise", "centroid"};
};

struct CoregSpectralOptions {
    int n_clusters = 8;
    CoregScheme scheme = CoregScheme::centroid;
    double consensus_weight = 0.05;
    OrAuto<int> n_neighbors = {};
    GraphMetric metric = GraphMetric::automatic;
    GraphAffinity affinity = GraphAffinity::automatic;
    double sigma = 1;
    GraphSymmetry symmetry = GraphSymmetry::either;
    GraphSearch search = GraphSearch::automatic;
    bool normalize_rows = true;
    int n_init = 10;
    int max_iter = 30;
    double tol = 1e-4;
    double eigen_tol = 1e-8;

    template <class Self, class Visitor>
    static void describe(Self& self, Visitor&& field) {
        field("n_clusters", self.n_clusters, at_least(1), "Number of clusters K, and of eigenvectors of each view.");
        field("scheme", self.scheme, any_of_enum,
              "What the embedding of a view is drawn to: those of the other views (pairwise), or a consensus of all "
              "(centroid).");
        field("consensus_weight", self.consensus_weight, at_least(0),
              "How strongly the embeddings are drawn together (lambda). 0: every view by itself.");
        GraphOptions::describe(self, field);
        field("normalize_rows", self.normalize_rows, any_value, spectral_help::kNormalizeRows);
        field("n_init", self.n_init, at_least(1), spectral_help::kInit);
        field("max_iter", self.max_iter, at_least(1), "Maximum number of iterations over all views.");
        field("tol", self.tol, at_least(0),
              "Stop when the objective decreases by less than this fraction in one iteration.");
        field("eigen_tol", self.eigen_tol, above(0), spectral_help::kEigenTol);
    }
};

/// Co-regularized spectral clustering (Kumar, Rai, Daume 2011): one embedding per view, drawn together.
MVLINK_API Result coreg_spectral(const Dataset& data, const CoregSpectralOptions& options, Context& context,
                                 const Start& start = {});

}  // namespace v1
}  // namespace mvlink
