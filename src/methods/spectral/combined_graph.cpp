#include "methods/spectral/view_graphs.hpp"

#include "methods/common/warnings.hpp"
#include "methods/spectral/diagonal.hpp"
#include "runtime/index.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace spectral_family {
namespace {

void scale_by_shares(const Vector& share, kernels::Graph& graph) {
    for (Index i = 0; i < graph.rows; ++i) {
        for (Index e = graph.offsets[at(i)]; e < graph.offsets[at(i + 1)]; ++e) {
            graph.values[at(e)] *= share[i] * share[graph.columns[at(e)]];
        }
    }
}

/// The diagonal of sum_v weight_v L_v.
Vector diagonal_of(const ObjectGraphs& graphs, std::span<const double> weights) {
    Vector diagonal = Vector::Zero(graphs.objects);
    for (std::size_t v = 0; v < graphs.views.size(); ++v) {
        for (Index i = 0; i < graphs.objects; ++i) {
            if (graphs.views[v].present[at(i)] != 0) diagonal[i] += weights[v];
        }
    }
    return diagonal.cwiseProduct(graphs.share.cwiseAbs2());
}

}  // namespace

CombinedGraph combined(const ObjectGraphs& graphs, std::span<const double> weights, Context& context) {
    std::vector<kernels::Graph> parts;
    for (const ViewGraph& view : graphs.views) {
        parts.push_back(view.graph.S);
    }
    CombinedGraph sum{kernels::weighted_sum(parts, weights, context), 1};
    const bool complete =
        std::all_of(graphs.views.begin(), graphs.views.end(), [](const ViewGraph& view) { return view.missing == 0; });
    const Vector diagonal = diagonal_of(graphs, weights);
    sum.bound = diagonal.maxCoeff();
    if (complete) return sum;
    scale_by_shares(graphs.share, sum.matrix);
    sum.matrix = with_diagonal(sum.matrix, Vector::Constant(graphs.objects, sum.bound) - diagonal);
    return sum;
}

void warn_of_components(Index components, int n_clusters, std::string_view where, Result& result) {
    if (components <= n_clusters) return;
    warn(result, "graph-components",
         fmt::format("the graph{} falls into {} parts, more than the {} clusters: which parts share a cluster is "
                     "arbitrary; raise n_neighbors",
                     where, components, n_clusters),
         static_cast<double>(components));
}

void warn_of_views(const ObjectGraphs& graphs, Result& result) {
    for (const ViewGraph& view : graphs.views) {
        if (view.isolated > 0) {
            warn(result, "isolated-objects",
                 fmt::format("{} objects have no edge in the graph of view \"{}\": nothing there tells their cluster",
                             view.isolated, view.name),
                 static_cast<double>(view.isolated));
        }
        if (view.missing > 0) {
            warn(result, "objects-missing",
                 fmt::format("{} of {} objects have no row in view \"{}\": the other views place them", view.missing,
                             graphs.objects, view.name),
                 static_cast<double>(view.missing));
        }
        if (!view.exact) {
            warn(result, "approximate-neighbors",
                 fmt::format("view \"{}\": the search found {:.1f} % of the nearest neighbours; search=exact finds all",
                             view.name, 100 * view.recall),
                 view.recall, {{"search", "exact"}});
        }
    }
}

}  // namespace spectral_family
}  // namespace v1
}  // namespace mvlink
