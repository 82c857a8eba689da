#include "kernels/label_sums.hpp"

#include "kernels/label_sums_row.hpp"
#include "kernels/rows.hpp"
#include "runtime/parallel.hpp"

namespace mvlink {
inline namespace v1 {
namespace kernels {
namespace {

/// Adds rows row_at(0) .. row_at(count - 1).
template <class RowAt>
LabelSums sums_of(const Features& features, Index count, std::span<const std::int32_t> labels, Index k,
                  Context& context, RowAt&& row_at) {
    const Index d = column_count(features);
    const auto bytes = static_cast<std::size_t>(k * d) * sizeof(double);
    return std::visit(
        [&](const auto& X) {
            const auto add_rows = [&](LabelSums& part, Index begin, Index end) {
                part = LabelSums(k, d);
                for (Index i = begin; i < end; ++i) {
                    const Index row = row_at(i);
                    const std::int32_t h = labels[row];
                    if (h < 0) continue;
                    add_row(X, row, part.sums.data() + h * d);
                    ++part.counts[h];
                }
            };
            return ordered_sum(context, count, LabelSums(), bytes, add_rows, add);
        },
        features);
}

}  // namespace

void add(LabelSums& total, const LabelSums& part) {
    total.sums += part.sums;
    for (std::size_t h = 0; h < total.counts.size(); ++h) {
        total.counts[h] += part.counts[h];
    }
}

LabelSums label_sums(const Features& X, std::span<const std::int32_t> labels, Index k, Context& context) {
    return sums_of(X, row_count(X), labels, k, context, [](Index row) { return row; });
}

LabelSums label_sums(const Features& X, std::span<const Index> rows, std::span<const std::int32_t> labels, Index k,
                     Context& context) {
    return sums_of(X, static_cast<Index>(rows.size()), labels, k, context, [&](Index i) { return rows[i]; });
}

Vector row_of(const Features& features, Index row) {
    Vector x = Vector::Zero(column_count(features));
    std::visit([&](const auto& X) { for_each_entry(X, row, [&](Index j, double value) { x[j] = value; }); }, features);
    return x;
}

ColumnMoments column_moments(const Features& features, Context& context) {
    const Index n = row_count(features);
    const Index d = column_count(features);
    // Two passes, around the mean in the second: one pass would cancel digits if the mean is large compared with the
    // deviation. Rows are the number of stored entries, their sum and the sum of their squared differences from
    // `shift`.
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
