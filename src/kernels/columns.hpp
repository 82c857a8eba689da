#pragma once

#include <mvlink/context.hpp>
#include <mvlink/matrix.hpp>

#include <span>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace kernels {

/// Smallest and largest value of every column; the zeros that sparse rows do not store count.
struct ColumnRanges {
    std::vector<double> least;
    std::vector<double> most;
};

/// Each is instantiated for DenseRows and SparseRows of float and double.
template <class Rows>
ColumnRanges column_ranges(const Rows& X, Context& context);
template <class Rows>
std::vector<double> column_means(const Rows& X, Context& context);
/// Mean of (x - mean)^2, divided by the number of rows.
template <class Rows>
std::vector<double> column_variances(const Rows& X, std::span<const double> means, Context& context);
/// Rows whose value in the column is not 0.
template <class Rows>
std::vector<double> column_counts(const Rows& X, Context& context);

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
