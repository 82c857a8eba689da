#pragma once

#include <mvlink/context.hpp>
#include <mvlink/matrix.hpp>

#include "kernels/matrix.hpp"
#include "kernels/neighbours.hpp"
#include "kernels/sparse_products.hpp"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

/// Neighbourhood graphs of rows, and sums of graphs of several views. Everything here takes time and memory linear in
/// the edges, and has the same bits for any number of threads.
namespace mvlink {
inline namespace v1 {
namespace kernels {

/// A graph is a symmetric matrix of weights > 0 without diagonal: entry (i, j) equals entry (j, i) to the bit.
using Graph = OwnedSparseRows<double>;

/// The weight of an edge of distance d (`Neighbours::distance` holds d^2).
enum class EdgeWeights {
    local_scaling,  ///< exp(-d^2 / (s_i s_j)), s_i the distance from i to the last of its neighbours
    median,         ///< exp(-d^2 / (2 s^2)), s the median of these distances
    gaussian,       ///< exp(-d^2 / (2 sigma^2)) with the given sigma
    cosine,         ///< the cosine where it is positive; `distance` holds 1 - cosine
    binary,         ///< 1
};

/// Which pairs are joined.
enum class Symmetry {
    either,  ///< i is a neighbour of j, or j of i: the larger of the two weights
    mutual,  ///< both: the smaller one
};

struct GraphRequest {
    EdgeWeights weights = EdgeWeights::local_scaling;
    double sigma = 1;
    Symmetry symmetry = Symmetry::either;
};

struct WeightedGraph {
    Graph graph;
    Vector scale;  ///< s_i of every vertex, which the weights of a new row need; 1 for cosine and binary
};

/// The graph of these neighbours. Edges whose weight is 0 (a cosine that is not positive, a Gaussian that underflows)
/// are left out. Where all neighbours of a vertex are duplicates of it, s_i would be 0: it is the median of the others.
WeightedGraph neighbour_graph(const Neighbours& neighbours, const GraphRequest& request, Context& context);

/// Which component each vertex is in (numbered by first vertex), how many components, how many isolated vertices.
struct GraphComponents {
    std::vector<std::int32_t> component;
    Index count = 0;
    Index isolated = 0;
};
GraphComponents graph_components(const Graph& graph);

/// A graph that somebody else made, as dense or sparse rows. Throws Error{input} whose message begins with `where`
/// unless it is square, finite, >= 0 and symmetric (to 1e-10 of the entry, of float to 1e-6). The diagonal is dropped.
Graph precomputed_graph(const Features& weights, std::string_view where, Context& context);

/// Sum of weights[v] graphs[v], all on the same vertices and weights >= 0.
Graph weighted_sum(std::span<const Graph> graphs, std::span<const double> weights, Context& context);

/// The graph of rows as a graph of objects: vertex i becomes vertex object_of[i] of n_objects. Edges between two
/// objects are summed, those inside one are dropped. An object without rows is isolated.
Graph lifted(const Graph& graph, std::span<const Index> object_of, Index n_objects);

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
