#include "kernels/moved_rows.hpp"

#include "kernels/label_sums_row.hpp"
#include "kernels/rows.hpp"
#include "runtime/parallel.hpp"

#include <type_traits>

namespace mvlink {
inline namespace v1 {
namespace kernels {
namespace {

template <class T>
double distance_of(const DenseRows<T>& X, Index row, const double* c, double) {
    if (X.row_major()) return squared_distance(X.values + row * X.row_stride, c, X.cols);
    RowReader<DenseRows<T>> read(X);
    return squared_distance(read(row), c, X.cols);
}

template <class T>
double distance_of(const SparseRows<T>& X, Index row, const double* c, double norm) {
    double squares = 0, product = 0;
    for_each_entry(X, row, [&](Index j, double value) {
        squares += value * value;
        product += value * c[j];
    });
    // What rounding took below zero is zero; what overflowed stays NaN, so that the caller sees it.
    const double distance = squares - 2 * product + norm;
    return distance < 0 ? 0 : distance;
}

}  // namespace

CentreDistances::CentreDistances(const Features& X, const Matrix& C) : X_(X), C_(C) {
    std::visit(
        [&]<class Rows>(const Rows&) {
            norms_ = Rows::kSparse ? Vector(C.rowwise().squaredNorm()) : Vector(Vector::Zero(C.rows()));
        },
        X);
}

double CentreDistances::operator()(Index row, Index h) const {
    return std::visit([&](const auto& X) { return distance_of(X, row, C_.data() + h * C_.cols(), norms_[h]); }, X_);
}

void move_rows(const Features& features, std::span<const MovedRow> moved, LabelSums& sums, Context& context) {
    if (moved.empty()) return;
    const auto move = [&](LabelSums& part, Index begin, Index end) {
        part = LabelSums(sums.sums.rows(), sums.sums.cols());
        for (Index i = begin; i < end; ++i) {
            const auto& [row, from, to] = moved[static_cast<std::size_t>(i)];
            std::visit([&, row = row, from = from, to = to](const auto& X) { move_row(X, row, from, to, part); },
                       features);
        }
    };
    add(sums, ordered_sum(context, static_cast<Index>(moved.size()), LabelSums(),
                          static_cast<std::size_t>(sums.sums.size()) * sizeof(double), move, add));
}

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
