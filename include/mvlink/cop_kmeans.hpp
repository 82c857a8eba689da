#pragma once

#include <mvlink/context.hpp>
#include <mvlink/dataset.hpp>
#include <mvlink/export.hpp>
#include <mvlink/kmeans.hpp>
#include <mvlink/options.hpp>
#include <mvlink/result.hpp>

namespace mvlink {
inline namespace v1 {

/// What decides the cluster of a chunk (rows joined by must-links): all its rows, or only the first, as in the paper.
enum class CopRule { chunk, point };
template <>
struct EnumNames<CopRule> {
    static constexpr std::array<std::string_view, 2> values{"chunk", "point"};
};

/// Which chunk is next: the one with the most forbidden clusters, or the one with the lowest row, as in the paper.
enum class CopOrder { saturation, input };
template <>
struct EnumNames<CopOrder> {
    static constexpr std::array<std::string_view, 2> values{"saturation", "input"};
};

/// What happens when no cluster is left for a chunk.
enum class OnDeadEnd { fail, reorder, soften };
template <>
struct EnumNames<OnDeadEnd> {
    static constexpr std::array<std::string_view, 3> values{"fail", "reorder", "soften"};
};

struct CopKMeansOptions {
    int n_clusters = 8;
    KMeansInit init = KMeansInit::kmeans_plus_plus;
    CopRule rule = CopRule::chunk;
    CopOrder order = CopOrder::saturation;
    OnDeadEnd on_dead_end = OnDeadEnd::reorder;
    int n_init = 10;
    int max_iter = 300;
    double tol = 1e-6;

    template <class Self, class Visitor>
    static void describe(Self& self, Visitor&& field) {
        field("n_clusters", self.n_clusters, at_least(1), "Number of clusters K.");
        field("init", self.init, any_of_enum, "How the centroids are initialized: greedy k-means++, or random rows.");
        field(
            "rule", self.rule, any_of_enum,
            "What decides the cluster of a chunk (rows joined by must-links): all its rows (chunk), or only the first "
            "(point, as in the paper).");
        field(
            "order", self.order, any_of_enum,
            "Which chunk is assigned next: the one with the most forbidden clusters (saturation), or the one with the "
            "lowest row number (input, as in the paper).");
        field("on_dead_end", self.on_dead_end, any_of_enum,
              "What to do when no cluster is left for a chunk: fail; reorder (try such chunks first, then restart, and "
              "fail only if that does not help); or soften (violate as few cannot-links as possible and report them).");
        field("n_init", self.n_init, at_least(1), "Number of restarts; the one with the lowest objective wins.");
        field("max_iter", self.max_iter, at_least(1), "Maximum number of iterations per restart.");
        field("tol", self.tol, at_least(0), "Stop when the objective changes by less than this fraction.");
    }
};

/// COP-KMeans (Wagstaff et al. 2001): K-Means that satisfies every constraint, or says why it cannot. Contradictions
/// and dead ends throw Error{input}; only on_dead_end=soften returns labels that violate constraints, with a warning.
MVLINK_API Result cop_kmeans(const Dataset& data, const CopKMeansOptions& options, Context& context,
                             const Start& start = {});

}  // namespace v1
}  // namespace mvlink
