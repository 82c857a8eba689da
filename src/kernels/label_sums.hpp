#pragma once

#include <mvlink/context.hpp>
#include <mvlink/matrix.hpp>

#include "kernels/matrix.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace kernels {

/// Per label the sum of its rows (k x d) and their number. Rows labelled -1 are not counted.
struct LabelSums {
    Matrix sums;
    std::vector<Index> counts;

    LabelSums() = default;
    LabelSums(Index k, Index d) : sums(Matrix::Zero(k, d)), counts(static_cast<std::size_t>(k), 0) {}
};

LabelSums label_sums(const Features& X, std::span<const std::int32_t> labels, Index k, Context& context);

/// The same over some of the rows; labels has one entry per row of X.
LabelSums label_sums(const Features& X, std::span<const Index> rows, std::span<const std::int32_t> labels, Index k,
                     Context& context);

/// total += part
void add(LabelSums& total, const LabelSums& part);

/// One row of X in double.
Vector row_of(const Features& X, Index row);

/// Mean and standard deviation (over n) of every column.
struct ColumnMoments {
    Vector mean;
    Vector deviation;
};
ColumnMoments column_moments(const Features& X, Context& context);

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
