#pragma once

#include <mvlink/context.hpp>
#include <mvlink/dataset.hpp>
#include <mvlink/export.hpp>
#include <mvlink/options.hpp>
#include <mvlink/result.hpp>

/// Several clusterings of one table without constraints: the comparison methods for SMVC (guennemann2014, sec. 5). Each
/// clusters the only view of the dataset. Constraints are counted, not used; one counts as satisfied if any clustering
/// satisfies it.
namespace mvlink {
inline namespace v1 {

/// What is removed from the rows after a clustering (Cui, Fern, Dy 2007): from every row its component along the mean
/// of its own cluster, or from all rows the space that the means span.
enum class OrthogonalVariant { clusters, subspaces };
template <>
struct EnumNames<OrthogonalVariant> {
    static constexpr std::array<std::string_view, 2> values{"clusters", "subspaces"};
};

struct OrthogonalOptions {
    int n_clusters = 8;
    int n_clusterings = 2;
    OrthogonalVariant variant = OrthogonalVariant::subspaces;
    double pca_share = 0.9;
    double min_variance = 0.1;
    int n_init = 10;
    int max_iter = 300;
    double tol = 1e-6;

    template <class Self, class Visitor>
    static void describe(Self& self, Visitor&& field) {
        field("n_clusters", self.n_clusters, at_least(1), "Number of clusters K of every clustering.");
        field("n_clusterings", self.n_clusterings, at_least(1), "Number of clusterings.");
        field("variant", self.variant, any_of_enum,
              "What is removed after a clustering: from every row its component along the mean of its cluster "
              "(clusters), or from all rows the space that the means span (subspaces).");
        field("pca_share", self.pca_share, Range{0, 1, true, false},
              "K-Means runs on the principal components that keep this fraction of the variance. 1: no PCA.");
        field("min_variance", self.min_variance, Range{0, 1, false, true},
              "Stop when less than this fraction of the variance is left.");
        field("n_init", self.n_init, at_least(1),
              "Number of restarts of each K-Means; the one with the lowest objective wins.");
        field("max_iter", self.max_iter, at_least(1), "Maximum number of iterations of each K-Means restart.");
        field("tol", self.tol, at_least(0), "K-Means stops when its objective decreases by less than this fraction.");
    }
};

/// K-Means, remove what it explains, K-Means again (Cui, Fern, Dy 2007; both of its forms).
MVLINK_API Result orthogonal(const Dataset& data, const OrthogonalOptions& options, Context& context,
                             const Start& start = {});

struct AlternativeOptions {
    int n_clusters = 8;
    int n_clusterings = 2;
    double tradeoff = 2;
    double eigenvalue_floor = 1e-3;
    int n_init = 10;
    int max_iter = 300;
    double tol = 1e-6;

    template <class Self, class Visitor>
    static void describe(Self& self, Visitor&& field) {
        field("n_clusters", self.n_clusters, at_least(1), "Number of clusters K of every clustering.");
        field("n_clusterings", self.n_clusterings, at_least(1), "Number of clusterings, including the given one.");
        field("tradeoff", self.tradeoff, at_least(0),
              "How far rows move away from the earlier clustering. 0: not at all; smaller values stay closer to the "
              "data.");
        field("eigenvalue_floor", self.eigenvalue_floor, Range{0, 1, true, false},
              "Eigenvalues below this fraction of the largest are raised to it, so that constant features stay small.");
        field("n_init", self.n_init, at_least(1),
              "Number of restarts of each K-Means; the one with the lowest objective wins.");
        field("max_iter", self.max_iter, at_least(1), "Maximum number of iterations of each K-Means restart.");
        field("tol", self.tol, at_least(0), "K-Means stops when its objective decreases by less than this fraction.");
    }
};

/// A clustering that differs from a given one (Qi, Davidson 2009): the rows are mapped towards the means of the other
/// clusters, then clustered by K-Means. The given clustering is the start, or K-Means on the rows.
MVLINK_API Result alternative(const Dataset& data, const AlternativeOptions& options, Context& context,
                              const Start& start = {});

struct ProclusOptions {
    int n_clusters = 8;
    OrAuto<int> n_dimensions = {};
    int sample_factor = 30;
    int medoid_factor = 10;
    double min_deviation = 0.1;
    int n_init = 10;
    int max_stale = 10;
    int max_iter = 300;

    template <class Self, class Visitor>
    static void describe(Self& self, Visitor&& field) {
        field("n_clusters", self.n_clusters, at_least(1), "Number of clusters K.");
        field("n_dimensions", self.n_dimensions, at_least(2),
              "Average number of columns per cluster; every cluster has at least two. auto: half of all columns.");
        field("sample_factor", self.sample_factor, at_least(1),
              "Number of rows drawn per cluster, among which medoids are sought.");
        field("medoid_factor", self.medoid_factor, at_least(1), "Number of candidate medoids per cluster.");
        field("min_deviation", self.min_deviation, between(0, 1),
              "A medoid with fewer rows than this fraction of n / K is replaced.");
        field("n_init", self.n_init, at_least(1), "Number of restarts; the one with the lowest objective wins.");
        field("max_stale", self.max_stale, at_least(1),
              "End a restart after this many iterations without improvement.");
        field("max_iter", self.max_iter, at_least(1), "Maximum number of iterations per restart.");
    }
};

/// Clusters around medoids, each in its own columns (Aggarwal et al. 1999). Rows far from all medoids are outliers:
/// they get the label of the nearest medoid, with confidence 0. A start is refused.
MVLINK_API Result proclus(const Dataset& data, const ProclusOptions& options, Context& context,
                          const Start& start = {});

}  // namespace v1
}  // namespace mvlink
