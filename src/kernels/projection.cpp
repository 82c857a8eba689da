#include "kernels/projection.hpp"

#include "kernels/principal_axes.hpp"
#include "kernels/rows.hpp"
#include "kernels/symmetric_eigen.hpp"
#include "runtime/parallel.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace kernels {
namespace {

constexpr Index kMostColumnsForCovariance = 512;
constexpr Index kMostRowsForAxes = 1 << 18;
constexpr Index kLeastRowsForAxes = 500;
constexpr double kMostEntriesForCovariance = 1 << 24;  // each budget is about a second's work
constexpr double kMostEntriesForIteration = 1 << 22;
/// Two components and eight spare ones: enough for a drawing.
constexpr IterationLimits kIteration{.width = 10, .most_rounds = 12, .settled = 1e-5};
constexpr Index kGrain = 2048;

/// Two directions (d x 2) and the share of the variance along each.
struct Plane {
    Matrix axes;
    std::array<double, 2> share{};
};

template <class T>
double entries_per_row(const DenseRows<T>& X) {
    return static_cast<double>(X.cols);
}

template <class T>
double entries_per_row(const SparseRows<T>& X) {
    return std::max(1.0, static_cast<double>(X.nonzeros()) / static_cast<double>(X.rows));
}

/// One row from each of equally long intervals, or all rows.
template <class Rows>
std::vector<Index> choose_rows(const Rows& X, Context& context) {
    const double entries = X.cols <= kMostColumnsForCovariance ? kMostEntriesForCovariance : kMostEntriesForIteration;
    const double by_size = std::max<double>(kLeastRowsForAxes, entries / entries_per_row(X));
    const Index count = std::min({X.rows, kMostRowsForAxes, static_cast<Index>(by_size)});
    std::vector<Index> rows(static_cast<std::size_t>(count));
    std::iota(rows.begin(), rows.end(), Index{0});
    if (count == X.rows) return rows;

    Random random = context.stream("report/projection", 1);
    for (Index& row : rows) {
        const Index begin = row * X.rows / count;
        row = begin + random.below((row + 1) * X.rows / count - begin);
    }
    return rows;
}

std::array<double, 2> shares(double first, double second, double total) {
    if (!(total > 0)) return {0, 0};
    return {std::clamp(first / total, 0.0, 1.0), std::clamp(second / total, 0.0, 1.0)};
}

template <class Rows>
double total_scatter(const CentredRows<Rows>& sample, Context& context) {
    const double squares = ordered_sum(context, sample.size(), [&](Index begin, Index end) {
        double sum = 0;
        for (Index index = begin; index < end; ++index) {
            sample.visit(index, [&](Index, double x) { sum += x * x; });
        }
        return sum;
    });
    return squares - static_cast<double>(sample.size()) * sample.mean.squaredNorm();
}

template <class Rows>
Plane plane_of(const CentredRows<Rows>& sample, Context& context) {
    double total = 0;
    PrincipalAxes found;
    if (sample.X.cols <= kMostColumnsForCovariance) {
        const Eigen::MatrixXd S = scatter(sample, context);
        total = S.trace();
        found = axes_of_scatter(S, 2);
    } else {
        total = total_scatter(sample, context);
        found = axes_from_iteration(sample, 2, kIteration, context.stream("report/projection"), context);
    }
    settle_signs(found.axes);
    return {std::move(found.axes), shares(found.scatter[0], found.scatter[1], total)};
}

std::vector<Loading> strongest(const Eigen::VectorXd& axis) {
    std::vector<Index> order(static_cast<std::size_t>(axis.size()));
    std::iota(order.begin(), order.end(), Index{0});
    const auto count = std::min<std::ptrdiff_t>(3, axis.size());
    std::partial_sort(order.begin(), order.begin() + count, order.end(), [&](Index a, Index b) {
        return std::abs(axis[a]) != std::abs(axis[b]) ? std::abs(axis[a]) > std::abs(axis[b]) : a < b;
    });
    std::vector<Loading> loadings;
    for (std::ptrdiff_t i = 0; i < count; ++i) {
        loadings.push_back({order[static_cast<std::size_t>(i)], axis[order[static_cast<std::size_t>(i)]]});
    }
    return loadings;
}

template <class Rows>
Projection project_to_components(const Rows& X, Context& context) {
    const CentredRows<Rows> sample(X, choose_rows(X, context), context);
    const Plane plane = plane_of(sample, context);
    Projection projection;
    projection.share = plane.share;
    projection.strongest = {strongest(plane.axes.col(0)), strongest(plane.axes.col(1))};

    const Eigen::RowVector2d offset = sample.mean * plane.axes;
    projection.coordinates.resize(static_cast<std::size_t>(2 * X.rows));
    parallel_for(context, X.rows, kGrain, [&](Index begin, Index end) {
        for (Index row = begin; row < end; ++row) {
            Eigen::RowVector2d point = -offset;
            for_each_entry(X, row, [&](Index col, double x) { point += sample.scale * x * plane.axes.row(col); });
            projection.coordinates[static_cast<std::size_t>(2 * row)] = point[0] / sample.scale;
            projection.coordinates[static_cast<std::size_t>(2 * row + 1)] = point[1] / sample.scale;
        }
    });
    return projection;
}

template <class Rows>
Projection take_columns(const Rows& X) {
    Projection projection;
    projection.axes = Axes::columns;
    projection.coordinates.resize(static_cast<std::size_t>(2 * X.rows), 0.0);
    for (Index row = 0; row < X.rows; ++row) {
        for_each_entry(
            X, row, [&](Index col, double x) { projection.coordinates[static_cast<std::size_t>(2 * row + col)] = x; });
    }
    projection.strongest = {std::vector<Loading>{{0, 1}}, std::vector<Loading>{{1, 1}}};
    return projection;
}

template <class Rows>
Projection take_value(const Rows& X, Context& context) {
    Projection projection;
    projection.axes = Axes::value_and_jitter;
    projection.coordinates.resize(static_cast<std::size_t>(2 * X.rows), 0.0);
    Random random = context.stream("report/projection", 2);
    for (Index row = 0; row < X.rows; ++row) {
        double* point = projection.coordinates.data() + 2 * row;
        for_each_entry(X, row, [&](Index, double x) { point[0] = x; });
        point[1] = random.uniform(-1, 1);
    }
    if (X.cols == 1) projection.strongest[0] = {{0, 1}};
    return projection;
}

}  // namespace

template <class Rows>
Projection project_to_plane(const Rows& X, Context& context) {
    if (X.cols < 2) return take_value(X, context);
    if (X.cols == 2) return take_columns(X);
    return project_to_components(X, context);
}

template Projection project_to_plane(const DenseRows<double>&, Context&);
template Projection project_to_plane(const DenseRows<float>&, Context&);
template Projection project_to_plane(const SparseRows<double>&, Context&);
template Projection project_to_plane(const SparseRows<float>&, Context&);

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
