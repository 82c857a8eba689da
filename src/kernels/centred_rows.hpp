#pragma once

#include <mvlink/context.hpp>
#include <mvlink/matrix.hpp>

#include "kernels/rows.hpp"
#include "runtime/parallel.hpp"

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

/// What principal components are computed from. Only for the .cpp files that do so: it brings in Eigen.
namespace mvlink {
inline namespace v1 {
namespace kernels {

/// X as its components see it: some or all of its rows, scaled so that no square overflows, minus their mean.
template <class Rows>
struct CentredRows {
    const Rows& X;
    std::vector<Index> rows;
    double scale = 1;         // a power of two: scaling rounds nothing
    Eigen::RowVectorXd mean;  // of the scaled rows

    CentredRows(const Rows& all, std::vector<Index> chosen, Context& context) : X(all), rows(std::move(chosen)) {
        double largest = 0;
        for (Index index = 0; index < size(); ++index) {
            visit(index, [&](Index, double x) { largest = std::max(largest, std::abs(x)); });
        }
        if (largest > 0) scale = std::exp2(-std::ilogb(largest));
        mean = mean_of_rows(context);
    }

    [[nodiscard]] Index size() const { return static_cast<Index>(rows.size()); }
    template <class F>
    void visit(Index index, F&& f) const {
        for_each_entry(X, rows[index], [&](Index col, double x) { f(col, scale * x); });
    }

private:
    [[nodiscard]] Eigen::RowVectorXd mean_of_rows(Context& context) const {
        const Eigen::RowVectorXd zero = Eigen::RowVectorXd::Zero(X.cols);
        Eigen::RowVectorXd sum = ordered_sum(
            context, size(), zero, static_cast<std::size_t>(X.cols) * sizeof(double),
            [&](Eigen::RowVectorXd& part, Index begin, Index end) {
                for (Index index = begin; index < end; ++index) {
                    visit(index, [&](Index col, double x) { part[col] += x; });
                }
            },
            [](Eigen::RowVectorXd& total, const Eigen::RowVectorXd& part) { total += part; });
        return sum / static_cast<double>(std::max<Index>(1, size()));
    }
};

/// Rows first .. first + rows of X - mean, as a dense matrix.
template <class Rows>
Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> centred_block(const CentredRows<Rows>& centred,
                                                                                     Index first, Index rows) {
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> block = (-centred.mean).replicate(rows, 1);
    for (Index r = 0; r < rows; ++r) {
        centred.visit(first + r, [&](Index col, double x) { block(r, col) += x; });
    }
    return block;
}

/// Sum of (x - mean)' (x - mean), d x d, lower half. Only one block of rows is dense at a time.
template <class Rows>
Eigen::MatrixXd scatter(const CentredRows<Rows>& centred, Context& context) {
    constexpr Index kBlock = 256;
    const Index d = centred.X.cols;
    return ordered_sum(
        context, centred.size(), Eigen::MatrixXd(Eigen::MatrixXd::Zero(d, d)),
        static_cast<std::size_t>(d * d) * sizeof(double),
        [&](Eigen::MatrixXd& part, Index begin, Index end) {
            for (Index first = begin; first < end; first += kBlock) {
                const auto block = centred_block(centred, first, std::min(kBlock, end - first));
                part.selfadjointView<Eigen::Lower>().rankUpdate(block.transpose());
            }
        },
        [](Eigen::MatrixXd& total, const Eigen::MatrixXd& part) { total += part; });
}

/// (X - mean)' (X - mean) W, one row of X at a time, the mean subtracted outside the loop over entries. Basis is a
/// row-major matrix, d x width.
template <class Rows, class Basis>
Basis scatter_times(const CentredRows<Rows>& centred, const Basis& W, Context& context) {
    using Narrow = Eigen::Matrix<double, 1, Basis::ColsAtCompileTime>;
    struct Product {
        Basis Z;   // d x width
        Narrow y;  // the sum of the rows of (X - mean) W
    };
    const Narrow offset = centred.mean * W;
    const Product zero{Basis::Zero(W.rows(), W.cols()), Narrow::Zero(W.cols())};
    Product sum = ordered_sum(
        context, centred.size(), zero, static_cast<std::size_t>(W.size()) * sizeof(double),
        [&](Product& part, Index begin, Index end) {
            Narrow y = offset;
            for (Index index = begin; index < end; ++index) {
                y = -offset;
                centred.visit(index, [&](Index col, double x) { y += x * W.row(col); });
                centred.visit(index, [&](Index col, double x) { part.Z.row(col) += x * y; });
                part.y += y;
            }
        },
        [](Product& total, const Product& part) {
            total.Z += part.Z;
            total.y += part.y;
        });
    sum.Z -= centred.mean.transpose() * sum.y;
    return std::move(sum.Z);
}

/// Orthonormal columns that span those of Z; also if some of these depend on others.
template <class Basis>
Basis orthonormal(const Basis& Z) {
    const Eigen::HouseholderQR<Eigen::MatrixXd> qr((Eigen::MatrixXd(Z)));
    return qr.householderQ() * Eigen::MatrixXd::Identity(Z.rows(), Z.cols());
}

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
