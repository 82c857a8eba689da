#pragma once

#include <mvlink/context.hpp>
#include <mvlink/dataset.hpp>
#include <mvlink/export.hpp>
#include <mvlink/kmeans.hpp>
#include <mvlink/options.hpp>
#include <mvlink/result.hpp>

namespace mvlink {
inline namespace v1 {

/// What decides the cluster of a chunk (rows that must-links join): all its rows, or the first, as the paper has it.
enum class CopRule { chunk, point };
template <>
struct EnumNames<CopRule> {
    static constexpr std::array<std::string_view, 2> values{"chunk", "point"};
};

/// Which chunk is next: the one with the most forbidden clusters, or the one with the lowest row, as the paper has it.
enum class CopOrder { saturation, input };
template <>
struct EnumNames<CopOrder> {
    static constexpr std::array<std::string_view, 2> values{"saturation", "input"};
};

/// What happens where a chunk has no cluster left.
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
        field("init", self.init, any_of_enum, "How the centroids start: k-means++ (greedy), or random rows.");
        field("rule", self.rule, any_of_enum,
              "What decides the cluster of rows that must-links join: all of them (chunk) or the first (point, the "
              "paper's way).");
        field("order", self.order, any_of_enum,
              "Who is assigned next: the rows with the most forbidden clusters (saturation) or those with the lowest "
              "number (input, the paper's way).");
        field("on_dead_end", self.on_dead_end, any_of_enum,
              "Where no cluster is left for a row: fail; reorder (visit such rows first, then start afresh, and fail "
              "at last); or soften (break as few cannot-links as possible, and say so).");
        field("n_init", self.n_init, at_least(1), "Number of starts; the lowest objective wins.");
        field("max_iter", self.max_iter, at_least(1), "Most rounds of assignment and means in one start.");
        field("tol", self.tol, at_least(0), "Stop when the objective changes by less than this share.");
    }
};

/// COP-KMeans (Wagstaff et al. 2001): K-Means that keeps every constraint, or says why it cannot. Contradictions and
/// dead ends throw Error{input}; only on_dead_end=soften returns labels that break constraints, with a warning.
MVLINK_API Result cop_kmeans(const Dataset& data, const CopKMeansOptions& options, Context& context,
                             const Start& start = {});

}  // namespace v1
}  // namespace mvlink
