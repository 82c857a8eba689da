#include "kernels/label_sums.hpp"

#include "kernels/rows.hpp"
#include "runtime/parallel.hpp"

namespace mvlink {
inline namespace v1 {
namespace kernels {
namespace {

void merge(LabelSums& total, const LabelSums& part) {
    total.sums += part.sums;
    for (std::size_t h = 0; h < total.counts.size(); ++h) {
        total.counts[h] += part.counts[h];
    }
}

template <class T>
void add_row(const DenseRows<T>& X, Index row, double* sum) {
    const T* x = X.values + row * X.row_stride;
    if (X.row_major()) {
        for (Index j = 0; j < X.cols; ++j) {
            sum[j] += static_cast<double>(x[j]);
        }
    } else {
        for (Index j = 0; j < X.cols; ++j) {
            sum[j] += static_cast<double>(x[j * X.col_stride]);
        }
    }
}

template <class T>
void add_row(const SparseRows<T>& X, Index row, double* sum) {
    for_each_entry(X, row, [&](Index j, double value) { sum[j] += value; });
}

}  // namespace

LabelSums label_sums(const Features& features, std::span<const std::int32_t> labels, Index k, Context& context) {
    const Index d = column_count(features);
    const LabelSums zero{Matrix::Zero(k, d), std::vector<Index>(static_cast<std::size_t>(k), 0)};
    const auto bytes = static_cast<std::size_t>(k * d) * sizeof(double);
    return std::visit(
        [&](const auto& X) {
            const auto add = [&](LabelSums& part, Index begin, Index end) {
                for (Index row = begin; row < end; ++row) {
                    const std::int32_t h = labels[static_cast<std::size_t>(row)];
                    if (h < 0) continue;
                    add_row(X, row, part.sums.data() + h * d);
                    ++part.counts[static_cast<std::size_t>(h)];
                }
            };
            return ordered_sum(context, X.rows, zero, bytes, add, merge);
        },
        features);
}

Vector row_of(const Features& features, Index row) {
    Vector x = Vector::Zero(column_count(features));
    std::visit([&](const auto& X) { for_each_entry(X, row, [&](Index j, double value) { x[j] = value; }); }, features);
    return x;
}

ColumnMoments column_moments(const Features& features, Context& context) {
    const Index n = row_count(features);
    const Index d = column_count(features);
    // Two passes, around the mean in the second: one pass would cancel where the mean is large beside the deviation.
    // Rows are the number of stored entries, their sum and the sum of their squared differences from `shift`.
    const auto sums_around = [&](const Vector& shift) {
        return std::visit(
            [&](const auto& X) {
                const auto add = [&](Matrix& part, Index begin, Index end) {
                    for (Index row = begin; row < end; ++row) {
                        for_each_entry(X, row, [&](Index j, double value) {
                            part(0, j) += 1;
                            part(1, j) += value;
                            part(2, j) += (value - shift[j]) * (value - shift[j]);
                        });
                    }
                };
                return ordered_sum(context, n, Matrix(Matrix::Zero(3, d)),
                                   static_cast<std::size_t>(3 * d) * sizeof(double), add,
                                   [](Matrix& total, const Matrix& part) { total += part; });
            },
            features);
    };
    const auto rows = static_cast<double>(n);
    ColumnMoments moments;
    moments.mean = sums_around(Vector::Zero(d)).row(1).transpose() / rows;
    const Matrix around = sums_around(moments.mean);
    const Vector not_stored = (rows - around.row(0).array()).matrix().transpose();
    const Vector squares = around.row(2).transpose() + not_stored.cwiseProduct(moments.mean.cwiseAbs2());
    moments.deviation = (squares / rows).cwiseSqrt();
    return moments;
}

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
