#include "methods/spectral/family.hpp"

#include <mvlink/error.hpp>

#include "methods/common/view_results.hpp"
#include "methods/common/warnings.hpp"
#include "methods/spectral/extension.hpp"
#include "runtime/index.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <numeric>

namespace mvlink {
inline namespace v1 {
namespace spectral_family {
namespace {

/// The first of the set that an object belongs to, with paths halved on the way.
Index root_of(std::vector<Index>& parent, Index i) {
    while (parent[at(i)] != i) {
        parent[at(i)] = parent[at(parent[at(i)])];
        i = parent[at(i)];
    }
    return i;
}

}  // namespace

void require_objects_for_clusters(const ObjectRows& rows, int n_clusters) {
    if (n_clusters <= rows.count()) return;
    throw Error(ErrorCode::input, fmt::format("n_clusters: {} clusters for {} objects; expected at most one per object",
                                              n_clusters, rows.count()));
}

void require_objects_in_views(const ObjectGraphs& graphs, int n_clusters) {
    for (const ViewGraph& view : graphs.views) {
        const Index held = graphs.objects - view.missing;
        if (n_clusters <= held) continue;
        throw Error(ErrorCode::input, fmt::format("n_clusters: {} clusters for the {} objects of view \"{}\"; expected "
                                                  "at most one per object",
                                                  n_clusters, held, view.name));
    }
}

std::vector<double> equal_weights(const ObjectGraphs& graphs) {
    return std::vector<double>(graphs.views.size(), 1 / static_cast<double>(graphs.views.size()));
}

kernels::EigenPairs smallest_of_laplacian(const ObjectGraphs& graphs, std::span<const double> weights, int count,
                                          const EigenLimits& limits, const char* method, const Matrix* start,
                                          Context& context) {
    kernels::EigenRequest request;
    request.count = count;
    request.tol = limits.tol;
    request.max_iter = limits.max_iter;
    request.start = start;
    request.purpose = method;
    kernels::EigenPairs pairs;
    if (graphs.views.size() == 1) {
        pairs = kernels::largest_eigenpairs(graphs.views.front().graph, request, context);
    } else {
        const CombinedGraph sum = combined(graphs, weights, context);
        kernels::SparseOperator A(sum.matrix);
        A.lowest = -sum.bound;
        A.highest = sum.bound;
        pairs = kernels::largest_eigenpairs(A, request, context);
    }
    if (!context.cancel_requested()) kernels::require_converged(pairs, request, method);
    return pairs;
}

Index combined_components(const ObjectGraphs& graphs) {
    if (graphs.views.size() == 1) return graphs.views.front().components;
    std::vector<Index> parent(at(graphs.objects));
    std::iota(parent.begin(), parent.end(), Index{0});
    Index joined = graphs.objects, isolated = 0;
    for (const ViewGraph& view : graphs.views) {
        const kernels::Graph& S = view.graph.S;
        for (Index i = 0; i < S.rows; ++i) {
            for (Index e = S.offsets[at(i)]; e < S.offsets[at(i + 1)]; ++e) {
                const Index a = root_of(parent, i), b = root_of(parent, S.columns[at(e)]);
                if (a == b) continue;
                parent[at(std::max(a, b))] = std::min(a, b);
                --joined;
            }
        }
    }
    std::vector<bool> has_edge(at(graphs.objects), false);
    for (Index i = 0; i < graphs.objects; ++i) {
        const Index root = root_of(parent, i);
        if (root != i) has_edge[at(root)] = true;
    }
    for (Index i = 0; i < graphs.objects; ++i) {
        isolated += parent[at(i)] == i && !has_edge[at(i)] ? 1 : 0;
    }
    return joined - isolated;
}

void add_clusters(const KMeansPlan& plan, const Dataset& data, const ObjectRows& rows, const ObjectGraphs& graphs,
                  std::span<const double> view_weights, const Matrix& F, std::span<const std::int32_t> start_labels,
                  Result& result, Context& context) {
    const EmbeddingRule rule = learn_rule(F, plan, start_labels, context);
    add_answer(data, rows, F, rule, result, context);
    add_extension(data, rows, graphs, F, view_weights, rule, result.model, context);
}

void finish(const Dataset& data, const ObjectGraphs& graphs, const PhaseTimer& timer, Result& result,
            Context& context) {
    if (context.cancel_requested()) result.stop_reason = StopReason::cancelled;  // while K-Means ran, say
    warn_of_views(graphs, result);
    add_constraint_report(data, 1, result);
    warn_of_ignored_constraints(data, result);
    warn_of_empty_clusters(result);
    result.seconds = timer.seconds();
}

}  // namespace spectral_family
}  // namespace v1
}  // namespace mvlink
