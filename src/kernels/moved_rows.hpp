#pragma once

#include <mvlink/context.hpp>
#include <mvlink/matrix.hpp>

#include "kernels/label_sums.hpp"
#include "kernels/matrix.hpp"

#include <cstdint>
#include <span>

namespace mvlink {
inline namespace v1 {
namespace kernels {

/// Single squared distances of rows of X to rows of C, in double: by differences if rows are dense, as
/// |x|^2 - 2 x.c + |c|^2 if they are sparse. X and C outlive it.
class CentreDistances {
public:
    CentreDistances(const Features& X, const Matrix& C);
    [[nodiscard]] double operator()(Index row, Index h) const;

private:
    const Features& X_;
    const Matrix& C_;
    Vector norms_;  // |c|^2, if rows are sparse
};

/// A row that does not belong to the cluster it was counted in; from -1: it was in none.
struct MovedRow {
    Index row;
    std::int32_t from, to;
};

/// Moves rows from sum to sum, in this order.
void move_rows(const Features& X, std::span<const MovedRow> moved, LabelSums& sums, Context& context);

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
