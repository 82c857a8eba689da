#pragma once

#include <mvlink/context.hpp>
#include <mvlink/matrix.hpp>

#include "kernels/graph.hpp"
#include "kernels/matrix.hpp"
#include "kernels/neighbours.hpp"

#include <string_view>

/// Rows in the eigenvectors of the graph of their nearest neighbours.
namespace mvlink {
inline namespace v1 {
namespace kernels {

/// How rows become a graph: Euclidean distances with local scaling for dense rows, cosines for sparse ones.
struct EmbeddingGraph {
    NeighbourRequest neighbours;
    GraphRequest weights;
};
EmbeddingGraph embedding_graph(const Features& X);

struct GraphEmbedding {
    /// n x dimensions: eigenvectors 2, 3, .. of the random walk D^-1 W. Weighted by degree, the squares of each column
    /// have mean 1; in a connected graph each column has mean 0.
    Matrix coordinates;
    Vector values;  ///< their eigenvalues, the largest first
    Vector scale;   ///< of every row, for new rows
    GraphComponents parts;
    double recall = 1;  ///< of the search for neighbours
};

/// The embedding of the rows of X, 1 <= dimensions < rows. Equal rows have equal coordinates: those of the first.
/// Throws Error{numerical} opened by `where` if the eigenvectors do not converge.
GraphEmbedding embed_rows(const Features& X, Index dimensions, std::string_view where, Context& context);

/// Coordinates of new rows by their neighbours among the rows X that were embedded. A row that equals one of these has
/// its coordinates.
Matrix embed_new_rows(const Features& rows, const Features& X, const Matrix& coordinates, const Vector& values,
                      const Vector& scale, Context& context);

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
