#include "kernels/graph_embedding.hpp"

#include "kernels/eigenvectors.hpp"
#include "kernels/laplacian.hpp"
#include "kernels/nystrom.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace kernels {
namespace {

constexpr int kNeighbours = 10;

/// Whether a neighbour at this distance is the same row: for cosines, up to the rounding of a row of length 1.
bool is_same_row(double distance, NeighbourMetric metric) {
    return distance <= (metric == NeighbourMetric::cosine ? 1e-14 : 0);
}

/// The first of the neighbours that are the same row; -1 if none is.
Index first_equal(const Neighbours& found, Index row, NeighbourMetric metric) {
    Index first = -1;
    for (Index e = row * found.k; e < (row + 1) * found.k; ++e) {
        const auto at = static_cast<std::size_t>(e);
        if (!is_same_row(found.distance[at], metric)) break;  // the nearest come first
        first = first < 0 ? found.index[at] : std::min<Index>(first, found.index[at]);
    }
    return first;
}

void join_equal_rows(const Neighbours& neighbours, NeighbourMetric metric, Matrix& coordinates) {
    for (Index row = 0; row < neighbours.rows; ++row) {
        const Index first = first_equal(neighbours, row, metric);
        if (first >= 0 && first < row) coordinates.row(row) = coordinates.row(first);
    }
}

/// D^-1/2 U without its first column, so that what the paper calls the constant eigenvector is constant and left out.
// Departure: the paper takes U itself, whose first column is D^1/2 1, which is not constant.
Matrix walk_coordinates(const Matrix& U, const Vector& degree) {
    const double total = degree.sum();
    return degree.unaryExpr([&](double d) { return std::sqrt(total / d); }).asDiagonal() * U.rightCols(U.cols() - 1);
}

}  // namespace

EmbeddingGraph embedding_graph(const Features& X) {
    const bool sparse = std::visit([](const auto& rows) { return std::decay_t<decltype(rows)>::kSparse; }, X);
    EmbeddingGraph graph;
    graph.neighbours.metric = sparse ? NeighbourMetric::cosine : NeighbourMetric::euclidean;
    graph.weights.weights = sparse ? EdgeWeights::cosine : EdgeWeights::local_scaling;
    graph.neighbours.k = static_cast<int>(std::min<Index>(kNeighbours, row_count(X) - 1));
    return graph;
}

GraphEmbedding embed_rows(const Features& X, Index dimensions, std::string_view where, Context& context) {
    const EmbeddingGraph how = embedding_graph(X);
    const Neighbours neighbours = nearest_neighbours(X, how.neighbours, context);
    WeightedGraph weighted = neighbour_graph(neighbours, how.weights, context);
    GraphEmbedding embedding;
    embedding.recall = neighbours.recall;
    embedding.scale = std::move(weighted.scale);
    embedding.parts = graph_components(weighted.graph);
    const NormalizedGraph graph = normalized(std::move(weighted.graph));
    EigenRequest request;
    request.count = static_cast<int>(dimensions + 1);
    request.purpose = "embedding/eigenvectors";
    const EigenPairs pairs = largest_eigenpairs(graph, request, context);
    require_converged(pairs, request, where);
    embedding.values = pairs.values.tail(dimensions);
    embedding.coordinates = walk_coordinates(pairs.vectors, graph.degree);
    join_equal_rows(neighbours, how.neighbours.metric, embedding.coordinates);
    return embedding;
}

Matrix embed_new_rows(const Features& rows, const Features& X, const Matrix& coordinates, const Vector& values,
                      const Vector& scale, Context& context) {
    const EmbeddingGraph how = embedding_graph(X);
    const Neighbours found = nearest_neighbours_of(rows, X, how.neighbours, context);
    Matrix placed = extended_rows(walk_from_new_rows(found, row_count(X), how.weights, scale, context), coordinates,
                                  values, context);
    for (Index row = 0; row < found.rows; ++row) {
        const Index first = first_equal(found, row, how.neighbours.metric);
        if (first >= 0) placed.row(row) = coordinates.row(first);
    }
    return placed;
}

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
