#pragma once

#include <mvlink/context.hpp>

#include "kernels/matrix.hpp"

#include <cstdint>
#include <span>
#include <vector>

/// The steps of PROCLUS (Aggarwal et al. 1999).
namespace mvlink {
inline namespace v1 {
namespace alternatives {

/// The columns of each cluster, rising.
using ClusterColumns = std::vector<std::vector<Index>>;

/// Mean over the columns of |x_j - y_j|.
double segmental_distance(const double* x, const double* y, std::span<const Index> columns);

/// Rows far from each other: of `sampled` random rows one at random, then always the farthest from those chosen; equal
/// rows are chosen once. At most `wanted`, possibly fewer.
std::vector<Index> candidate_medoids(const Matrix& rows, Index sampled, Index wanted, Random& random);

/// Mean |x_j - m_ij| over the rows that are as near to medoid i as the nearest other medoid, in all columns (k x d).
Matrix spread_in_localities(const Matrix& rows, const Matrix& medoids, Context& context);

/// The same over the rows of each cluster. A cluster without rows has spread 0.
Matrix spread_in_clusters(const Matrix& rows, const Matrix& medoids, std::span<const std::int32_t> labels,
                          Context& context);

/// The `total` columns in which clusters are narrowest compared with their other columns, two per cluster first.
ClusterColumns choose_columns(const Matrix& spread, Index total);

/// Every row to the medoid nearest in its own columns (tie: the first).
std::vector<std::int32_t> assign_rows(const Matrix& rows, const Matrix& medoids, const ClusterColumns& columns,
                                      Context& context);

/// Mean segmental distance of the rows from the centroid of their cluster: sum_i |C_i| w_i / n.
double mean_spread(const Matrix& rows, std::span<const std::int32_t> labels, const ClusterColumns& columns,
                   Context& context);

/// How far a cluster reaches: the segmental distance of its medoid from the nearest other one.
std::vector<double> reaches(const Matrix& medoids, const ClusterColumns& columns);

/// Labels and how sure they are: 1 - nearest / second. Rows beyond the reach of every medoid are outliers: confidence
/// 0.
struct Assignment {
    std::vector<std::int32_t> labels;
    std::vector<double> confidence;
    Index outliers = 0;
};
Assignment assign_with_outliers(const Matrix& rows, const Matrix& medoids, const ClusterColumns& columns,
                                std::span<const double> reach, Context& context);

}  // namespace alternatives
}  // namespace v1
}  // namespace mvlink
