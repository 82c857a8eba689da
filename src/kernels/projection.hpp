#pragma once

#include <mvlink/context.hpp>
#include <mvlink/matrix.hpp>

#include <array>
#include <optional>
#include <span>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace kernels {

/// What the two axes of a projection are.
enum class Axes {
    value_and_jitter,  ///< one feature, against a small random offset
    columns,           ///< the two features themselves
    components,        ///< the two principal components
};

/// How much a feature counts in a component: of rows as they are, its entry; under a metric, what one standard
/// deviation of the feature moves a row along the axis.
struct Loading {
    Index column = 0;
    double value = 0;
};

/// Rows as points of the plane.
struct Projection {
    Axes axes = Axes::components;
    std::vector<double> coordinates;                ///< n x 2, row after row; or of the rows that were asked for
    std::array<double, 2> share{};                  ///< of the variance, by axis; of components only
    std::array<std::vector<Loading>, 2> strongest;  ///< by axis: its largest loadings, at most three
};

/// The plane in which the rows of X vary most. Sparse rows stay sparse: they are centred implicitly.
///
/// If there are very many rows, the axes come from a random sample, which is enough for a plot; the coordinates
/// are those of every row. The largest loading of an axis is positive.
/// Instantiated for DenseRows and SparseRows of float and double.
template <class Rows>
Projection project_to_plane(const Rows& X, Context& context);

/// The same as a metric A = F F' sees the rows, that is, of the rows F'x. `factor` is F: d x d, row after row, or its
/// diagonal. Only the directions of A count, not its scale; empty or zero: as if there were none. `placed` are the rows
/// whose coordinates are wanted, in their order.
template <class Rows>
Projection project_to_plane(const Rows& X, std::span<const double> factor, Context& context,
                            std::optional<std::span<const Index>> placed = {});

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
