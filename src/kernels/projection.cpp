#include "kernels/projection.hpp"

#include "kernels/centred_rows.hpp"
#include "kernels/principal_axes.hpp"
#include "kernels/rows.hpp"
#include "runtime/file_pages.hpp"
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

/// F of a metric A = F F', divided by its largest entry so that no product overflows; or the identity.
class Factor {
public:
    Factor(std::span<const double> values, Index d) {
        const Eigen::Map<const Eigen::VectorXd> all(values.data(), static_cast<Index>(values.size()));
        const double largest = values.empty() ? 0 : all.cwiseAbs().maxCoeff();
        if (!(largest > 0) || !std::isfinite(largest)) return;
        if (all.size() == d) {
            diagonal_ = all / largest;
        } else {
            full_ = Eigen::Map<const Eigen::Matrix<double, -1, -1, Eigen::RowMajor>>(values.data(), d, d) / largest;
        }
    }
    [[nodiscard]] bool is_identity() const { return diagonal_.size() == 0 && full_.size() == 0; }
    [[nodiscard]] bool is_full() const { return full_.size() > 0; }

    /// F V
    template <class Basis>
    [[nodiscard]] Basis times(const Basis& V) const {
        if (is_identity()) return V;
        return is_full() ? Basis(full_ * V) : Basis(diagonal_.asDiagonal() * V);
    }
    /// F' V
    template <class Basis>
    [[nodiscard]] Basis transposed_times(const Basis& V) const {
        if (is_identity()) return V;
        return is_full() ? Basis(full_.transpose() * V) : Basis(diagonal_.asDiagonal() * V);
    }

private:
    Eigen::VectorXd diagonal_;
    Eigen::MatrixXd full_;
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
    std::vector<Index> rows(count);
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

/// The sum of squares of every column, minus its mean.
template <class Rows>
Eigen::VectorXd column_scatter(const CentredRows<Rows>& sample, Context& context) {
    const Index d = sample.X.cols;
    const Eigen::VectorXd squares = ordered_sum(
        context, sample.size(), Eigen::VectorXd(Eigen::VectorXd::Zero(d)), static_cast<std::size_t>(d) * sizeof(double),
        [&](Eigen::VectorXd& part, Index begin, Index end) {
            for (Index index = begin; index < end; ++index) {
                sample.visit(index, [&](Index col, double x) { part[col] += x * x; });
            }
        },
        [](Eigen::VectorXd& total, const Eigen::VectorXd& part) { total += part; });
    return (squares - static_cast<double>(sample.size()) * sample.mean.transpose().cwiseAbs2()).cwiseMax(0.0);
}

/// The sum of squares of F'(x - mean) over all rows.
template <class Rows>
double total_scatter(const CentredRows<Rows>& sample, const Factor& F, Context& context) {
    constexpr Index kBlock = 256;
    if (!F.is_full()) {
        const Eigen::VectorXd deviation = column_scatter(sample, context).cwiseSqrt();
        return F.transposed_times(deviation).squaredNorm();
    }
    return ordered_sum(context, sample.size(), [&](Index begin, Index end) {
        double sum = 0;
        for (Index first = begin; first < end; first += kBlock) {
            const Eigen::MatrixXd block = centred_block(sample, first, std::min(kBlock, end - first)).transpose();
            sum += F.transposed_times(block).squaredNorm();
        }
        return sum;
    });
}

/// F' S F of a symmetric S, of which the lower half is read.
Eigen::MatrixXd scatter_under(const Factor& F, const Eigen::MatrixXd& S) {
    if (F.is_identity()) return S;
    const Eigen::MatrixXd half = F.transposed_times(Eigen::MatrixXd(S.selfadjointView<Eigen::Lower>()));  // F' S
    return F.transposed_times(Eigen::MatrixXd(half.transpose()));
}

template <class Rows>
Plane plane_of(const CentredRows<Rows>& sample, const Factor& F, Context& context) {
    double total = 0;
    PrincipalAxes found;
    if (sample.X.cols <= kMostColumnsForCovariance) {
        const Eigen::MatrixXd S = scatter_under(F, scatter(sample, context));
        total = S.trace();
        found = axes_of_scatter(S, 2);
    } else {
        total = total_scatter(sample, F, context);
        const auto scatter_of = [&](const Matrix& W) {
            return F.transposed_times(scatter_times(sample, F.times(W), context));
        };
        found = axes_from_iteration(sample.X.cols, 2, kIteration, context.stream("report/projection"), scatter_of);
    }
    return {F.times(found.axes), shares(found.scatter[0], found.scatter[1], total)};
}

/// What a step in each feature is when loadings are compared: 1, or under a metric its standard deviation.
template <class Rows>
Eigen::VectorXd units(const CentredRows<Rows>& sample, const Factor& F, Context& context) {
    if (F.is_identity()) return Eigen::VectorXd::Ones(sample.X.cols);
    const auto n = static_cast<double>(std::max<Index>(1, sample.size()));
    return (column_scatter(sample, context) / n).cwiseSqrt() / sample.scale;
}

std::vector<Loading> strongest(const Eigen::VectorXd& axis) {
    std::vector<Index> order(axis.size());
    std::iota(order.begin(), order.end(), Index{0});
    const auto count = std::min<std::ptrdiff_t>(3, axis.size());
    std::partial_sort(order.begin(), order.begin() + count, order.end(), [&](Index a, Index b) {
        return std::abs(axis[a]) != std::abs(axis[b]) ? std::abs(axis[a]) > std::abs(axis[b]) : a < b;
    });
    std::vector<Loading> loadings;
    for (std::ptrdiff_t i = 0; i < count; ++i) {
        loadings.push_back({order[i], axis[order[i]]});
    }
    return loadings;
}

/// Turns each axis so that its largest loading is positive, and lists its largest loadings; `unit` is what a step in
/// each feature is.
void settle_signs(const Eigen::VectorXd& unit, Plane& plane, Projection& projection) {
    for (int axis = 0; axis < 2; ++axis) {
        auto& largest = projection.strongest[axis];
        largest = strongest(unit.cwiseProduct(plane.axes.col(axis)));
        if (largest.front().value >= 0) continue;
        plane.axes.col(axis) *= -1;
        for (Loading& loading : largest) {
            loading.value = -loading.value;
        }
    }
}

using Placed = std::optional<std::span<const Index>>;

/// Where the rows that are wanted lie, from the plane of a sample of them.
template <class Rows>
void place_rows(const Rows& X, const Placed& placed, const CentredRows<Rows>& sample, const Plane& plane,
                Projection& projection, Context& context) {
    const Eigen::RowVector2d offset = sample.mean * plane.axes;
    const Index count = placed ? static_cast<Index>(placed->size()) : X.rows;
    projection.coordinates.resize(2 * count);
    parallel_for(context, count, kGrain, [&](Index begin, Index end) {
        if constexpr (!Rows::kSparse) {
            if (placed) fetch_rows(X, placed->subspan(begin, end - begin));
        }
        for (Index i = begin; i < end; ++i) {
            Eigen::RowVector2d point = -offset;
            for_each_entry(X, placed ? (*placed)[i] : i,
                           [&](Index col, double x) { point += sample.scale * x * plane.axes.row(col); });
            projection.coordinates[2 * i] = point[0] / sample.scale;
            projection.coordinates[2 * i + 1] = point[1] / sample.scale;
        }
    });
}

template <class Rows>
Projection project_to_components(const Rows& X, const CentredRows<Rows>& sample, const Factor& F, const Placed& placed,
                                 Context& context) {
    Plane plane = plane_of(sample, F, context);
    Projection projection;
    projection.share = plane.share;
    settle_signs(units(sample, F, context), plane, projection);
    place_rows(X, placed, sample, plane, projection, context);
    return projection;
}

template <class Rows>
Projection project_to_components(const Rows& X, const Factor& F, const Placed& placed, Context& context) {
    std::vector<Index> rows = choose_rows(X, context);
    if constexpr (!Rows::kSparse) {
        if (lie_in_file(X)) {  // the sample is read several times
            std::vector<typename Rows::Scalar> values(rows.size() * static_cast<std::size_t>(X.cols));
            for (std::size_t i = 0; i < rows.size(); ++i)
                std::copy_n(X.values + rows[i] * X.row_stride, X.cols, values.begin() + static_cast<Index>(i) * X.cols);
            const Rows copied{values.data(), static_cast<Index>(rows.size()), X.cols, X.cols, 1};
            std::iota(rows.begin(), rows.end(), Index{0});
            return project_to_components(X, CentredRows<Rows>(copied, std::move(rows), context), F, placed, context);
        }
    }
    return project_to_components(X, CentredRows<Rows>(X, std::move(rows), context), F, placed, context);
}

/// Of all coordinates those that are wanted.
Projection only(Projection projection, const Placed& placed) {
    if (!placed) return projection;
    std::vector<double> kept;
    kept.reserve(2 * placed->size());
    for (const Index row : *placed)
        kept.insert(kept.end(), {projection.coordinates[2 * row], projection.coordinates[2 * row + 1]});
    projection.coordinates = std::move(kept);
    return projection;
}

template <class Rows>
Projection take_columns(const Rows& X) {
    Projection projection;
    projection.axes = Axes::columns;
    projection.coordinates.resize(2 * X.rows, 0.0);
    for (Index row = 0; row < X.rows; ++row) {
        for_each_entry(X, row, [&](Index col, double x) { projection.coordinates[2 * row + col] = x; });
    }
    projection.strongest = {std::vector<Loading>{{0, 1}}, std::vector<Loading>{{1, 1}}};
    return projection;
}

template <class Rows>
Projection take_value(const Rows& X, Context& context) {
    Projection projection;
    projection.axes = Axes::value_and_jitter;
    projection.coordinates.resize(2 * X.rows, 0.0);
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
Projection project_to_plane(const Rows& X, std::span<const double> factor, Context& context,
                            std::optional<std::span<const Index>> placed) {
    if (X.cols < 2) return only(take_value(X, context), placed);
    const Factor F(factor, X.cols);
    if (X.cols == 2 && !F.is_full()) return only(take_columns(X), placed);  // a plot scales its axes anyway
    return project_to_components(X, F, placed, context);
}

template <class Rows>
Projection project_to_plane(const Rows& X, Context& context) {
    return project_to_plane(X, std::span<const double>(), context);
}

template Projection project_to_plane(const DenseRows<double>&, std::span<const double>, Context&, Placed);
template Projection project_to_plane(const DenseRows<float>&, std::span<const double>, Context&, Placed);
template Projection project_to_plane(const SparseRows<double>&, std::span<const double>, Context&, Placed);
template Projection project_to_plane(const SparseRows<float>&, std::span<const double>, Context&, Placed);
template Projection project_to_plane(const DenseRows<double>&, Context&);
template Projection project_to_plane(const DenseRows<float>&, Context&);
template Projection project_to_plane(const SparseRows<double>&, Context&);
template Projection project_to_plane(const SparseRows<float>&, Context&);

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
