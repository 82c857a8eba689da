#pragma once

#include <mvlink/context.hpp>
#include <mvlink/matrix.hpp>

#include "kernels/matrix.hpp"

#include <functional>
#include <span>
#include <vector>

/// The building blocks of nonnegative factorizations X ~ V U': X (n x d) has instances in rows, V is n x k, U is d x k.
/// The same bits for any number of threads.
namespace mvlink {
inline namespace v1 {
namespace kernels {

/// Features whose row i counts times scale[i]: normalized without a copy. A row of scale 0 is left out. No scale:
/// unchanged.
struct ScaledRows {
    Features X;
    std::span<const double> scale = {};

    [[nodiscard]] double scale_of(Index row) const { return scale.empty() ? 1.0 : scale[row]; }
};

/// 1 / |x| of every row, 0 of a row of zeros.
std::vector<double> unit_scales(const Features& X, Context& context);

/// The sum of all entries, and of their squares.
double entry_sum(const ScaledRows& X, Context& context);
double square_sum(const ScaledRows& X, Context& context);

/// X U (n x k) and X' V (d x k).
Matrix times(const ScaledRows& X, const Matrix& U, Context& context);
Matrix transposed_times(const ScaledRows& X, const Matrix& V, Context& context);

/// |X - V U'|^2 without V U': |X|^2 - 2 <X'V, U> + <V'V, U'U>.
double factor_loss(double square_sum, const Matrix& XtV, const Matrix& U, const Matrix& VtV, const Matrix& UtU);

/// Minimum divisor and minimum result of a multiplicative step.
struct StepBounds {
    double eps = 1e-100;  ///< turns 0/0 into 0
    double floor = 0;     ///< 0: a zero stays zero
};

/// F <- F * N / (F G), entry by entry: the step of Lee and Seung for |Y - F H'|^2 with N = Y H and G = H'H.
void multiplicative_step(const Matrix& N, const Matrix& G, const StepBounds& bounds, Matrix& F, Context& context);

/// The results of one pass over the rows: X'V and V'V of the new V, and the sum of what `update` returned.
struct RowPass {
    Matrix XtV;
    Matrix VtV;
    double extra = 0;
};

/// Is given rows first .. first + XU.rows() of X U, changes these rows of V (and may use XU as scratch space), and
/// returns a term of a sum.
using RowUpdate = std::function<double(Index first, Matrix& XU)>;

/// One iteration's work on V, each row of X read once: X U block by block, `update` on each block, then X'V and V'V of
/// what it left. Blocks run in parallel.
RowPass update_rows(const ScaledRows& X, const Matrix& U, const Matrix& V, const RowUpdate& update, Context& context);

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
