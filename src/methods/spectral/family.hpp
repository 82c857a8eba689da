#pragma once

#include <mvlink/context.hpp>
#include <mvlink/dataset.hpp>
#include <mvlink/result.hpp>

#include "kernels/eigenvectors.hpp"
#include "methods/common/objects.hpp"
#include "methods/spectral/embedding.hpp"
#include "methods/spectral/view_graphs.hpp"
#include "runtime/phase_timer.hpp"

#include <cstdint>
#include <span>
#include <vector>

/// What the drivers of this family share.
namespace mvlink {
inline namespace v1 {
namespace spectral_family {

/// Throws Error{input} if there are more clusters than objects.
void require_objects_for_clusters(const ObjectRows& rows, int n_clusters);

/// Throws Error{input} if a view holds fewer objects than there are clusters.
void require_objects_in_views(const ObjectGraphs& graphs, int n_clusters);

/// One per view, with sum 1.
std::vector<double> equal_weights(const ObjectGraphs& graphs);

/// How exactly eigenvectors are computed.
struct EigenLimits {
    double tol = 1e-8;
    int max_iter = 5000;
};

/// The eigenvectors of the smallest eigenvalues of sum_v weight_v L_v; `values` are bound - eigenvalue, as combined()
/// has them. `start` may be null. Throws Error{numerical} if they do not converge.
kernels::EigenPairs smallest_of_laplacian(const ObjectGraphs& graphs, std::span<const double> weights, int count,
                                          const EigenLimits& limits, const char* method, const Matrix* start,
                                          Context& context);

/// Components with an edge of the graph in which an edge of any view joins two objects.
Index combined_components(const ObjectGraphs& graphs);

/// K-Means on the coordinates F: partitions, embedding and the model's arrays.
void add_clusters(const KMeansPlan& plan, const Dataset& data, const ObjectRows& rows, const ObjectGraphs& graphs,
                  std::span<const double> view_weights, const Matrix& F, std::span<const std::int32_t> start_labels,
                  Result& result, Context& context);

/// Reports on constraints, warnings that all methods of the family give, times, and whether the run was cancelled.
void finish(const Dataset& data, const ObjectGraphs& graphs, const PhaseTimer& timer, Result& result, Context& context);

}  // namespace spectral_family
}  // namespace v1
}  // namespace mvlink
