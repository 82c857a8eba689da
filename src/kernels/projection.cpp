#include "kernels/projection.hpp"

#include "kernels/centred_rows.hpp"
#include "kernels/rows.hpp"
#include "runtime/parallel.hpp"

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace mvlink {
inline namespace v1 {
namespace kernels {
namespace {

constexpr Index kMostColumnsForCovariance = 512;
constexpr Index kMostRowsForAxes = 1 << 18;
constexpr Index kLeastRowsForAxes = 500;
constexpr double kMostEntriesForCovariance = 1 << 24;  // each budget is about a second's work
constexpr double kMostEntriesForIteration = 1 << 22;
constexpr int kWidth = 10;  // two components and eight spare ones, which make the iteration converge sooner
constexpr int kMostRounds = 12;
constexpr double kSettled = 1e-5;
constexpr Index kGrain = 2048;

using Thin = Eigen::Matrix<double, Eigen::Dynamic, kWidth, Eigen::RowMajor>;

/// Two directions (d x 2) and the share of the variance along each.
struct Plane {
    Eigen::MatrixX2d axes;
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
Plane plane_from_covariance(const CentredRows<Rows>& sample, Context& context) {
    const Eigen::MatrixXd S = scatter(sample, context);
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(S);  // reads the lower half, eigenvalues increase
    const Index d = S.rows();
    Plane plane;
    plane.axes = solver.eigenvectors().rightCols(2).rowwise().reverse();
    plane.share = shares(solver.eigenvalues()[d - 1], solver.eigenvalues()[d - 2], S.trace());
    return plane;
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

/// Randomized subspace iteration: for many columns, if the covariance would not fit.
template <class Rows>
Plane plane_from_iteration(const CentredRows<Rows>& sample, Context& context) {
    Random random = context.stream("report/projection");
    Thin W(sample.X.cols, kWidth);
    std::generate_n(W.data(), W.size(), [&] { return random.normal(); });
    W = orthonormal(W);

    Plane plane;
    double before = 0;
    for (int round = 0; round < kMostRounds; ++round) {
        const Thin Z = scatter_times(sample, W, context);
        const Eigen::MatrixXd ritz = W.transpose() * Z;
        const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(ritz);
        const Eigen::VectorXd& values = solver.eigenvalues();
        plane.axes = W * solver.eigenvectors().rightCols(2).rowwise().reverse();
        plane.share = {values[kWidth - 1], values[kWidth - 2]};
        const double captured = plane.share[0] + plane.share[1];
        if (captured - before <= kSettled * captured) break;
        before = captured;
        W = orthonormal(Z);
    }
    plane.share = shares(plane.share[0], plane.share[1], total_scatter(sample, context));
    return plane;
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

/// Turns each axis so that its largest loading is positive, and lists its largest loadings.
void settle_signs(Plane& plane, Projection& projection) {
    for (int axis = 0; axis < 2; ++axis) {
        Eigen::VectorXd direction = plane.axes.col(axis);
        auto& largest = projection.strongest[static_cast<std::size_t>(axis)];
        largest = strongest(direction);
        if (largest.front().value >= 0) continue;
        plane.axes.col(axis) = -direction;
        for (Loading& loading : largest) {
            loading.value = -loading.value;
        }
    }
}

template <class Rows>
Projection project_to_components(const Rows& X, Context& context) {
    const CentredRows<Rows> sample(X, choose_rows(X, context), context);
    Plane plane = X.cols <= kMostColumnsForCovariance ? plane_from_covariance(sample, context)
                                                      : plane_from_iteration(sample, context);
    Projection projection;
    projection.share = plane.share;
    settle_signs(plane, projection);

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
