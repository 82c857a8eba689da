#pragma once

#include <mvlink/context.hpp>
#include <mvlink/dataset.hpp>
#include <mvlink/result.hpp>
#include <mvlink/spectral.hpp>

#include "kernels/laplacian.hpp"
#include "kernels/matrix.hpp"
#include "methods/common/objects.hpp"
#include "methods/spectral/graph_options.hpp"

#include <string>
#include <string_view>
#include <vector>

/// Public to methods: the views of a dataset as graphs on its objects.
namespace mvlink {
inline namespace v1 {
namespace spectral_family {

/// The graph of one view, lifted to the objects: S_v = D^-1/2 W D^-1/2. L_v = I - S_v on the objects that the view
/// holds.
struct ViewGraph {
    std::string name;
    kernels::NormalizedGraph graph;     ///< an object that the view lacks is isolated
    std::vector<std::uint8_t> present;  ///< 1 if the view holds the object
    Index missing = 0;                  ///< objects that it lacks
    Index components = 0;               ///< with at least one edge
    Index isolated = 0;                 ///< objects that it holds without an edge
    double recall = 1;                  ///< of the search for neighbours
    bool exact = true;
    Vector scale;  ///< of every row, for the weights of a new row; empty if the graph was given
};

/// The graphs of all views, on the same objects.
struct ObjectGraphs {
    Index objects = 0;
    std::vector<ViewGraph> views;
    /// sqrt(views / views that hold the object): 1 if no view lacks it. An object that some views lack is weighed by
    /// those that hold it, so that the mean of the Laplacians stays I - S.
    Vector share;
};

/// Errors: too few rows for n_neighbors, all rows equal, a given graph that is none, a graph without an edge.
ObjectGraphs object_graphs(const Dataset& data, const ObjectRows& rows, const GraphOptions& options, Context& context);

/// Throws Error{input} if there are fewer objects with an edge than clusters: eigenvectors cannot tell the others
/// apart.
void require_edges_for_clusters(const ObjectGraphs& graphs, int n_clusters);

/// Warnings of single views: isolated objects, objects that it lacks, neighbours that were not found.
void warn_of_views(const ObjectGraphs& graphs, Result& result);
/// "graph-components": more than K components with an edge. `where` says which graph.
void warn_of_components(Index components, int n_clusters, std::string_view where, Result& result);

/// c I - sum_v weight_v L_v over the objects as one symmetric matrix (L_v balanced by the shares), c its largest
/// diagonal: its largest eigenvectors are the smallest of the weighted sum of Laplacians. Eigenvalues are in [-c, c].
struct CombinedGraph {
    kernels::Graph matrix;
    double bound = 1;
};
CombinedGraph combined(const ObjectGraphs& graphs, std::span<const double> weights, Context& context);

/// tr(F' L_v F) on the objects that the view holds, F balanced: see balanced().
double roughness(const ViewGraph& view, const Matrix& F, Context& context);

/// Eigenvectors of a combined graph as coordinates of the objects: every row times its share.
Matrix balanced(const ObjectGraphs& graphs, Matrix vectors);

}  // namespace spectral_family
}  // namespace v1
}  // namespace mvlink
