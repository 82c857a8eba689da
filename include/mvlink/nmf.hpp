#pragma once

#include <mvlink/context.hpp>
#include <mvlink/dataset.hpp>
#include <mvlink/export.hpp>
#include <mvlink/options.hpp>
#include <mvlink/result.hpp>

/// Clusters from nonnegative factors: X ~ V U', with one row of V per row of X. Features must not be negative.
/// Constraints are counted, not used.
namespace mvlink {
inline namespace v1 {

/// How the factors are found: row by row and column by column (hierarchical alternating least squares), or by the
/// multiplicative updates of Lee and Seung.
enum class NmfSolver { hals, mu };
template <>
struct EnumNames<NmfSolver> {
    static constexpr std::array<std::string_view, 2> values{"hals", "mu"};
};

/// How rows of V become labels: by K-Means, or by the largest entry.
enum class NmfAssign { automatic, kmeans, argmax };
template <>
struct EnumNames<NmfAssign> {
    static constexpr std::array<std::string_view, 3> values{"auto", "kmeans", "argmax"};
};

/// What rows are divided by first: their lengths, the sum of all entries of the view over the number of rows, or
/// nothing.
enum class NmfNormalize { l2, sum, none };
template <>
struct EnumNames<NmfNormalize> {
    static constexpr std::array<std::string_view, 3> values{"l2", "sum", "none"};
};

namespace nmf_help {
constexpr std::string_view kAssign =
    "How the rows of V become labels: by K-Means (kmeans), or by their largest entry (argmax). auto: argmax for sparse "
    "views such as text, kmeans for dense ones.";
constexpr std::string_view kNormalize =
    "What the features are divided by first: the length of the row (l2), the sum of the view divided by its number of "
    "rows (sum), or nothing (none).";
}  // namespace nmf_help

struct NmfOptions {
    int n_clusters = 8;
    NmfSolver solver = NmfSolver::hals;
    NmfAssign assign = NmfAssign::automatic;
    NmfNormalize normalize = NmfNormalize::l2;
    int n_init = 5;
    int max_iter = 200;
    double tol = 1e-5;

    template <class Self, class Visitor>
    static void describe(Self& self, Visitor&& field) {
        field("n_clusters", self.n_clusters, at_least(1), "Number of clusters K, and of columns of the factors.");
        field(
            "solver", self.solver, any_of_enum,
            "How the factors are computed: hals (row by row, fast) or mu (multiplicative updates, as in the papers).");
        field("assign", self.assign, any_of_enum, nmf_help::kAssign);
        field("normalize", self.normalize, any_of_enum, nmf_help::kNormalize);
        field("n_init", self.n_init, at_least(1), "Number of restarts; the one with the lowest objective wins.");
        field("max_iter", self.max_iter, at_least(1), "Maximum number of iterations per restart.");
        field("tol", self.tol, at_least(0),
              "Stop when the objective decreases by less than this fraction in one iteration.");
    }
};

/// NMF of every view by itself: min |X - V U'|^2, V and U >= 0; labels from V. If rows are mapped, the cluster numbers
/// of the views are matched afterwards.
MVLINK_API Result nmf(const Dataset& data, const NmfOptions& options, Context& context, const Start& start = {});

struct ConcatNmfOptions {
    int n_clusters = 8;
    NmfSolver solver = NmfSolver::hals;
    NmfAssign assign = NmfAssign::automatic;
    NmfNormalize normalize = NmfNormalize::l2;
    int n_init = 5;
    int max_iter = 200;
    double tol = 1e-5;

    template <class Self, class Visitor>
    static void describe(Self& self, Visitor&& field) {
        NmfOptions::describe(self, field);
    }
};

/// NMF of all views side by side: the columns of every view, one row per object. Every object must have one row in
/// every view.
MVLINK_API Result concat_nmf(const Dataset& data, const ConcatNmfOptions& options, Context& context,
                             const Start& start = {});

/// Where the labels of a view's rows come from: its own V, or the consensus V*.
enum class MultiNmfLabels { own, consensus };
template <>
struct EnumNames<MultiNmfLabels> {
    static constexpr std::array<std::string_view, 2> values{"own", "consensus"};
};

struct MultiNmfOptions {
    int n_clusters = 8;
    double consensus_weight = 0.01;
    NmfAssign assign = NmfAssign::automatic;
    NmfNormalize normalize = NmfNormalize::sum;
    MultiNmfLabels view_labels = MultiNmfLabels::own;
    int n_init = 10;
    int max_iter = 30;
    int inner_iter = 50;
    double tol = 1e-6;

    template <class Self, class Visitor>
    static void describe(Self& self, Visitor&& field) {
        field("n_clusters", self.n_clusters, at_least(1), "Number of clusters K, and of columns of the factors.");
        field("consensus_weight", self.consensus_weight, at_least(0),
              "How strongly every view is drawn towards the consensus (lambda).");
        field("assign", self.assign, any_of_enum, nmf_help::kAssign);
        field("normalize", self.normalize, any_of_enum, nmf_help::kNormalize);
        field("view_labels", self.view_labels, any_of_enum,
              "Where the labels of a view's rows come from: its own factor, or the consensus, which labels the "
              "objects.");
        field("n_init", self.n_init, at_least(1),
              "Number of short factorizations of the first view; the best one initializes all views.");
        field("max_iter", self.max_iter, at_least(1), "Maximum number of iterations over all views.");
        field("inner_iter", self.inner_iter, at_least(1), "Number of updates of one view per iteration.");
        field("tol", self.tol, at_least(0),
              "Stop when the objective decreases by less than this fraction in one iteration.");
    }
};

/// Multi-view NMF (Liu et al. 2013): one factorization per view, with every V drawn towards a consensus V*. Every
/// object must have one row in every view.
MVLINK_API Result multi_nmf(const Dataset& data, const MultiNmfOptions& options, Context& context,
                            const Start& start = {});

/// How XRAY chooses the next anchor.
enum class XraySelect { greedy, max, dist, rand };
template <>
struct EnumNames<XraySelect> {
    static constexpr std::array<std::string_view, 4> values{"greedy", "max", "dist", "rand"};
};

struct XrayOptions {
    int n_clusters = 8;
    XraySelect select = XraySelect::greedy;
    NmfAssign assign = NmfAssign::kmeans;
    NmfNormalize normalize = NmfNormalize::none;

    template <class Self, class Visitor>
    static void describe(Self& self, Visitor&& field) {
        field("n_clusters", self.n_clusters, at_least(1), "Number of clusters K, and of anchors.");
        field(
            "select", self.select, any_of_enum,
            "How the next anchor is chosen: the row that explains most of what is left (greedy), or an extreme row in "
            "the direction of a residual: the largest (max), the one with most left to explain (dist), or a random "
            "one (rand). greedy and dist compare all pairs of rows.");
        field("assign", self.assign, any_of_enum, nmf_help::kAssign);
        field("normalize", self.normalize, any_of_enum, nmf_help::kNormalize);
    }
};

/// XRAY (Kumar et al. 2013) on every view by itself: finds K rows (anchors) such that all rows are nearly conic
/// combinations of them; labels come from the combinations.
MVLINK_API Result xray(const Dataset& data, const XrayOptions& options, Context& context, const Start& start = {});

}  // namespace v1
}  // namespace mvlink
