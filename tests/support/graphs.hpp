#pragma once

#include <mvlink/random.hpp>

#include "kernels/graph.hpp"
#include "reference/graphs.hpp"

#include <map>
#include <utility>
#include <vector>

/// Graphs with known spectra, and random ones.
namespace mvlink::support {

using Edges = std::map<std::pair<Index, Index>, double>;  ///< both directions

inline void join(Edges& edges, Index i, Index j, double weight = 1) {
    edges[{i, j}] = weight;
    edges[{j, i}] = weight;
}

inline kernels::Graph graph_of(Index n, const Edges& edges) {
    kernels::Graph graph{n, n, std::vector<Index>(static_cast<std::size_t>(n) + 1, 0), {}, {}};
    for (const auto& [pair, weight] : edges) {
        ++graph.offsets[static_cast<std::size_t>(pair.first) + 1];
        graph.columns.push_back(static_cast<std::int32_t>(pair.second));
        graph.values.push_back(weight);
    }
    for (std::size_t i = 1; i < graph.offsets.size(); ++i)
        graph.offsets[i] += graph.offsets[i - 1];
    return graph;
}

inline kernels::Graph path(Index n) {
    Edges edges;
    for (Index i = 0; i + 1 < n; ++i)
        join(edges, i, i + 1);
    return graph_of(n, edges);
}

inline kernels::Graph cycle(Index n) {
    Edges edges;
    for (Index i = 0; i < n; ++i)
        join(edges, i, (i + 1) % n);
    return graph_of(n, edges);
}

inline kernels::Graph star(Index n) {
    Edges edges;
    for (Index i = 1; i < n; ++i)
        join(edges, 0, i);
    return graph_of(n, edges);
}

/// `count` complete graphs of `size` vertices each, without an edge between them.
inline kernels::Graph cliques(Index count, Index size) {
    Edges edges;
    for (Index i = 0; i < count * size; ++i) {
        for (Index j = i + 1; j < count * size && j / size == i / size; ++j)
            join(edges, i, j);
    }
    return graph_of(count * size, edges);
}

/// Vertices are the numbers below 2^dimensions, joined where one bit differs.
inline kernels::Graph hypercube(int dimensions) {
    Edges edges;
    const Index n = Index{1} << dimensions;
    for (Index i = 0; i < n; ++i) {
        for (int bit = 0; bit < dimensions; ++bit)
            join(edges, i, i ^ (Index{1} << bit));
    }
    return graph_of(n, edges);
}

/// A ring with edges to nearby vertices and a few to far ones; of a low degree some vertices are isolated.
inline kernels::Graph random_graph(Index n, double degree, Random& random) {
    Edges edges;
    const auto count = static_cast<Index>(degree * static_cast<double>(n) / 2);
    for (Index e = 0; e < count; ++e) {
        const Index i = random.below(n), near = (i + 1 + random.below(5)) % n;
        const Index j = random.uniform() < 0.9 ? near : random.below(n);
        if (i != j) join(edges, i, j, random.uniform(0.01, 1));
    }
    return graph_of(n, edges);
}

inline reference::Square dense(const kernels::Graph& graph) {
    reference::Square W = reference::zeros(static_cast<std::size_t>(graph.rows));
    for (std::size_t i = 0; i < W.size(); ++i) {
        for (auto e = static_cast<std::size_t>(graph.offsets[i]); e < static_cast<std::size_t>(graph.offsets[i + 1]);
             ++e)
            W[i][static_cast<std::size_t>(graph.columns[e])] = graph.values[e];
    }
    return W;
}

}  // namespace mvlink::support
