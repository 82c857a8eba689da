#include "kernels/principal.hpp"

#include "kernels/centred_rows.hpp"
#include "kernels/eigenvectors.hpp"
#include "kernels/principal_axes.hpp"
#include "kernels/rows.hpp"
#include "runtime/parallel.hpp"

#include <algorithm>
#include <numeric>

namespace mvlink {
inline namespace v1 {
namespace kernels {
namespace {

constexpr Index kMostForEigenvectors = 1024;  // about a second of work
constexpr Index kMostCellsWrittenOut = 1 << 24;
constexpr Index kLeastSpare = 10;  // spare directions make the iteration converge sooner
constexpr int kMostRounds = 50;
constexpr double kSettled = 1e-10;
constexpr Index kGrain = 512;

template <class Rows>
Matrix axes_from_many_columns(const CentredRows<Rows>& centred, Index count, Context& context) {
    const Index width = std::min({count + std::max(kLeastSpare, count / 2), centred.size(), centred.X.cols});
    return axes_from_iteration(centred.X.cols, count, {width, kMostRounds, kSettled}, context.stream("prepare/pca"),
                               [&](const Matrix& W) { return scatter_times(centred, W, context); })
        .axes;
}

}  // namespace

template <class Rows>
Principal principal_components(const Rows& X, Index count, Context& context) {
    std::vector<Index> all(X.rows);
    std::iota(all.begin(), all.end(), Index{0});
    const CentredRows<Rows> centred(X, std::move(all), context);
    Matrix axes;  // d x count
    if (X.cols <= kMostForEigenvectors) {
        axes = axes_of_scatter(scatter(centred, context), count).axes;
    } else if (X.rows <= kMostForEigenvectors && X.rows * X.cols <= kMostCellsWrittenOut) {
        axes = axes_of_few_rows(centred_block(centred, 0, centred.size()), count);
    } else {
        axes = axes_from_many_columns(centred, count, context);
    }
    settle_signs(axes);

    const Eigen::RowVectorXd mean = centred.mean / centred.scale;
    const Matrix components = axes.transpose();
    return {{mean.data(), mean.data() + mean.size()}, {components.data(), components.data() + components.size()}};
}

template <class Rows>
std::vector<typename Rows::Scalar> project(const Rows& X, std::span<const double> mean,
                                           std::span<const double> components, Context& context) {
    using Scalar = typename Rows::Scalar;
    const auto count = static_cast<Index>(components.size()) / X.cols;
    const Matrix axes = Eigen::Map<const Matrix>(components.data(), count, X.cols).transpose();
    const Eigen::RowVectorXd offset = Eigen::Map<const Eigen::RowVectorXd>(mean.data(), X.cols) * axes;
    std::vector<Scalar> projected(X.rows * count);
    parallel_for(context, X.rows, kGrain, [&](Index begin, Index end) {
        Eigen::RowVectorXd point(count);
        for (Index row = begin; row < end; ++row) {
            point = -offset;
            for_each_entry(X, row, [&](Index col, double x) { point += x * axes.row(col); });
            std::transform(point.data(), point.data() + count, projected.data() + row * count,
                           [](double value) { return static_cast<Scalar>(value); });
        }
    });
    return projected;
}

template Principal principal_components(const DenseRows<double>&, Index, Context&);
template Principal principal_components(const DenseRows<float>&, Index, Context&);
template Principal principal_components(const SparseRows<double>&, Index, Context&);
template Principal principal_components(const SparseRows<float>&, Index, Context&);
template std::vector<double> project(const DenseRows<double>&, std::span<const double>, std::span<const double>,
                                     Context&);
template std::vector<float> project(const DenseRows<float>&, std::span<const double>, std::span<const double>,
                                    Context&);
template std::vector<double> project(const SparseRows<double>&, std::span<const double>, std::span<const double>,
                                     Context&);
template std::vector<float> project(const SparseRows<float>&, std::span<const double>, std::span<const double>,
                                    Context&);

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
