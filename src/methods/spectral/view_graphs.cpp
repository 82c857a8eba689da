#include "methods/spectral/view_graphs.hpp"

#include <mvlink/error.hpp>

#include "kernels/rows.hpp"
#include "runtime/abandon.hpp"
#include "runtime/index.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace spectral_family {
namespace {

bool all_rows_equal(const View& view) {
    return view.visit([](const auto& X) {
        kernels::RowReader<std::decay_t<decltype(X)>> first(X), other(X);
        const auto* one = first(0);
        for (Index row = 1; row < X.rows; ++row) {
            if (!std::equal(one, one + X.cols, other(row))) return false;
        }
        return true;
    });
}

void require_finite_distances(const View& view, const kernels::Neighbours& found) {
    const auto bad =
        std::find_if(found.distance.begin(), found.distance.end(), [](double d) { return !std::isfinite(d); });
    if (bad == found.distance.end()) return;
    throw Error(ErrorCode::input,
                fmt::format("view \"{}\": the distance of row {} to its neighbours overflows; expected smaller numbers",
                            view.name(), (bad - found.distance.begin()) / found.k),
                {{"prep", fmt::format("{}:minmax", view.name())}});
}

struct RowGraph {
    kernels::Graph graph;
    Vector scale;
    double recall = 1;
    bool exact = true;
};

RowGraph graph_of_rows(const View& view, const GraphPlan& plan, Context& context) {
    if (plan.precomputed) {
        return {kernels::precomputed_graph(view.features(), fmt::format("view \"{}\"", view.name()), context), {}};
    }
    if (view.rows() == 1) return {{1, 1, {0, 0}, {}, {}}, Vector::Ones(1)};
    const kernels::Neighbours found = kernels::nearest_neighbours(view.features(), plan.neighbours, context);
    require_finite_distances(view, found);
    const bool all_zero = std::all_of(found.distance.begin(), found.distance.end(), [](double d) { return d <= 0; });
    if (all_zero && all_rows_equal(view)) {
        throw Error(ErrorCode::input,
                    fmt::format("view \"{}\": all {} rows are equal; expected rows that differ, or no "
                                "row has nearer neighbours than another",
                                view.name(), view.rows()));
    }
    kernels::WeightedGraph weighted = kernels::neighbour_graph(found, plan.edges, context);
    return {std::move(weighted.graph), std::move(weighted.scale), found.recall, found.exact};
}

ViewGraph lifted_to_objects(const View& view, std::span<const Index> object_of, Index objects, RowGraph rows,
                            Context& context) {
    ViewGraph own;
    own.name = view.name();
    own.scale = std::move(rows.scale);
    own.recall = rows.recall;
    own.exact = rows.exact;
    own.present.assign(at(objects), 0);
    for (const Index object : object_of) {
        own.present[at(object)] = 1;
    }
    own.missing = std::count(own.present.begin(), own.present.end(), std::uint8_t{0});
    bool is_identity = static_cast<Index>(object_of.size()) == objects;
    for (std::size_t row = 0; is_identity && row < object_of.size(); ++row) {
        is_identity = object_of[row] == static_cast<Index>(row);
    }
    kernels::Graph graph = is_identity ? std::move(rows.graph) : kernels::lifted(rows.graph, object_of, objects);
    end_if_abandoned(context);
    const kernels::GraphComponents parts = kernels::graph_components(graph);
    end_if_abandoned(context);
    own.components = parts.count - parts.isolated;
    own.isolated = parts.isolated - own.missing;
    if (own.components == 0 && objects > 1) {
        throw Error(ErrorCode::input,
                    fmt::format("view \"{}\": its graph has no edge; expected objects that are joined", view.name()),
                    {{"affinity", "local-scaling"}});
    }
    own.graph = kernels::normalized(std::move(graph));
    return own;
}

/// Neighbours, their graph in both directions, and S.
void require_memory_for(const Dataset& data, const std::vector<GraphPlan>& plans, Context& context) {
    constexpr std::size_t kBytesPerEdge = 4 * (sizeof(double) + sizeof(std::int32_t));
    std::size_t bytes = 0;
    for (int v = 0; v < data.n_views(); ++v) {
        const View& view = data.view(v);
        const Index edges = plans[at(v)].precomputed ? view.nonzeros() : view.rows() * plans[at(v)].neighbours.k;
        bytes += at(edges) * kBytesPerEdge;
    }
    context.require_memory(bytes + at(data.objects().count()) * sizeof(double), "the graphs of the views");
}

Vector shares_of(const ObjectGraphs& graphs) {
    Vector share = Vector::Zero(graphs.objects);
    for (const ViewGraph& view : graphs.views) {
        for (Index i = 0; i < graphs.objects; ++i) {
            share[i] += view.present[at(i)];
        }
    }
    const auto count = static_cast<double>(graphs.views.size());
    return share.unaryExpr([&](double held) { return std::sqrt(count / held); });
}

}  // namespace

ObjectGraphs object_graphs(const Dataset& data, const ObjectRows& rows, const GraphOptions& options, Context& context) {
    std::vector<GraphPlan> plans;
    for (const View& view : data.views()) {
        plans.push_back(graph_plan(options, view));  // all are checked before any work
    }
    require_memory_for(data, plans, context);
    ObjectGraphs graphs{rows.count(), {}, {}};
    for (int v = 0; v < data.n_views(); ++v) {
        RowGraph own = graph_of_rows(data.view(v), plans[at(v)], context);
        graphs.views.push_back(
            lifted_to_objects(data.view(v), rows.object_of(v), graphs.objects, std::move(own), context));
        end_if_abandoned(context);
    }
    graphs.share = shares_of(graphs);
    return graphs;
}

void require_edges_for_clusters(const ObjectGraphs& graphs, int n_clusters) {
    Index joined = 0;
    for (Index i = 0; i < graphs.objects; ++i) {
        joined += std::any_of(graphs.views.begin(), graphs.views.end(), [&](const ViewGraph& view) {
            const auto& offsets = view.graph.S.offsets;
            return offsets[at(i)] < offsets[at(i + 1)];
        });
    }
    if (joined >= n_clusters || graphs.objects == 1) return;
    throw Error(ErrorCode::input, fmt::format("n_clusters: {} clusters, but only {} of {} objects have an edge in a "
                                              "graph; expected at most as many clusters",
                                              n_clusters, joined, graphs.objects));
}

double roughness(const ViewGraph& view, const Matrix& F, Context& context) {
    const Matrix SF = kernels::times(view.graph.S.view(), F, context);
    double sum = 0;
    for (Index i = 0; i < F.rows(); ++i) {
        if (view.present[at(i)] != 0) sum += F.row(i).dot(F.row(i) - SF.row(i));
    }
    return std::max(0.0, sum);
}

Matrix balanced(const ObjectGraphs& graphs, Matrix vectors) {
    for (Index i = 0; i < vectors.rows(); ++i) {
        if (graphs.share[i] != 1) vectors.row(i) *= graphs.share[i];
    }
    return vectors;
}

}  // namespace spectral_family
}  // namespace v1
}  // namespace mvlink
