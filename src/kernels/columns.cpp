#include "kernels/columns.hpp"

#include "kernels/rows.hpp"
#include "runtime/parallel.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>

namespace mvlink {
inline namespace v1 {
namespace kernels {
namespace {

using Values = std::vector<double>;

Values values_for(Index cols, double value = 0) {
    return Values(static_cast<std::size_t>(cols), value);
}

void add_to(Values& total, const Values& part) {
    std::transform(total.begin(), total.end(), part.begin(), total.begin(), [](double a, double b) { return a + b; });
}

/// The sum of term(column, x) over the stored entries of each column.
template <class Rows, class Term>
Values column_sums(const Rows& X, Context& context, Term&& term) {
    return ordered_sum(
        context, X.rows, values_for(X.cols), static_cast<std::size_t>(X.cols) * sizeof(double),
        [&](Values& part, Index begin, Index end) {
            for (Index row = begin; row < end; ++row) {
                for_each_entry(X, row,
                               [&](Index col, double x) { part[col] += term(static_cast<std::size_t>(col), x); });
            }
        },
        add_to);
}

/// How many entries of each column are stored.
template <class Rows>
Values stored_entries(const Rows& X, Context& context) {
    if constexpr (Rows::kSparse) return column_sums(X, context, [](std::size_t, double) { return 1.0; });
    return values_for(X.cols, static_cast<double>(X.rows));
}

}  // namespace

template <class Rows>
ColumnRanges column_ranges(const Rows& X, Context& context) {
    constexpr double kLargest = std::numeric_limits<double>::infinity();
    const ColumnRanges none{values_for(X.cols, kLargest), values_for(X.cols, -kLargest)};
    ColumnRanges ranges = ordered_sum(
        context, X.rows, none, 2 * static_cast<std::size_t>(X.cols) * sizeof(double),
        [&](ColumnRanges& part, Index begin, Index end) {
            for (Index row = begin; row < end; ++row) {
                for_each_entry(X, row, [&](Index col, double x) {
                    const auto at = static_cast<std::size_t>(col);
                    part.least[at] = std::min(part.least[at], x);
                    part.most[at] = std::max(part.most[at], x);
                });
            }
        },
        [](ColumnRanges& total, const ColumnRanges& part) {
            for (std::size_t col = 0; col < total.least.size(); ++col) {
                total.least[col] = std::min(total.least[col], part.least[col]);
                total.most[col] = std::max(total.most[col], part.most[col]);
            }
        });
    const Values stored = stored_entries(X, context);
    for (std::size_t col = 0; col < stored.size(); ++col) {
        if (stored[col] == static_cast<double>(X.rows)) continue;
        ranges.least[col] = std::min(ranges.least[col], 0.0);
        ranges.most[col] = std::max(ranges.most[col], 0.0);
    }
    return ranges;
}

template <class Rows>
std::vector<double> column_means(const Rows& X, Context& context) {
    Values means = column_sums(X, context, [](std::size_t, double x) { return x; });
    for (double& mean : means) {
        mean /= static_cast<double>(X.rows);
    }
    return means;
}

template <class Rows>
std::vector<double> column_variances(const Rows& X, std::span<const double> means, Context& context) {
    Values variances = column_sums(X, context, [&](std::size_t col, double x) {
        const double difference = x - means[col];
        return difference * difference;
    });
    const Values stored = stored_entries(X, context);
    const auto n = static_cast<double>(X.rows);
    for (std::size_t col = 0; col < variances.size(); ++col) {
        variances[col] = (variances[col] + (n - stored[col]) * means[col] * means[col]) / n;
    }
    return variances;
}

template <class Rows>
std::vector<double> column_counts(const Rows& X, Context& context) {
    return column_sums(X, context, [](std::size_t, double x) { return x != 0 ? 1.0 : 0.0; });
}

template ColumnRanges column_ranges(const DenseRows<double>&, Context&);
template ColumnRanges column_ranges(const DenseRows<float>&, Context&);
template ColumnRanges column_ranges(const SparseRows<double>&, Context&);
template ColumnRanges column_ranges(const SparseRows<float>&, Context&);
template std::vector<double> column_means(const DenseRows<double>&, Context&);
template std::vector<double> column_means(const DenseRows<float>&, Context&);
template std::vector<double> column_means(const SparseRows<double>&, Context&);
template std::vector<double> column_means(const SparseRows<float>&, Context&);
template std::vector<double> column_variances(const DenseRows<double>&, std::span<const double>, Context&);
template std::vector<double> column_variances(const DenseRows<float>&, std::span<const double>, Context&);
template std::vector<double> column_variances(const SparseRows<double>&, std::span<const double>, Context&);
template std::vector<double> column_variances(const SparseRows<float>&, std::span<const double>, Context&);
template std::vector<double> column_counts(const DenseRows<double>&, Context&);
template std::vector<double> column_counts(const DenseRows<float>&, Context&);
template std::vector<double> column_counts(const SparseRows<double>&, Context&);
template std::vector<double> column_counts(const SparseRows<float>&, Context&);

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
