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

struct Part {
    LabelSums sums;
    double distances = 0;
};

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

double move_rows(const Features& features, std::span<const MovedRow> moved, const Matrix& C, LabelSums& sums,
                 Context& context) {
    if (moved.empty()) return 0;
    const CentreDistances distance(features, C);
    const Index d = C.cols();
    const auto move = [&](Part& part, Index begin, Index end) {
        part.sums = LabelSums(C.rows(), d);
        for (Index i = begin; i < end; ++i) {
            const auto& [row, from, to] = moved[static_cast<std::size_t>(i)];
            part.distances += distance(row, to);
            std::visit(
                [&](const auto& X) {
                    add_row(X, row, part.sums.sums.data() + to * d);
                    subtract_row(X, row, part.sums.sums.data() + from * d);
                },
                features);
            ++part.sums.counts[static_cast<std::size_t>(to)];
            --part.sums.counts[static_cast<std::size_t>(from)];
        }
    };
    const Part total =
        ordered_sum(context, static_cast<Index>(moved.size()), Part{},
                    static_cast<std::size_t>(C.size()) * sizeof(double), move, [](Part& sum, const Part& part) {
                        add(sum.sums, part.sums);
                        sum.distances += part.distances;
                    });
    add(sums, total.sums);
    return total.distances;
}

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
