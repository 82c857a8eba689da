#include "kernels/moved_rows.hpp"

#include "kernels/label_sums_row.hpp"
#include "kernels/rows.hpp"
#include "runtime/parallel.hpp"

#include <algorithm>

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
    return measure_row(X, row, c, norm);
}

constexpr std::size_t kAhead = 8;  // rows to prefetch ahead

/// Columns [begin, end) of contiguous rows.
template <class T>
void move_columns(const DenseRows<T>& X, std::span<const MovedRow> moved, Index begin, Index end, Matrix& sums) {
    constexpr Index kLine = 64 / static_cast<Index>(sizeof(T));
    const Index columns = end - begin;
    for (std::size_t i = 0; i < moved.size(); ++i) {
        const T* ahead = X.values + moved[std::min(i + kAhead, moved.size() - 1)].row * X.row_stride + begin;
        for (Index j = 0; j < columns; j += kLine) {
            __builtin_prefetch(ahead + j);
        }
        const auto& [row, from, to] = moved[i];
        const T* x = X.values + row * X.row_stride + begin;
        add_row(x, columns, sums.data() + to * X.cols + begin);
        if (from >= 0) subtract_row(x, columns, sums.data() + from * X.cols + begin);
    }
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
    constexpr Index kColumns = 64;  // a thread's share: whole lines of memory, and one sum after the other in order
    for (const MovedRow& move : moved) {
        ++sums.counts[move.to];
        if (move.from >= 0) --sums.counts[move.from];
    }
    std::visit(
        [&]<class Rows>(const Rows& X) {
            if constexpr (!Rows::kSparse) {
                if (X.row_major()) {
                    parallel_for(context, X.cols, kColumns,
                                 [&](Index begin, Index end) { move_columns(X, moved, begin, end, sums.sums); });
                    return;
                }
            }
            for (const auto& [row, from, to] : moved) {
                add_row(X, row, sums.sums.data() + to * X.cols);
                if (from >= 0) subtract_row(X, row, sums.sums.data() + from * X.cols);
            }
        },
        features);
}

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
