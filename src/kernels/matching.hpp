#pragma once

#include <mvlink/matrix.hpp>

#include <span>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace kernels {

/// What it is worth to match a row with a column. Pairs that are not listed are worth nothing.
struct Worth {
    Index row = 0;
    Index col = 0;
    double worth = 0;  ///< >= 0
};

/// The one-to-one matching of rows to columns of the largest total worth: the column of each row, -1 if it has none.
///
/// Pairs come in any order, each once. Shortest augmenting paths with potentials (Jonker and Volgenant 1987) over the
/// listed pairs only: memory is linear in them, time at most rows x pairs x log, so the smaller side should be the
/// rows.
std::vector<Index> best_matching(Index rows, Index cols, std::span<const Worth> pairs);

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
