#include "kernels/projection.hpp"

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
constexpr Index kBlock = 256;
constexpr int kWidth = 10;  // two components and eight spare ones, which make the iteration settle sooner
constexpr int kMostRounds = 12;
constexpr double kSettled = 1e-5;
constexpr Index kGrain = 2048;

using Block = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Thin = Eigen::Matrix<double, Eigen::Dynamic, kWidth, Eigen::RowMajor>;
using Narrow = Eigen::Matrix<double, 1, kWidth>;

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

/// X as its axes see it: some of its rows, scaled so that no square overflows, minus their mean.
template <class Rows>
struct Sample {
    const Rows& X;
    std::vector<Index> rows;
    double scale = 1;
    Eigen::RowVectorXd mean;  // of the scaled rows

    [[nodiscard]] Index size() const { return static_cast<Index>(rows.size()); }
    template <class F>
    void visit(Index index, F&& f) const {
        for_each_entry(X, rows[static_cast<std::size_t>(index)], [&](Index col, double x) { f(col, scale * x); });
    }
};

/// One row out of each of equally long stretches, or all of them.
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

template <class Rows>
double largest_magnitude(const Sample<Rows>& sample) {
    double largest = 0;
    for (Index index = 0; index < sample.size(); ++index) {
        sample.visit(index, [&](Index, double x) { largest = std::max(largest, std::abs(x)); });
    }
    return largest;
}

template <class Rows>
Eigen::RowVectorXd mean_of(const Sample<Rows>& sample, Context& context) {
    const Eigen::RowVectorXd zero = Eigen::RowVectorXd::Zero(sample.X.cols);
    Eigen::RowVectorXd sum = ordered_sum(
        context, sample.size(), zero, static_cast<std::size_t>(sample.X.cols) * sizeof(double),
        [&](Eigen::RowVectorXd& part, Index begin, Index end) {
            for (Index index = begin; index < end; ++index) {
                sample.visit(index, [&](Index col, double x) { part[col] += x; });
            }
        },
        [](Eigen::RowVectorXd& total, const Eigen::RowVectorXd& part) { total += part; });
    return sum / static_cast<double>(std::max<Index>(1, sample.size()));
}

template <class Rows>
Sample<Rows> draw_sample(const Rows& X, Context& context) {
    Sample<Rows> sample{X, choose_rows(X, context), 1, {}};
    const double largest = largest_magnitude(sample);
    if (largest > 0) sample.scale = std::exp2(-std::ilogb(largest));  // a power of two: scaling rounds nothing
    sample.mean = mean_of(sample, context);
    return sample;
}

/// Sum of (x - mean)' (x - mean), d x d, lower half. Only a block of rows is ever written out.
template <class Rows>
Eigen::MatrixXd scatter(const Sample<Rows>& sample, Context& context) {
    const Index d = sample.X.cols;
    return ordered_sum(
        context, sample.size(), Eigen::MatrixXd(Eigen::MatrixXd::Zero(d, d)),
        static_cast<std::size_t>(d * d) * sizeof(double),
        [&](Eigen::MatrixXd& part, Index begin, Index end) {
            for (Index first = begin; first < end; first += kBlock) {
                const Index rows = std::min(kBlock, end - first);
                Block block = (-sample.mean).replicate(rows, 1);
                for (Index r = 0; r < rows; ++r) {
                    sample.visit(first + r, [&](Index col, double x) { block(r, col) += x; });
                }
                part.selfadjointView<Eigen::Lower>().rankUpdate(block.transpose());
            }
        },
        [](Eigen::MatrixXd& total, const Eigen::MatrixXd& part) { total += part; });
}

std::array<double, 2> shares(double first, double second, double total) {
    if (!(total > 0)) return {0, 0};
    return {std::clamp(first / total, 0.0, 1.0), std::clamp(second / total, 0.0, 1.0)};
}

template <class Rows>
Plane plane_from_covariance(const Sample<Rows>& sample, Context& context) {
    const Eigen::MatrixXd S = scatter(sample, context);
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(S);  // reads the lower half, eigenvalues rise
    const Index d = S.rows();
    Plane plane;
    plane.axes = solver.eigenvectors().rightCols(2).rowwise().reverse();
    plane.share = shares(solver.eigenvalues()[d - 1], solver.eigenvalues()[d - 2], S.trace());
    return plane;
}

/// Z (d x width) and the sum of the rows of Y (1 x width).
struct Product {
    Thin Z;
    Narrow y;
};

/// (X - mean)' (X - mean) W, one row of X at a time, the mean taken off outside the loop over entries.
template <class Rows>
Thin scatter_times(const Sample<Rows>& sample, const Thin& W, Context& context) {
    const Narrow offset = sample.mean * W;
    const Product zero{Thin::Zero(W.rows(), kWidth), Narrow::Zero()};
    Product sum = ordered_sum(
        context, sample.size(), zero, static_cast<std::size_t>(W.size()) * sizeof(double),
        [&](Product& part, Index begin, Index end) {
            for (Index index = begin; index < end; ++index) {
                Narrow y = -offset;
                sample.visit(index, [&](Index col, double x) { y += x * W.row(col); });
                sample.visit(index, [&](Index col, double x) { part.Z.row(col) += x * y; });
                part.y += y;
            }
        },
        [](Product& total, const Product& part) {
            total.Z += part.Z;
            total.y += part.y;
        });
    sum.Z -= sample.mean.transpose() * sum.y;
    return std::move(sum.Z);
}

Thin orthonormal(const Thin& Z) {
    const Eigen::HouseholderQR<Eigen::MatrixXd> qr((Eigen::MatrixXd(Z)));
    return qr.householderQ() * Eigen::MatrixXd::Identity(Z.rows(), kWidth);
}

template <class Rows>
double total_scatter(const Sample<Rows>& sample, Context& context) {
    const double squares = ordered_sum(context, sample.size(), [&](Index begin, Index end) {
        double sum = 0;
        for (Index index = begin; index < end; ++index) {
            sample.visit(index, [&](Index, double x) { sum += x * x; });
        }
        return sum;
    });
    return squares - static_cast<double>(sample.size()) * sample.mean.squaredNorm();
}

/// Randomised subspace iteration: for many columns, where the covariance would not fit.
template <class Rows>
Plane plane_from_iteration(const Sample<Rows>& sample, Context& context) {
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
    const Sample<Rows> sample = draw_sample(X, context);
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
