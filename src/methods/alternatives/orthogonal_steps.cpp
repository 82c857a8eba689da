#include "methods/alternatives/orthogonal_steps.hpp"

#include <mvlink/error.hpp>

#include "kernels/eigenvectors.hpp"
#include "kernels/principal_axes.hpp"
#include "kernels/thin_products.hpp"
#include "methods/alternatives/several_clusterings.hpp"
#include "runtime/parallel.hpp"

#include <Eigen/SVD>

#include <algorithm>

namespace mvlink {
inline namespace v1 {
namespace alternatives {
namespace {

constexpr Index kGrain = 256;

}  // namespace

Matrix leading_directions(const Matrix& rows, double share, Context& context) {
    const Eigen::MatrixXd S = kernels::gram(rows, context);
    const kernels::PrincipalAxes all = kernels::axes_of_scatter(S, S.rows());
    if (!all.converged) {
        throw Error(ErrorCode::numerical, "orthogonal: the principal components were not found; scale the features");
    }
    const Vector values = all.scatter.cwiseMax(0);
    Index count = 0;
    for (double kept = 0; count < values.size() && kept < share * values.sum(); ++count) {
        kept += values[count];
    }
    Matrix axes = all.axes.leftCols(std::max<Index>(count, 1));
    kernels::settle_signs(axes);
    return axes.transpose();
}

void take_out_own_means(Matrix& rows, std::span<const std::int32_t> labels, const Matrix& means, Context& context) {
    constexpr double kTiny = 1e-12;  // of the mean square of a row: such a mean has no direction
    const Vector squares = means.rowwise().squaredNorm();
    const double least = kTiny * total_square(rows, context) / static_cast<double>(rows.rows());
    parallel_for(context, rows.rows(), kGrain, [&](Index begin, Index end) {
        for (Index row = begin; row < end; ++row) {
            const std::int32_t h = labels[row];
            if (squares[h] <= least) continue;
            rows.row(row) -= rows.row(row).dot(means.row(h)) / squares[h] * means.row(h);
        }
    });
}

Matrix directions_of_means(const Matrix& means) {
    constexpr double kRounding = 1e-10;
    const Eigen::JacobiSVD<Eigen::MatrixXd> svd(means.transpose(), Eigen::ComputeThinU);
    const Vector& values = svd.singularValues();
    Index count = 0;
    while (count < std::min<Index>(means.rows() - 1, values.size()) && values[count] > kRounding * values[0]) {
        ++count;
    }
    Matrix directions = svd.matrixU().leftCols(count);
    kernels::settle_signs(directions);
    return directions.transpose();
}

void take_out_directions(Matrix& rows, const Matrix& directions, Context& context) {
    parallel_for(context, rows.rows(), kGrain, [&](Index begin, Index end) {
        auto block = rows.middleRows(begin, end - begin);
        const Matrix along = block * directions.transpose();
        block.noalias() -= along * directions;
    });
}

void take_out(OrthogonalVariant variant, Matrix& rows, std::span<const std::int32_t> labels, const Matrix& means,
              Context& context) {
    if (variant == OrthogonalVariant::clusters) {
        take_out_own_means(rows, labels, means, context);
    } else {
        take_out_directions(rows, directions_of_means(means), context);
    }
}

double total_square(const Matrix& rows, Context& context) {
    return ordered_sum(context, rows.rows(), [&](Index begin, Index end) {
        double sum = 0;
        for (Index row = begin; row < end; ++row) {
            sum += rows.row(row).squaredNorm();
        }
        return sum;
    });
}

}  // namespace alternatives
}  // namespace v1
}  // namespace mvlink
