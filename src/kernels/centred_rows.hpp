#pragma once

#include <mvlink/context.hpp>
#include <mvlink/matrix.hpp>

#include "kernels/matrix.hpp"
#include "kernels/rows.hpp"

#include <vector>

/// What principal components are computed from.
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

    CentredRows(const Rows& all, std::vector<Index> chosen, Context& context);

    [[nodiscard]] Index size() const { return static_cast<Index>(rows.size()); }
    template <class F>
    void visit(Index index, F&& f) const {
        for_each_entry(X, rows[index], [&](Index col, double x) { f(col, scale * x); });
    }
};

/// Rows first .. first + rows of X - mean, as a dense matrix.
template <class Rows>
Matrix centred_block(const CentredRows<Rows>& centred, Index first, Index rows);

/// Sum of (x - mean)' (x - mean), d x d, lower half. Only one block of rows is dense at a time.
template <class Rows>
Eigen::MatrixXd scatter(const CentredRows<Rows>& centred, Context& context);

/// (X - mean)' (X - mean) W, one row of X at a time, the mean subtracted outside the loop over entries.
template <class Rows>
Matrix scatter_times(const CentredRows<Rows>& centred, const Matrix& W, Context& context);

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
