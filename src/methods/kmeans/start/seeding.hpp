#pragma once

#include <mvlink/context.hpp>
#include <mvlink/matrix.hpp>
#include <mvlink/random.hpp>

#include "kernels/matrix.hpp"

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {

/// Centroids 0 .. chosen - 1 of `centroids` are kept; the others are filled in. Each rule depends on the random stream
/// alone.

/// Greedy k-means++ (Arthur and Vassilvitskii 2007): of a few rows drawn with probability proportional to the squared
/// distance from the nearest centroid, the one that lowers the objective most.
void fill_by_kmeans_plus_plus(const Features& X, Index chosen, Matrix& centroids, Random random, Context& context);

/// Distinct rows, all equally likely.
void fill_by_random_rows(const Features& X, Index chosen, Matrix& centroids, Random random);

/// Random perturbations of the global centroid (bilenko2004, sec. 3.1).
// Departure: mean + deviation * U(-1, 1) per column; the authors' code multiplies the mean, and on centred data all
// such centroids coincide.
void fill_by_perturbation(const Features& X, Index chosen, Matrix& centroids, Random random, Context& context);

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
