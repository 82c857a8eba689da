#include "kernels/label_scatter.hpp"

#include "kernels/rows.hpp"
#include "runtime/parallel.hpp"

#include <cstddef>
#include <variant>

namespace mvlink {
inline namespace v1 {
namespace kernels {
namespace {

LabelScatter zero_scatter(Index k, Index d, bool full) {
    LabelScatter zero;
    zero.diagonal = Matrix::Zero(k, d);
    zero.counts.assign(k, 0);
    if (full) zero.full.assign(k, Eigen::MatrixXd::Zero(d, d));
    return zero;
}

template <class Rows>
void add_rows(const Rows& X, std::span<const std::int32_t> labels, const Matrix& centres, Index begin, Index end,
              LabelScatter& sum) {
    RowReader<Rows> read(X);
    Vector v(X.cols);
    for (Index row = begin; row < end; ++row) {
        const auto h = static_cast<Index>(labels[row]);
        const auto* x = read(row);
        for (Index j = 0; j < X.cols; ++j) {
            v[j] = static_cast<double>(x[j]) - centres(h, j);
        }
        ++sum.counts[h];
        sum.diagonal.row(h) += v.cwiseAbs2().transpose();
        if (!sum.full.empty()) sum.full[h].selfadjointView<Eigen::Lower>().rankUpdate(v);
    }
}

void add(LabelScatter& total, const LabelScatter& part) {
    total.diagonal += part.diagonal;
    for (std::size_t h = 0; h < total.counts.size(); ++h) {
        total.counts[h] += part.counts[h];
    }
    for (std::size_t h = 0; h < total.full.size(); ++h) {
        total.full[h] += part.full[h];
    }
}

}  // namespace

LabelScatter label_scatter(const Features& X, std::span<const std::int32_t> labels, const Matrix& centres, bool full,
                           Context& context) {
    const Index k = centres.rows(), d = centres.cols();
    const auto bytes = static_cast<std::size_t>(full ? k * d * (d + 1) : k * d) * sizeof(double);
    LabelScatter sum = std::visit(
        [&](const auto& rows) {
            return ordered_sum(
                context, rows.rows, zero_scatter(k, d, full), bytes,
                [&](LabelScatter& part, Index begin, Index end) { add_rows(rows, labels, centres, begin, end, part); },
                add);
        },
        X);
    for (Eigen::MatrixXd& scatter : sum.full) {
        scatter.triangularView<Eigen::StrictlyUpper>() = scatter.transpose();
    }
    return sum;
}

Matrix gathered_rows(const Features& X, std::span<const Index> rows) {
    Matrix gathered(static_cast<Index>(rows.size()), column_count(X));
    std::visit(
        [&]<class Rows>(const Rows& table) {
            RowReader<Rows> read(table);
            for (std::size_t at = 0; at < rows.size(); ++at) {
                const auto* x = read(rows[at]);
                for (Index j = 0; j < table.cols; ++j) {
                    gathered(static_cast<Index>(at), j) = static_cast<double>(x[j]);
                }
            }
        },
        X);
    return gathered;
}

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
