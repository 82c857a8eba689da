#pragma once

#include <mvlink/context.hpp>
#include <mvlink/matrix.hpp>

#include "kernels/matrix.hpp"
#include "kernels/moved_rows.hpp"
#include "kernels/shortlist.hpp"

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace kernels {

/// What one search passes on to the next, so that rows which cannot have a new nearest centre skip the products
/// (Hamerly 2010). It changes no label. It is not used if it cannot gain (sparse rows, few and short centres).
struct NearestBounds {
    std::vector<float> lower;  ///< no centre but that of its label is nearer to the row; 0: nothing is known
    Matrix centres;            ///< of the last search
    bool hold = false;         ///< whether it has bounds: while centres move far, none are computed
    double typical_gap = 0;    ///< mean of bound - distance to the own centre: how far centres may move without effect

    /// Call it when other code changes the label of a row.
    void forget(Index row) {
        if (!lower.empty()) lower[row] = 0;
    }
};

/// Rows whose label the caller chooses: they keep theirs, and add nothing to the summary.
struct ListedRows {
    std::span<const Index> rows;  ///< increasing
    std::span<Shortlist> lists;   ///< out, one per row
};

/// What the search fills in, one entry per row of X. Empty spans are not filled.
struct NearestOutput {
    std::span<std::int32_t> labels;           ///< in: current labels, which win ties; out: the nearest centre
    std::span<double> confidence = {};        ///< see margin()
    std::span<const std::uint8_t> skip = {};  ///< rows (1) to leave alone
    std::vector<MovedRow>* moved = nullptr;   ///< rows whose label changed; if they are many, only some of them
    NearestBounds* bounds = nullptr;          ///< in and out, of searches with changing centres
    ListedRows listed = {};
    bool measure = true;  ///< whether summary.sum is needed; without it, most rows need no distance in double
    double longest_row = std::numeric_limits<double>::infinity();  ///< no row of X is longer
};

/// How clearly the best of several costs wins: 1 - best / second in [0, 1]; 1 if there is no second.
double margin(double best, double second);

struct NearestSummary {
    double sum = 0;     ///< of the squared distances to the nearest centre, if needed
    Index changed = 0;  ///< labels that changed
};

/// The nearest row of C (k x d) for every row of X (n x d).
///
/// Distances come from products in the scalar of X; wherever rounding could decide, the candidates are compared again
/// by differences in double. So the labels are those of double arithmetic, whatever the scalar, the layout or the
/// blocking.
NearestSummary nearest(const Features& X, const Matrix& C, const NearestOutput& out, Context& context);

/// All squared distances of some rows of X to the rows of C, in double: out is rows.size() x k. By differences if
/// rows are dense, as |x|^2 - 2 x.c + |c|^2 if they are sparse and differences would visit every column.
void distances(const Features& X, std::span<const Index> rows, const Matrix& C, Eigen::Ref<Matrix> out,
               Context& context);

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
