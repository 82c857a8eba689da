#pragma once

#include <mvlink/matrix.hpp>

#include "kernels/matrix.hpp"

#include <vector>

namespace mvlink {
inline namespace v1 {
namespace kernels {

/// A matrix F that many rows x are multiplied with, x F, in panels of columns whose sums stay in registers. Rows of F
/// that are zero in a panel are left out, so a triangular F takes half the time. The result of a row does not depend on
/// the rows next to it.
class PackedMap {
public:
    explicit PackedMap(const Matrix& F);

    [[nodiscard]] Index rows() const { return rows_; }
    [[nodiscard]] Index cols() const { return cols_; }

    /// The i-th row of X F from out[i * stride] on; X is count x rows(), row after row.
    void map(const double* X, Index count, double* out, Index stride) const;
    /// out[i * stride] = |x_i F - point|^2, the point of cols() entries.
    void squared_distances(const double* X, Index count, const double* point, double* out, Index stride) const;

private:
    struct Panel {
        const double* values;  // of its rows, one after the other
        Index first;           // its first column
        Index begin, end;      // its rows that are not zero
    };

    Index rows_;
    Index cols_;
    Eigen::Array<double, Eigen::Dynamic, 1> values_;
    std::vector<Panel> panels_;
};

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
