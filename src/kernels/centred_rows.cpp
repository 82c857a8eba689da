#include "kernels/centred_rows.hpp"

#include "kernels/principal_axes.hpp"
#include "runtime/parallel.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace kernels {
namespace {

template <class Rows>
Eigen::RowVectorXd mean_of_rows(const CentredRows<Rows>& centred, Context& context) {
    const Index d = centred.X.cols;
    const Eigen::RowVectorXd sum = ordered_sum(
        context, centred.size(), Eigen::RowVectorXd(Eigen::RowVectorXd::Zero(d)),
        static_cast<std::size_t>(d) * sizeof(double),
        [&](Eigen::RowVectorXd& part, Index begin, Index end) {
            for (Index index = begin; index < end; ++index) {
                centred.visit(index, [&](Index col, double x) { part[col] += x; });
            }
        },
        [](Eigen::RowVectorXd& total, const Eigen::RowVectorXd& part) { total += part; });
    return sum / static_cast<double>(std::max<Index>(1, centred.size()));
}

}  // namespace

template <class Rows>
CentredRows<Rows>::CentredRows(const Rows& all, std::vector<Index> chosen, Context& context)
    : X(all), rows(std::move(chosen)) {
    double largest = 0;
    for (Index index = 0; index < size(); ++index) {
        visit(index, [&](Index, double x) { largest = std::max(largest, std::abs(x)); });
    }
    if (largest > 0) scale = std::exp2(-std::ilogb(largest));
    mean = mean_of_rows(*this, context);
}

template <class Rows>
Matrix centred_block(const CentredRows<Rows>& centred, Index first, Index rows) {
    Matrix block = (-centred.mean).replicate(rows, 1);
    for (Index r = 0; r < rows; ++r) {
        centred.visit(first + r, [&](Index col, double x) { block(r, col) += x; });
    }
    return block;
}

template <class Rows>
Eigen::MatrixXd scatter(const CentredRows<Rows>& centred, Context& context) {
    constexpr Index kBlock = 256;
    const Index d = centred.X.cols;
    return ordered_sum(
        context, centred.size(), Eigen::MatrixXd(Eigen::MatrixXd::Zero(d, d)),
        static_cast<std::size_t>(d * d) * sizeof(double),
        [&](Eigen::MatrixXd& part, Index begin, Index end) {
            for (Index first = begin; first < end; first += kBlock) {
                add_inner_products_of_columns(centred_block(centred, first, std::min(kBlock, end - first)), part);
            }
        },
        [](Eigen::MatrixXd& total, const Eigen::MatrixXd& part) { total += part; });
}

template <class Rows>
Matrix scatter_times(const CentredRows<Rows>& centred, const Matrix& W, Context& context) {
    struct Product {
        Matrix Z;              // d x width
        Eigen::RowVectorXd y;  // the sum of the rows of (X - mean) W
    };
    const Eigen::RowVectorXd offset = centred.mean * W;
    const Product zero{Matrix::Zero(W.rows(), W.cols()), Eigen::RowVectorXd::Zero(W.cols())};
    Product sum = ordered_sum(
        context, centred.size(), zero, static_cast<std::size_t>(W.size()) * sizeof(double),
        [&](Product& part, Index begin, Index end) {
            Eigen::RowVectorXd y = offset;
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

template struct CentredRows<DenseRows<double>>;
template struct CentredRows<DenseRows<float>>;
template struct CentredRows<SparseRows<double>>;
template struct CentredRows<SparseRows<float>>;
template Matrix centred_block(const CentredRows<DenseRows<double>>&, Index, Index);
template Matrix centred_block(const CentredRows<DenseRows<float>>&, Index, Index);
template Matrix centred_block(const CentredRows<SparseRows<double>>&, Index, Index);
template Matrix centred_block(const CentredRows<SparseRows<float>>&, Index, Index);
template Eigen::MatrixXd scatter(const CentredRows<DenseRows<double>>&, Context&);
template Eigen::MatrixXd scatter(const CentredRows<DenseRows<float>>&, Context&);
template Eigen::MatrixXd scatter(const CentredRows<SparseRows<double>>&, Context&);
template Eigen::MatrixXd scatter(const CentredRows<SparseRows<float>>&, Context&);
template Matrix scatter_times(const CentredRows<DenseRows<double>>&, const Matrix&, Context&);
template Matrix scatter_times(const CentredRows<DenseRows<float>>&, const Matrix&, Context&);
template Matrix scatter_times(const CentredRows<SparseRows<double>>&, const Matrix&, Context&);
template Matrix scatter_times(const CentredRows<SparseRows<float>>&, const Matrix&, Context&);

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
